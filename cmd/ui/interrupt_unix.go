//go:build unix

package ui

import (
	"os"
	"syscall"
)

// interrupt ends a process that waits for another one, which it ends, too.
func interrupt(p *os.Process) error { return p.Signal(syscall.SIGTERM) }
