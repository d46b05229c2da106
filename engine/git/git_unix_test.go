//go:build unix

package git

import (
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// A git that waits for a pipe is ended.
func TestAskEnds(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"init", "-q", dir}, {"-C", dir, "config", "include.path", pipe}} {
		if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	ended := make(chan error, 1)
	go func() {
		_, err := Ask(50*time.Millisecond, dir, "", "ls-files")
		ended <- err
	}()
	select {
	case err := <-ended:
		if err == nil {
			t.Error("found an answer, want an error")
		}
	case <-time.After(time.Minute):
		t.Fatal("found no end in a minute, want one in 50 ms")
	}
}
