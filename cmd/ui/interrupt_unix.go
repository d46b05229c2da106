//go:build unix

package ui

import (
	"os"
	"syscall"
)

// interrupt ends a process that waits for a child, and the child with it.
func interrupt(p *os.Process) error { return p.Signal(syscall.SIGTERM) }
