//go:build !linux

package files

import "os"

// StateAt returns the state of what a path leads to; of what can't be looked at
// its size is negative (State).
func StateAt(path string) State {
	info, err := os.Stat(path)
	if err != nil {
		return without(err)
	}
	return StateOf(info)
}
