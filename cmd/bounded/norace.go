//go:build !race

package bounded

// What an evaluation takes in this program, in times of what it takes in one that people
// get; there is another with the race detector.
const (
	slower = 1
	larger = 1
)
