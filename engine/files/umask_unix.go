//go:build !windows

package files

import "syscall"

// OwnMask clears the owner bits of the umask, for this process and those it starts: a umask that
// denies the user access would make every new plan unreadable. The other bits stay. Call it before
// any file is made.
func OwnMask() {
	const owner = 0o700
	if was := syscall.Umask(0); was != 0 {
		syscall.Umask(was &^ owner)
	}
}
