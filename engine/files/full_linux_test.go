package files

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A file on a full disk can be opened, and nothing can be appended to it.
func TestAppendableFull(t *testing.T) {
	disk := t.TempDir()
	if err := syscall.Mount("none", disk, "tmpfs", 0, "size=64k,mode=700"); errors.Is(err, syscall.EPERM) {
		t.Skip("nobody may mount here")
	} else if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Unmount(disk, syscall.MNT_DETACH) })
	log, fill := filepath.Join(disk, "log"), filepath.Join(disk, "fill")
	if err := os.WriteFile(log, []byte("x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Appendable(log); err != nil {
		t.Errorf("with room: %v", err)
	}
	os.WriteFile(fill, make([]byte, 1<<20), 0o600) // as much as there is room for
	if err := Appendable(log); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("without room: found %v, want that there is none", err)
	}
	if err := os.Remove(fill); err != nil {
		t.Fatal(err)
	}
	if err := Appendable(log); err != nil {
		t.Errorf("with room again: %v", err)
	}
}
