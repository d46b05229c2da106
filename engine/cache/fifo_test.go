//go:build !windows

package cache

import (
	"os"
	"syscall"
	"testing"
	"time"
)

// A pipe in a file's place must not hold up a hook.
func TestReadPipe(t *testing.T) {
	s := store(t)
	if err := s.folder(); err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"plan", "fault"} {
		if err := syscall.Mkfifo(s.path(rules, kind), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		if _, err := s.Read(rules); err == nil {
			t.Error("read a pipe, want an error")
		}
		if got := s.Fault(rules, "", nil); got != "" {
			t.Errorf("fault %q of a pipe", got)
		}
	}()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Fatal("waits for a pipe")
	}
	if err := s.Write(rules, small(), Stamp{}); err != nil {
		t.Fatal(err)
	}
	p, err := s.Read(rules)
	if err != nil {
		t.Fatalf("after a plan was written over the pipe: %v", err)
	}
	p.Close()
}

// Only the user can read rules' texts, whatever the umask.
func TestModes(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0))
	s := store(t)
	kept(t, s, small())
	if err := s.WriteFault(rules, "fault", Stamp{}, time.Time{}, nil); err != nil {
		t.Fatal(err)
	}
	s.Told(rules, "session", "a fault")
	entries, err := os.ReadDir(s.dirs[0])
	if err != nil || len(entries) != 4 {
		t.Fatalf("%v, %v, want four files", entries, err)
	}
	for _, e := range entries {
		if info, err := e.Info(); err != nil || info.Mode() != 0o600 {
			t.Errorf("%s: %v, %v, want mode 600", e.Name(), info.Mode(), err)
		}
	}
	if info, err := os.Stat(s.dirs[0]); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("folder: %v, %v, want mode 700", info.Mode(), err)
	}
}

// The folder can't be one that somebody else redirects.
func TestFolderLink(t *testing.T) {
	s := store(t)
	if err := s.folder(); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(s.dirs[0]); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(t.TempDir(), s.dirs[0]); err != nil {
		t.Fatal(err)
	}
	if err := s.Write(rules, small(), Stamp{}); err == nil {
		t.Error("wrote through a link, want an error")
	}
}
