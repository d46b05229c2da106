//go:build !race

package built

// Raced says that tests run under the race detector.
const Raced = false
