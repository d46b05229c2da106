//go:build !linux

package files

import "os"

// StateAt returns the state of a file, following links; Size is negative if it can't be inspected.
func StateAt(path string) State {
	info, err := os.Stat(path)
	if err != nil {
		return stateOfError(err)
	}
	return StateOf(info)
}
