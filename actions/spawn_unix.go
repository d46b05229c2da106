//go:build !windows

package actions

import (
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
)

// Detach gives a program a session of its own.
func Detach(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	disinherit()
}

// disinherit keeps the descriptors that the hook inherited from programs that are
// started: those of its own a Go program passes on to nobody.
func disinherit() {
	open, _ := filepath.Glob("/dev/fd/*")
	for _, name := range open {
		if fd, err := strconv.Atoi(filepath.Base(name)); err == nil && fd > 2 {
			syscall.CloseOnExec(fd)
		}
	}
}
