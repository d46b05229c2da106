//go:build !windows

package files

import "syscall"

// Flags for opening a file: don't wait for the other end of a pipe, and open only folders.
const (
	dontWait   = syscall.O_NONBLOCK
	folderOnly = syscall.O_DIRECTORY
)
