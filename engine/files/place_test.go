package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// outside makes a root with links in it, and a file outside to which they lead.
func outside(t *testing.T) (root *Root, secret string) {
	t.Helper()
	top := t.TempDir()
	dir := filepath.Join(top, "project")
	secret = filepath.Join(top, "away", "secret")
	for _, d := range []string{filepath.Join(dir, "sub", "deep"), filepath.Dir(secret)} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write(t, secret, "secret")
	write(t, filepath.Join(dir, "sub", "file"), "file")
	for name, to := range map[string]string{
		"absolute": secret, "relative": "../away/secret", "sub/deeper": "../../away/secret", "folder": "../away", "above": "..", "loop": "loop",
		"sub/same": "file", "sub/around": "../sub/file", "twice": "sub/same", "sub/dangling": "made", "there-and-back": "../project/sub/file",
	} {
		if err := os.Symlink(to, filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			t.Skipf("links can't be made: %v", err)
		}
	}
	return NewRoot(dir), secret
}

// A path that leads out of a root is neither read nor written, nor seen to exist.
func TestPlaceOutside(t *testing.T) {
	for _, name := range []string{"..", "../away/secret", "sub/../../away/secret", "absolute", "relative", "sub/deeper", "folder/secret", "folder/made", "folder/new/made",
		"above/away/secret", "above", "/etc/passwd", "./../away/secret", "there-and-back", "loop", "sub/file/../../../away/secret"} {
		root, secret := outside(t)
		p := root.Place(name)
		tries := map[string]func() error{
			"stat":   func() error { _, err := p.Stat(); return err },
			"read":   func() error { _, err := Read(p); return err },
			"list":   func() error { _, err := p.ReadDir(); return err },
			"state":  func() error { return mergeJSON(p, nil, nil) },
			"append": func() error { return Append(p, []byte("x\n"), 0o600) },
			"touch":  func() error { return Touch(p, time.Now()) },
			"claim":  func() error { _, err := Claim(p, time.Now(), 0); return err },
			"rewrite": func() error {
				return Locked(p, func(p Place) error {
					data, err := Read(p)
					if err == nil {
						err = Write(p, data)
					}
					return err
				})
			},
		}
		for what, try := range tries {
			if err := try(); err == nil || errors.Is(err, fs.ErrNotExist) && !strings.HasSuffix(name, "made") && name[0] != '/' {
				t.Errorf("%s %s: %v, want an error", what, name, err)
			}
		}
		if got := content(t, secret); got != "secret" {
			t.Errorf("%s: the file outside holds %q", name, got)
		}
		if got := names(t, filepath.Dir(secret)); len(got) != 1 {
			t.Errorf("%s: outside there are %q now", name, got)
		}
	}
}

// Links inside a root are followed, and stay what they are.
func TestPlaceInside(t *testing.T) {
	for _, name := range []string{"sub/file", "sub/same", "sub/around", "twice", "./sub//deep/../file"} {
		root, _ := outside(t)
		p := root.Place(name)
		if data, err := Read(p); err != nil || string(data) != "file" {
			t.Errorf("%s: read %q, %v", name, data, err)
		}
		if err := mergeJSON(p, nil, nil); err != nil || content(t, filepath.Join(root.Dir(), "sub", "file")) != "{}\n" {
			t.Errorf("%s: %v, want the file written that it leads to", name, err)
		}
	}
	root, _ := outside(t)
	if err := Append(root.Place("sub/dangling"), []byte("x\n"), 0o600); err != nil || content(t, filepath.Join(root.Dir(), "sub", "made")) != "x\n" {
		t.Errorf("dangling: %v, want the file made that it leads to", err)
	}
	if err := Link(root.Place("relative"), "/elsewhere"); err != nil {
		t.Errorf("link: %v, want it in the place of another", err)
	}
	if to, err := os.Readlink(filepath.Join(root.Dir(), "relative")); err != nil || to != "/elsewhere" {
		t.Errorf("link to %q, %v", to, err)
	}
}

// The quick way gives the same result as os.Root.
func TestPlaceQuick(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("there is none")
	}
	root, _ := outside(t)
	for _, name := range []string{".", "sub", "sub/", "sub/file", "sub/same", "sub/around", "twice", "absent", "absent/x", "sub/file/x", "absolute", "relative", "folder", "folder/secret",
		"above", "above/project/sub/file", "there-and-back", "loop", "..", "/etc", "sub/dangling"} {
		p := root.Place(name)
		quick, err := quickStat(p, false)
		if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, fs.ErrPermission) {
			t.Skip("the system has no openat2, or lets nobody call it: os.Root is asked instead")
		}
		slow, slowErr := in(p, (*os.Root).Stat)
		if (err == nil) != (slowErr == nil) || errors.Is(err, fs.ErrNotExist) != errors.Is(slowErr, fs.ErrNotExist) {
			t.Errorf("%s: %v, and by os.Root %v", name, err, slowErr)
		} else if err == nil && !os.SameFile(quick, slow) {
			t.Errorf("%s: another file than by os.Root", name)
		}
	}
}

// The place of a missing path is below the part that exists.
func TestAt(t *testing.T) {
	dir := t.TempDir()
	p := At(filepath.Join(dir, "a", "b", "state.json"))
	if err := mergeJSON(p, nil, nil); err != nil || content(t, filepath.Join(dir, "a", "b", "state.json")) != "{}\n" {
		t.Errorf("%v, want the folders made", err)
	}
	if _, err := Read(Place{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the zero place: %v, want none there", err)
	}
	if _, err := NewRoot("").Place("x").Stat(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a root that isn't known: %v, want none there", err)
	}
}

// Places in a kept folder stay in the folder opened first, wherever it is moved.
func TestRoots(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "dir")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "file"), "file")
	var all Roots
	kept := all.Keep(At(filepath.Join(dir, "file")))
	if _, err := Read(kept); err != nil {
		t.Fatal(err)
	}
	if all.At(dir) != kept.root {
		t.Error("found two roots of a folder, want one")
	}
	if err := os.Rename(dir, dir+"2"); err != nil {
		t.Skipf("an open folder can't be moved: %v", err)
	}
	if _, err := Read(kept); err != nil {
		t.Errorf("a kept folder was opened again: %v", err)
	}
	if err := all.Close(); err != nil {
		t.Error(err)
	}
	if _, err := Read(NewRoot(dir).Place("file")); !Absent(err) {
		t.Errorf("%v, want that the folder is moved", err)
	}
}
