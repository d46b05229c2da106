//go:build !windows

package facts

import "syscall"

// alive reports whether there is such a process, whoever owns it.
func alive(pid int) bool {
	err := syscall.Kill(pid, 0)
	return err == nil || err == syscall.EPERM
}
