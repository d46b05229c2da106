//go:build race

package bounded

// How many times as much an evaluation takes in a program with the race detector as in one that
// people get.
const (
	slower = 8
	larger = 3
)
