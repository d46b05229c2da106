package actions

import (
	"os/exec"
	"syscall"
)

// detachedProcess is DETACHED_PROCESS of CreateProcess.
const detachedProcess = 0x8

func Detach(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: detachedProcess | syscall.CREATE_NEW_PROCESS_GROUP}
}
