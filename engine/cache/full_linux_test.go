package cache

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"bcrules.dev/engine/plan"
)

// If the user's folder doesn't take a file, the file is kept in memory, and is the newer one there.
// That is so if the disk is full, has room for only a name, or the folder is another user's. Once
// the folder takes files, none stays in memory.
func TestSpare(t *testing.T) {
	disk := filepath.Join(t.TempDir(), "disk")
	if err := os.Mkdir(disk, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("none", disk, "tmpfs", 0, "size=128k,mode=700"); errors.Is(err, syscall.EPERM) {
		t.Skip("nobody may mount here")
	} else if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Unmount(disk, syscall.MNT_DETACH) })
	memory := filepath.Join(t.TempDir(), "plans")
	s := Store{dirs: []string{filepath.Join(disk, "plans")}, key: aKey, spare: func(bool) string { return memory }}
	noticed := func(text string) *plan.Plan { return &plan.Plan{Notice: text} }
	check := func(what, notice string, inMemory bool) {
		t.Helper()
		p, err := s.Newest(rules, func(p *Plan) bool { return p.root.Notice == notice })
		if err != nil || p.root.Notice != notice {
			t.Errorf("%s: found %v, %v, want a plan with %q", what, p, err, notice)
		}
		if err == nil {
			p.Close()
		}
		if _, err := os.Stat(filepath.Join(memory, name(rules, "plan"))); (err == nil) != inMemory {
			t.Errorf("%s: found %v, want it in memory %t", what, err, inMemory)
		}
	}
	keep := func(text string) {
		t.Helper()
		if err := errors.Join(s.Writes(), s.Write(rules, noticed(text), Stamp{})); err != nil {
			t.Error(text, err)
		}
	}
	keep("room")
	check("room", "room", false)
	fill := filepath.Join(disk, "fill")
	os.WriteFile(fill, make([]byte, 1<<20), 0o600) // as much as there is room for
	keep("full")
	check("full", "full", true)
	if err := errors.Join(os.Remove(fill), s.Write(rules, noticed("room again"), Stamp{})); err != nil {
		t.Fatal(err)
	}
	check("room again", "room again", false)
	if err := os.Chown(s.dirs[0], 4711, 4711); err != nil {
		t.Fatal(err)
	}
	keep("another's")
	check("another's", "another's", true)
	if err := s.forget(rules, "plan"); err != nil || s.Keeps(rules) {
		t.Errorf("found a plan that was forgotten, %v", err)
	}
}
