//go:build race

package bounded

// What an evaluation takes in a program with the race detector, in times of what it takes
// in one that people get.
const (
	slower = 8
	larger = 3
)
