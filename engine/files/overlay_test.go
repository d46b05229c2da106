package files

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// A dry run reads what it wrote, and the project stays as it is.
func TestOverlay(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "kept.txt"), "old")
	write(t, filepath.Join(dir, "sub", "gone.txt"), "old")
	write(t, filepath.Join(dir, "sub", "other.txt"), "other")
	if err := os.Symlink("kept.txt", filepath.Join(dir, "link.txt")); err != nil {
		t.Fatal(err)
	}
	over, err := NewOverlay(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	root := NewRoot(dir)
	place := func(name string) Place { return root.Place(name).Over(over) }
	for name, change := range map[string]func(Place) error{
		"link.txt":     func(p Place) error { return Append(p, []byte(" and new\n"), 0o600) },
		"sub/made.txt": func(p Place) error { return Locked(p, func(p Place) error { return Write(p, []byte("made")) }) },
		"sub/gone.txt": Place.Remove,
		"new/folder":   Place.MkdirAll,
		"list":         func(p Place) error { return WriteKeys(p, []string{"key"}) },
	} {
		if err := change(place(name)); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{"kept.txt": "old\n and new\n", "link.txt": "old\n and new\n", "sub/made.txt": "made", "sub/gone.txt": "", "sub/other.txt": "other"} {
		if data, _ := Read(place(name)); string(data) != want {
			t.Errorf("%s reads %q, want %q", name, data, want)
		}
	}
	names := func(dir Place) (names []string) {
		all, err := dir.ReadDir()
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
	if got, want := names(place(".")), []string{"kept.txt", "link.txt", "list", "new", "sub"}; !slices.Equal(got, want) {
		t.Errorf("files %q, want %q", got, want)
	}
	if got, err := fs.Glob(place(".").FS(func(_ string, err error) { t.Error(err) }), "s*/*.txt"); err != nil || len(got) != 2 {
		t.Errorf("glob %q, %v, want two", got, err)
	}
	if info, err := place("sub").Stat(); err != nil || !info.IsDir() || place("sub").shown().Path() != filepath.Join(dir, "sub") {
		t.Errorf("sub is read at %s, %v, want where it is", place("sub").shown().Path(), err)
	}
	if got := over.Changed(); len(got) != 5 {
		t.Errorf("changed %q, want five", got)
	}
	if err := over.Close(); err != nil {
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
