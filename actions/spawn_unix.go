//go:build !windows

package actions

import (
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
)

// Detach gives a program its own session.
func Detach(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	disinherit()
}

// disinherit keeps inherited descriptors from started programs. Go closes only those it opened
// itself.
func disinherit() {
	open, _ := filepath.Glob("/dev/fd/*")
	for _, name := range open {
		if fd, err := strconv.Atoi(filepath.Base(name)); err == nil && fd > 2 {
			syscall.CloseOnExec(fd)
		}
	}
}
