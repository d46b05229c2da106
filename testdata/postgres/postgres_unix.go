//go:build unix

package postgres

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// other returns the user for the server, if this one is root.
func other() (uid, gid int, needed bool) {
	if os.Geteuid() != 0 {
		return 0, 0, false
	}
	nobody, err := user.Lookup("nobody")
	if err != nil {
		return 65534, 65534, true
	}
	uid, _ = strconv.Atoi(nobody.Uid)
	gid, _ = strconv.Atoi(nobody.Gid)
	return uid, gid, true
}

// owned gives a folder to the server's user.
func owned(dir string) error {
	uid, gid, needed := other()
	if !needed {
		return nil
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		return err
	}
	return os.Chown(dir, uid, gid)
}

// humble makes a program run as that user.
func humble(cmd *exec.Cmd) {
	if uid, gid, needed := other(); needed {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
	}
}

// immediately ends the server without waiting for its clients.
func immediately(p *os.Process) { p.Signal(syscall.SIGQUIT) }

// paused stops the processes of the server, or continues them.
func paused(pid int, stop bool) {
	signal := syscall.SIGCONT
	if stop {
		signal = syscall.SIGSTOP
	}
	syscall.Kill(pid, signal)
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range stats {
		text, _ := os.ReadFile(name)
		_, after, _ := strings.Cut(string(text), ") ")
		var state string
		var parent, child int
		fmt.Sscan(after, &state, &parent)
		fmt.Sscan(filepath.Base(filepath.Dir(name)), &child)
		if parent == pid {
			syscall.Kill(child, signal)
		}
	}
}
