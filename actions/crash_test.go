//go:build !windows

package actions

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"bcrules.dev/engine/entries"
	"bcrules.dev/engine/files"
	"bcrules.dev/testdata/built"
)

// lockTime is how long package files waits for another process.
const lockTime = 2 * time.Second

// laid makes a folder for changes.
func laid(t *testing.T) string {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "PLAN.md"), "status: s0\n"+body)
	put(t, filepath.Join(dir, "state.json"), `{"n": "0", "body": `+string(files.JSON(body))+"}")
	put(t, filepath.Join(dir, "K.jsonl"), entryOf("first")+"\n")
	put(t, filepath.Join(dir, ".lock"), free)
	if err := os.Symlink("/target/0", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// audit checks that every file is as it was before some change or after it, and that the next
// process isn't delayed.
func audit(t *testing.T, dir string) {
	t.Helper()
	plan := content(t, filepath.Join(dir, "PLAN.md"))
	if status, rest, _ := strings.Cut(plan, "\n"); !strings.HasPrefix(status, "status: s") || rest != body {
		t.Fatalf("plan of %d bytes, %.40q, want its status and %d bytes", len(plan), plan, len(body))
	}
	var state struct{ N, Body string }
	if err := json.Unmarshal([]byte(content(t, filepath.Join(dir, "state.json"))), &state); err != nil || state.N == "" || state.Body != body {
		t.Fatalf("state: %v, n %q", err, state.N)
	}
	n := 0
	scan, err := taskForm.At(files.At(filepath.Join(dir, "K.jsonl")), func(e entries.Entry) bool {
		if _, text, _ := strings.Cut(e.Text, " "); text != body[:3000] && e.Text != "first" {
			t.Fatalf("entry %.80q", e.Text)
		}
		n++
		return true
	})
	if err != nil || n == 0 || scan.Skipped > 1 { // a line that was cut off doesn't count
		t.Fatalf("%d entries, %d lines that are none, %v", n, scan.Skipped, err)
	}
	if lock := content(t, filepath.Join(dir, ".lock")); !json.Valid([]byte(lock)) || !strings.Contains(lock, "task_path") {
		t.Fatalf("lock %q", lock)
	}
	if to, err := os.Readlink(filepath.Join(dir, "link")); err != nil || !strings.HasPrefix(to, "/target/") {
		t.Fatalf("link to %q, %v", to, err)
	}
	listed := files.SplitKeys(string(mayRead(filepath.Join(dir, "said.txt"))))
	for _, key := range listed {
		if _, ok, err := files.Claimed(files.At(dir).Join("said.d").Join(files.ClaimName(key))); !ok || err != nil {
			t.Fatalf("the list has %q, want a claim of it", key)
		}
	}
	if done, err := marked(files.At(dir), fmt.Sprint("next", len(listed))); !done || err != nil {
		t.Fatalf("the next process marks: %t, %v", done, err)
	}
	began := time.Now()
	if err := setStatus(files.At(filepath.Join(dir, "PLAN.md")), "s1"); err != nil || time.Since(began) > lockTime {
		t.Fatalf("the next process: %v after %s", err, time.Since(began))
	}
	for _, name := range listing(t, dir) {
		switch name {
		case "PLAN.md", "state.json", "K.jsonl", ".lock", "link", "mark", "said.d", "said.txt":
		default:
			t.Fatalf("%s is left", name)
		}
	}
}

// mayRead returns the content of a file, "" if there is none.
func mayRead(path string) []byte {
	data, _ := os.ReadFile(path)
	return data
}

// Processes that are killed at any moment leave every file old or new.
func TestKilled(t *testing.T) {
	built.InTurn(t)
	const kills = 240
	dir := laid(t)
	begin := begins(t, dir)
	late := 0
	for i := range kills {
		cmd := unheard(t, dir)
		before := content(t, filepath.Join(dir, "PLAN.md"))
		time.Sleep(begin/4 + time.Duration(i%60)*begin/80) // the time of its death varies
		cmd.Process.Kill()
		if err := cmd.Wait(); cmd.ProcessState.Exited() {
			t.Fatalf("ended by itself: %v", err)
		}
		if content(t, filepath.Join(dir, "PLAN.md")) != before {
			late++
		}
		audit(t, dir)
	}
	t.Logf("%d kills, %d while files were changing", kills, late)
	if late == 0 {
		t.Error("no process had begun when it was killed")
	}
}

// unheard starts a process that makes all changes, and whose messages nobody reads.
func unheard(t *testing.T, dir string) *exec.Cmd {
	t.Helper()
	cmd := child(t, "all", dir, 0)
	cmd.Stderr = nil
	in, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	in.Close()
	return cmd
}

// begins returns how long a process takes until its first change, so that others can be killed
// around then, also on a slow or busy machine.
func begins(t *testing.T, dir string) time.Duration {
	t.Helper()
	cmd := unheard(t, dir)
	before, started := content(t, filepath.Join(dir, "PLAN.md")), time.Now()
	for content(t, filepath.Join(dir, "PLAN.md")) == before && time.Since(started) < time.Minute {
		time.Sleep(100 * time.Microsecond)
	}
	took := time.Since(started)
	cmd.Process.Kill()
	cmd.Wait()
	audit(t, dir)
	return took
}

// The same at every system call that changes something, in turn.
func TestKilledAtEachCall(t *testing.T) {
	built.InTurn(t)
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("found no strace, which kills at a call")
	}
	const calls = "write,pwrite64,ftruncate,fchmod,?fchmodat,?fchmodat2,?renameat,?renameat2,?rename,?unlinkat,?unlink,?symlinkat,?symlink,?utimensat,openat,?openat2,?open,flock"
	total := 0
	for round := range changes {
		for call := 1; ; call++ {
			dir := laid(t)
			run := child(t, "each", dir, round)
			run.Args = []string{strace, "-f", "-qq", "-o", os.DevNull, "-e", "trace=" + calls, "-e", fmt.Sprintf("inject=%s:signal=KILL:when=%d", calls, call), run.Path}
			run.Path, run.Stderr = strace, nil
			out, err := run.CombinedOutput()
			audit(t, dir)
			if err == nil {
				break
			}
			var exit *exec.ExitError
			if !errors.As(err, &exit) || !exit.Sys().(syscall.WaitStatus).Signaled() {
				if call == 1 && round == 0 {
					t.Skipf("strace can't: %v %s", err, out)
				}
				t.Fatalf("change %d, call %d: %v %s", round, call, err, out)
			}
			total++
		}
	}
	t.Logf("%d changes, killed at %d calls", changes, total)
}

