//go:build !windows

package files

import "syscall"

// OwnMask has this process, and those that it starts, make nothing that its user can't read
// and write: by a umask that takes that from them no plan that is made could be read. What it
// takes from others it still does. It is for before anything is made.
func OwnMask() {
	const owner = 0o700
	if was := syscall.Umask(0); was != 0 {
		syscall.Umask(was &^ owner)
	}
}
