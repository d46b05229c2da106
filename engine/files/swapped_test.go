//go:build unix

package files

import (
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
)

// Whatever replaces a folder while it is used, nothing outside of the root is read or changed.
func TestSwapped(t *testing.T) {
	dir, out := t.TempDir(), t.TempDir()
	for _, d := range []string{filepath.Join(dir, "d"), out} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(d, "f.json"), []byte(`{"who":"`+filepath.Base(d)+`"}`), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	before, err := os.ReadFile(filepath.Join(out, "f.json"))
	if err != nil {
		t.Fatal(err)
	}
	for name, to := range map[string]string{"abs": out, "rel": filepath.Join("..", filepath.Base(filepath.Dir(out)), filepath.Base(out))} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	var over atomic.Bool
	var wait sync.WaitGroup
	wait.Go(func() {
		at := func(name string) string { return filepath.Join(dir, name) }
		for !over.Load() {
			for _, link := range []string{"abs", "rel"} {
				os.Rename(at("d"), at("real"))
				os.Rename(at(link), at("d"))
				os.Rename(at("d"), at(link))
				for os.Rename(at("real"), at("d")) != nil { // as one was made in its place
					os.RemoveAll(at("d"))
				}
			}
		}
	})
	rounds := 500
	if testing.Short() {
		rounds = 200
	}
	for range rounds {
		root := NewRoot(dir)
		if data, err := Read(root.Place("d/f.json")); err == nil && string(data) == string(before) {
			t.Fatal("read what is outside")
		}
		Write(root.Place("d/w"), []byte("w"))
		ChangeJSON(root.Place("d/s.json"), func([]byte) error { return nil }, func(o *Object) error { o.Set("a", []byte("1")); return nil })
		root.Place("d/a/b").MkdirAll()
		Move(root.Place("d/w"), root.Place("d/m"), true)
		root.Place("d/m").Remove()
	}
	over.Store(true)
	wait.Wait()
	if _, err := Read(NewRoot(dir).Place("d/f.json")); err != nil {
		t.Errorf("%v, want it read once nothing is swapped any more", err)
	}
	left, err := os.ReadDir(out)
	if now, same := os.ReadFile(filepath.Join(out, "f.json")); err != nil || len(left) != 1 || same != nil || string(now) != string(before) {
		t.Errorf("outside: %v, %s (%v, %v)", left, now, err, same)
	}
}
