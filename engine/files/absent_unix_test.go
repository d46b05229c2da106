//go:build unix

package files

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A path is barred if nobody with the rights of this process gets to it. It isn't if another call
// may find a file there.
func TestBarred(t *testing.T) {
	for no, want := range map[syscall.Errno]bool{
		syscall.ENOENT: true, syscall.ENOTDIR: true, syscall.EACCES: true, syscall.EPERM: true, syscall.ELOOP: true, syscall.ENAMETOOLONG: true, syscall.EINVAL: true,
		syscall.EIO: false, syscall.ESTALE: false, syscall.ENOMEM: false, syscall.EMFILE: false, syscall.ENFILE: false, syscall.EINTR: false, syscall.EAGAIN: false, syscall.ETIMEDOUT: false,
	} {
		for _, err := range []error{no, &fs.PathError{Op: "lstat", Path: "x", Err: no}, fmt.Errorf("x: %w", no)} {
			if Barred(err) != want {
				t.Errorf("%v: found barred %t, want %t", err, !want, want)
			}
		}
	}
}

// Each function distinguishes a file that doesn't exist from one that can't be looked at.
func TestUnknown(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	if err := os.WriteFile(in("file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("loop", in("loop")); err != nil {
		t.Fatal(err)
	}
	for name, absent := range map[string]bool{"none": true, "none/below": true, "file/below": true, "loop": false, "loop/below": false} {
		path := in(name)
		if is := StateAt(path); is.Size >= 0 || (is == StateAt(in("none"))) != absent {
			t.Errorf("%s: its state is %+v, want that of nothing: %t", name, is, absent)
		}
		if is, _, err := Folder(path); is || (err == nil) != absent {
			t.Errorf("%s: a folder %t, %v, want an error unless it is absent: %t", name, is, err, absent)
		}
		p := NewRoot(dir).Place(name)
		if _, err := Read(p); Absent(err) != absent {
			t.Errorf("%s: read: %v, want that it is absent: %t", name, err, absent)
		}
		if name == "loop" {
			continue // a link exists, wherever it leads
		}
		if is, _, err := There(path); is || (err == nil) != absent {
			t.Errorf("%s: there %t, %v, want an error unless it is absent: %t", name, is, err, absent)
		}
		if _, _, err := Claimed(p); (err == nil) != absent {
			t.Errorf("%s: a claim: %v, want an error unless it is absent: %t", name, err, absent)
		}
	}
	if err := Locked(NewRoot(dir).Place("loop"), func(p Place) error { return Write(p, nil) }); err == nil {
		t.Error("a link to itself was replaced by a file, want an error")
	}
}