// A disk without room leaves every file as it was.
func TestDiskFull(t *testing.T) {
	built.InTurn(t)
	for round := range changes {
		dir := laid(t)
		run := child(t, "each", dir, round)
		run.Args = []string{"sh", "-c", `ulimit -f 8 && exec "$0"`, run.Path}
		run.Path, run.Stderr = "/bin/sh", nil
		out, err := run.CombinedOutput()
		var exit *exec.ExitError
		if err != nil && (!errors.As(err, &exit) || !exit.Exited()) {
			t.Errorf("change %d: %v %s, want it to end by itself", round, err, out)
		}
		if grows := round == 0 || round == 1; grows == (err == nil) {
			t.Errorf("change %d: %v %s, want an error %t", round, err, out, grows)
		}
		audit(t, dir)
	}
	dir := laid(t)
	path := filepath.Join(dir, "K.jsonl")
	first := content(t, path)
	for i := range 5 {
		run := child(t, "each", dir, 2+changes*i)
		run.Args = []string{"sh", "-c", `ulimit -f 16 && exec "$0"`, run.Path}
		run.Path, run.Stderr = "/bin/sh", nil
		run.Run()
	}
	if got := content(t, path); !strings.HasPrefix(got, first) || !strings.HasSuffix(got, "\n") || strings.Count(got, "\n") < 2 {
		t.Errorf("knowledge of %d bytes ends in %.40q, want whole entries", len(got), got[len(got)-40:])
	}
}

// If a process holds a lock and does nothing, others wait until the time is over. They don't wait
// for a killed one.
func TestHolderStopped(t *testing.T) {
	dir := laid(t)
	held := exec.Command("flock", dir, "sleep", "60")
	held.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := held.Start(); err != nil {
		t.Skipf("no flock(1), which holds a lock: %v", err)
	}
	defer held.Wait()
	kill := func() { syscall.Kill(-held.Process.Pid, syscall.SIGKILL) }
	defer kill()
	for ok := true; ok; { // until it has the lock
		var err error
		if ok, err = files.TryLocked(dir, func() error { return nil }); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Millisecond)
	}
	p := files.At(filepath.Join(dir, "PLAN.md"))
	began := time.Now()
	err := setStatus(p, "s1")
	if took := time.Since(began); err == nil || !strings.Contains(err.Error(), "locked by another process") || took < lockTime || took > 2*lockTime {
		t.Errorf("%v after %s, want it to give up after %s", err, took, lockTime)
	}
	kill()
	if err := setStatus(p, "s1"); err != nil {
		t.Errorf("after the holder was killed: %v", err)
	}
}
