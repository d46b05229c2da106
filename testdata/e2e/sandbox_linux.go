package e2e

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// alone gives a command a network of its own, with nothing but a loopback that is down (see enter).
// The command's process dies with the thread that starts it.
func alone(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
		Pdeathsig:   syscall.SIGKILL,
	}
	return nil
}

// enter is for the process started by alone. It brings the loopback up, and adopts the orphans of
// what it starts, so that left can find them.
func enter() error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	lo, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	lo.SetUint16(unix.IFF_UP | unix.IFF_RUNNING)
	if err := unix.IoctlIfreq(fd, unix.SIOCSIFFLAGS, lo); err != nil {
		return fmt.Errorf("bringing up lo: %w", err)
	}
	return unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
}

// group puts a command first into a process group, which ends with its context. The command itself
// dies with the thread that starts it.
func group(cmd *exec.Cmd) { first(cmd, &syscall.SysProcAttr{Setpgid: true}) }

// seat is group for a command at a terminal of its own.
func seat(cmd *exec.Cmd) { first(cmd, &syscall.SysProcAttr{Setsid: true, Setctty: true}) }

func first(cmd *exec.Cmd, attr *syscall.SysProcAttr) {
	attr.Pdeathsig = syscall.SIGKILL
	cmd.SysProcAttr = attr
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// left returns the command lines of child processes that still run after some seconds' grace, and
// ends them.
func left(grace time.Duration) []string {
	var lines []string
	for end := time.Now().Add(grace); ; time.Sleep(10 * time.Millisecond) {
		pids := children()
		if len(pids) == 0 {
			return nil
		}
		if time.Now().Before(end) {
			continue
		}
		for _, pid := range pids {
			line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
			lines = append(lines, fmt.Sprintf("%d %s", pid, bytes.ReplaceAll(line, []byte{0}, []byte{' '})))
			syscall.Kill(pid, syscall.SIGKILL)
		}
		return lines
	}
}

// children reaps the ended child processes and returns the others.
func children() []int {
	for {
		if pid, err := syscall.Wait4(-1, nil, syscall.WNOHANG, nil); pid <= 0 || err != nil {
			break
		}
	}
	var pids []int
	tasks, _ := os.ReadDir("/proc/self/task")
	for _, t := range tasks {
		text, _ := os.ReadFile("/proc/self/task/" + t.Name() + "/children")
		for _, word := range strings.Fields(string(text)) {
			if pid, err := strconv.Atoi(word); err == nil {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}
