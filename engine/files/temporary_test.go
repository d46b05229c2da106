package files

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// A file with the temporary file's name that stays keeps nobody from writing. Files that killed
// processes left go.
func TestTemporaryTaken(t *testing.T) {
	for name, write := range map[string]func(p Place) error{
		"file": func(p Place) error { return Locked(p, func(p Place) error { return Write(p, []byte("to")) }) },
		"link": func(p Place) error { return Link(p, "to") },
		"marks": func(p Place) error {
			return p.Folder().Lock(func() error { return WriteKeys(p, []string{"to"}) })
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for _, taken := range []string{temporary, "it" + temporary} {
				if err := os.MkdirAll(filepath.Join(dir, taken, "keep"), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			left := "it.0123456789abcdef" + temporary
			if name != "marks" {
				left = left[len("it"):]
			}
			if err := os.WriteFile(filepath.Join(dir, left), nil, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := write(At(dir).Join("it")); err != nil {
				t.Fatal(err)
			}
			found, err := os.Readlink(filepath.Join(dir, "it"))
			if err != nil {
				found = content(t, filepath.Join(dir, "it"))
			}
			if found != "to" {
				t.Errorf("found %q, want what was written", found)
			}
			if found, want := names(t, dir), []string{temporary, "it", "it" + temporary}; !slices.Equal(found, want) {
				t.Errorf("found %q, want %q", found, want)
			}
		})
	}
}
