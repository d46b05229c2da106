//go:build !windows

package actions

import (
	"os"
	"os/exec"
	"syscall"
)

// group puts a program into a process group of its own, with what it starts.
func group(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	disinherit()
}

// kill ends the group of a program.
func kill(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// die ends this process by the signal it was sent.
func die(s os.Signal) {
	syscall.Kill(os.Getpid(), s.(syscall.Signal))
	select {}
}
