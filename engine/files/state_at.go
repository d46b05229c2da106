//go:build !linux

package files

import "os"

// StateAt returns the state of what a path leads to; its size is negative if that is
// nothing.
func StateAt(path string) State {
	info, err := os.Stat(path)
	if err != nil {
		return State{Size: -1}
	}
	return StateOf(info)
}
