//go:build !windows

package files

import (
	"path/filepath"
	"syscall"
	"testing"
)

// A pipe that nobody writes to, or a device without end, must not hold up a hook.
func TestReadNoRegularFile(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{pipe, dir, "/dev/zero", filepath.Join(dir, "absent")} {
		if data, err := Read(At(path)); err == nil {
			t.Errorf("%s: read %d bytes, want an error", path, len(data))
		}
	}
}
