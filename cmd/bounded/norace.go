//go:build !race

package bounded

// How many times as much an evaluation takes in this program as in one that people get. Programs
// with the race detector have other numbers.
const (
	slower = 1
	larger = 1
)
