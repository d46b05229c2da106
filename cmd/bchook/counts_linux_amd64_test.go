package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/engine/cache"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
)

// A count is what a process did: the least of several runs, because a busy machine adds to it.
type count struct {
	faults  int // page faults, and pages asked for beforehand
	threads int // beside the first
	opened  int // files and folders, also those that aren't there
	looked  int // at files
	pollers int // of the runtime
}

// An event without a rule costs little more than a program that reads its stdin and prints nothing.
// Times can't be tested, but what makes them up can.
func TestCounts(t *testing.T) {
	bin, dir, home := t.TempDir(), t.TempDir(), t.TempDir()
	host.System = t.TempDir() // the account's folder, with its key
	t.Cleanup(func() { host.System = "" })
	account := fmt.Sprintf("me:x:%d:0::%s:/bin/sh\n", os.Geteuid(), home)
	if err := errors.Join(os.Mkdir(filepath.Join(host.System, "etc"), 0o755), os.WriteFile(filepath.Join(host.System, "etc", "passwd"), []byte(account), 0o644)); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w -X bcrules.dev/engine/host.System="+host.System, "-o", bin, ".", "../../testdata/bench/noop").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Setenv("HOME", home)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(home, "cache"))
	t.Setenv("XDG_CONFIG_HOME", "")
	t.Setenv("CLAUDE_PROJECT_DIR", dir)
	own := filepath.Join(home, ".config", "bcrules")
	if err := os.MkdirAll(own, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(own, "rules.cue"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	in := host.FindProject(dir, os.Getenv)
	user := in.Folders()
	if err := user.MakeKey([]byte("a user's own key")); err != nil {
		t.Fatal(err)
	}
	store, err := cache.Open(user)
	if err != nil {
		t.Fatal(err)
	}
	other := &plan.Agenda{Hooks: []plan.Hook{{Name: "other", Event: &plan.Shape{Kind: "object"}}}}
	if err := store.Write(layers.In(nil, in, os.Getenv).Key(), &plan.Plan{Events: map[string]*plan.Agenda{"Other": other}}, cache.Stamp{}); err != nil {
		t.Fatal(err)
	}
	event := filepath.Join(dir, "event.json")
	if err := os.WriteFile(event, []byte(`{"session_id": "s", "cwd": "`+dir+`", "hook_event_name": "Event"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, ".git"), 0o700); err != nil {
		t.Fatal(err)
	}
	noop, hook := least(t, filepath.Join(bin, "noop"), event), least(t, filepath.Join(bin, "bchook"), event)
	t.Logf("noop %+v, bchook %+v", noop, hook)
	for _, c := range []struct {
		what           string
		got, base, may int
	}{
		{"page faults", hook.faults, noop.faults, 150},
		{"threads", hook.threads, noop.threads, 1},
		{"opened files", hook.opened, noop.opened, 5},        // the user's rules, the plan, the key that says it is theirs, the list of accounts that says where that is, the decisions log
		{"looks at files", hook.looked, noop.looked, 7 + 14}, // 14: the project, where its repository is and whether that is a worktree, and from the user's rules, home and cache up to / or to what was looked at, as these must not lie in it
		{"pollers", hook.pollers, noop.pollers, 0},
	} {
		if c.got > c.base+c.may {
			t.Errorf("%d %s, want at most %d: %d more than a program that does nothing", c.got, c.what, c.base+c.may, c.may)
		}
	}
}

// least counts what a program does at an event.
func least(t *testing.T, program, event string) count {
	t.Helper()
	var all count
	for i := range 10 {
		faults, traced := faults(t, program, event), traced(t, program, event)
		traced.faults = faults
		if i == 0 {
			all = traced
		}
		all = count{min(all.faults, traced.faults), min(all.threads, traced.threads), min(all.opened, traced.opened),
			min(all.looked, traced.looked), min(all.pollers, traced.pollers)}
	}
	return all
}

func command(t *testing.T, program, event string) *exec.Cmd {
	t.Helper()
	in, err := os.Open(event)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { in.Close() })
	cmd := exec.Command(program)
	cmd.Dir, cmd.Stdin = filepath.Dir(event), in
	return cmd
}

func faults(t *testing.T, program, event string) int {
	t.Helper()
	cmd := command(t, program, event)
	if out, err := cmd.Output(); err != nil || len(out) > 0 {
		t.Fatalf("%s: %q, %v; want nothing", program, out, err)
	}
	return int(cmd.ProcessState.SysUsage().(*syscall.Rusage).Minflt)
}

// traced runs a program under ptrace.
func traced(t *testing.T, program, event string) (c count) {
	t.Helper()
	runtime.LockOSThread() // only the thread that starts it may trace it
	defer runtime.UnlockOSThread()
	cmd := command(t, program, event)
	cmd.SysProcAttr = &syscall.SysProcAttr{Ptrace: true, Setpgid: true}
	if err := cmd.Start(); errors.Is(err, syscall.EPERM) {
		t.Skip("nobody may trace processes here, so that nothing is counted")
	} else if err != nil {
		t.Fatal(err)
	}
	first := cmd.Process.Pid
	var status syscall.WaitStatus
	if _, err := syscall.Wait4(first, &status, 0, nil); err != nil {
		t.Fatal(err)
	}
	const exitKill, sysGood = 0x100000, 1 // PTRACE_O_*
	if err := syscall.PtraceSetOptions(first, syscall.PTRACE_O_TRACECLONE|exitKill|sysGood); err != nil {
		t.Fatal(err)
	}
	syscall.PtraceSyscall(first, 0)
	for {
		pid, err := syscall.Wait4(-first, &status, syscall.WALL, nil)
		if err != nil {
			t.Fatal(err)
		}
		signal := 0
		switch {
		case !status.Stopped():
			if pid == first {
				cmd.Process.Release()
				return c
			}
			continue
		case status.StopSignal() == syscall.SIGTRAP|0x80:
			c.call(pid)
		case status.StopSignal() == syscall.SIGTRAP:
			if status.TrapCause() == syscall.PTRACE_EVENT_CLONE {
				c.threads++
			}
		case status.StopSignal() != syscall.SIGSTOP: // the signal with which a thread begins
			signal = int(status.StopSignal())
		}
		syscall.PtraceSyscall(pid, signal)
	}
}

// call counts the system call at which a thread stopped.
func (c *count) call(pid int) {
	var r syscall.PtraceRegs
	if syscall.PtraceGetRegs(pid, &r) != nil || int64(r.Rax) != -int64(syscall.ENOSYS) {
		return // it returns from one
	}
	switch r.Orig_rax {
	case syscall.SYS_OPEN, syscall.SYS_OPENAT:
		c.opened++
	case syscall.SYS_STAT, syscall.SYS_LSTAT, syscall.SYS_FSTAT, syscall.SYS_NEWFSTATAT, syscall.SYS_READLINK, syscall.SYS_READLINKAT:
		c.looked++
	case syscall.SYS_EPOLL_CREATE, syscall.SYS_EPOLL_CREATE1:
		c.pollers++
	}
}
