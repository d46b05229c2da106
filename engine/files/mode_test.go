//go:build !windows

package files

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// A new file is as open as its folder, as far as the umask allows.
func TestModes(t *testing.T) {
	tests := []struct {
		folder       fs.FileMode
		umask        int
		file, within fs.FileMode
	}{
		{0o755, 0o022, 0o644, 0o755},
		{0o755, 0, 0o644, 0o755},
		{0o700, 0, 0o600, 0o700},
		{0o750, 0o022, 0o640, 0o750},
		{0o777, 0o022, 0o644, 0o755},
		{0o777, 0o077, 0o600, 0o700},
		{0o711, 0, 0o600, 0o711},
	}
	for _, test := range tests {
		dir := t.TempDir()
		if err := os.Chmod(dir, test.folder); err != nil {
			t.Fatal(err)
		}
		root := NewRoot(dir)
		before := syscall.Umask(test.umask)
		for name, try := range map[string]func(Place) error{
			"state":  func(p Place) error { return mergeJSON(p, nil, nil) },
			"touch":  func(p Place) error { return Touch(p, time.Now()) },
			"lines":  func(p Place) error { return Append(p, []byte("x\n"), p.FileMode()) },
			"folder": func(p Place) error { return mergeJSON(p.Join("x"), nil, nil) },
		} {
			if err := try(root.Place(name)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		syscall.Umask(before)
		for name, want := range map[string]fs.FileMode{"state": test.file, "touch": test.file, "lines": test.file, "folder": test.within, "folder/x": test.file} {
			if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode().Perm() != want {
				t.Errorf("%s in a folder of %o, umask %o: mode %o, %v, want %o", name, test.folder, test.umask, info.Mode().Perm(), err, want)
			}
		}
	}
}

// Whatever the umask, a new file can be read and written by its user, and by nobody else to whom
// the umask denies it.
func TestOwnMask(t *testing.T) {
	for mask, want := range map[int]int{0o777: 0o077, 0o277: 0o077, 0o022: 0o022, 0o002: 0o002, 0: 0} {
		before := syscall.Umask(mask)
		OwnMask()
		if got := syscall.Umask(before); got != want {
			t.Errorf("of %o: found %o, want %o", mask, got, want)
		}
	}
}
