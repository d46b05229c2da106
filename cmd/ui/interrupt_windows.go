package ui

import "os"

// interrupt ends a process. Its child ends at its own bounds.
func interrupt(p *os.Process) error { return p.Kill() }
