//go:build !windows

package actions

import (
	"os"
	"os/exec"
	"syscall"
)

// group puts a program into its own process group.
func group(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	disinherit()
}

// kill kills the process group of a program.
func kill(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// die ends this process by the signal it received.
func die(s os.Signal) {
	syscall.Kill(os.Getpid(), s.(syscall.Signal))
	select {}
}
