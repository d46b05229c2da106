package actions

import (
	"os"
	"os/exec"
	"strconv"
)

func group(*exec.Cmd) {}

// kill ends a program and what it started.
func kill(cmd *exec.Cmd) {
	exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(cmd.Process.Pid)).Run()
}

func die(os.Signal) { os.Exit(1) }
