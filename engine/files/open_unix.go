//go:build !windows

package files

import "syscall"

// What opening a file asks of the system: not to wait for who holds the other end
// of a pipe, and to open nothing but a folder.
const (
	dontWait   = syscall.O_NONBLOCK
	folderOnly = syscall.O_DIRECTORY
)
