package actions

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/windows"
)

func group(*exec.Cmd) {}

// kill kills a program and its children with the system's taskkill: one on the PATH may be the
// project's.
func kill(cmd *exec.Cmd) {
	if dir, err := windows.GetSystemDirectory(); err == nil {
		exec.Command(filepath.Join(dir, "taskkill.exe"), "/T", "/F", "/PID", strconv.Itoa(cmd.Process.Pid)).Run()
	}
}

func die(os.Signal) { os.Exit(1) }
