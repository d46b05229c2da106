package host

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"bcrules.dev/engine/files"
)

// A dry run reads what it wrote, and the project stays as it is.
func TestScratch(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "kept.txt"), "old")
	write(t, filepath.Join(dir, "sub", "gone.txt"), "old")
	write(t, filepath.Join(dir, "sub", "other.txt"), "other")
	scratch, err := NewScratch()
	if err != nil {
		t.Fatal(err)
	}
	h := &Host{Dir: dir, Scratch: scratch, project: files.NewRoot(dir)}
	change := func(name string) string {
		t.Helper()
		p, err := h.Change(name)
		if err != nil {
			t.Fatal(err)
		}
		return p.Path()
	}
	write(t, change("kept.txt"), "new")
	write(t, change("sub/made.txt"), "made")
	if err := os.Remove(change("sub/gone.txt")); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(change("new/folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	place := func(name string) files.Place {
		t.Helper()
		p, err := h.Place(name)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for name, want := range map[string]string{"kept.txt": "new", "sub/made.txt": "made", "sub/gone.txt": "", "sub/other.txt": "other"} {
		if data, _ := files.Read(h.At(place(name))); string(data) != want {
			t.Errorf("%s reads %q, want %q", name, data, want)
		}
	}
	names := func(dir files.Place) (names []string) {
		all, err := fs.ReadDir(h.Files(dir), ".")
		if err != nil {
			t.Error(err)
		}
		for _, d := range all {
			names = append(names, d.Name())
		}
		return names
	}
	if got, want := names(place("sub")), []string{"made.txt", "other.txt"}; !slices.Equal(got, want) {
		t.Errorf("files %q, want %q", got, want)
	}
	if got, want := names(place(".")), []string{"kept.txt", "new", "sub"}; !slices.Equal(got, want) {
		t.Errorf("files %q, want %q", got, want)
	}
	if got, err := fs.Glob(h.Files(place(".")), "s*/*.txt"); err != nil || len(got) != 2 {
		t.Errorf("glob %q, %v, want two", got, err)
	}
	if info, err := h.At(place("sub")).Stat(); err != nil || !info.IsDir() || h.At(place("sub")) != place("sub") {
		t.Errorf("sub is read at %s, %v, want where it is", h.At(place("sub")).Path(), err)
	}
	if got := scratch.Changed(); len(got) != 4 {
		t.Errorf("changed %q, want four", got)
	}
	if err := scratch.Close(); err != nil {
		t.Error(err)
	}
	for name, want := range map[string]string{"kept.txt": "old", "sub/made.txt": "", "sub/gone.txt": "old"} {
		if data, _ := os.ReadFile(filepath.Join(dir, name)); string(data) != want {
			t.Errorf("after the run %s holds %q, want %q", name, data, want)
		}
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
