package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// file makes a file with that content in a folder of its own.
func file(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// content returns the content of a file.
func content(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// names returns the names in a folder.
func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

func TestReadTooLarge(t *testing.T) {
	path := file(t, "large", "")
	if err := os.Truncate(path, MaxRead+1); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(At(path)); err == nil {
		t.Error("read a file over the limit, want an error")
	}
}

func TestWrite(t *testing.T) {
	for _, mode := range []os.FileMode{0o600, 0o640, 0o755} {
		path := file(t, "a", "old")
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		if err := Write(At(path), []byte("new")); err != nil {
			t.Fatal(err)
		}
		if got := content(t, path); got != "new" {
			t.Errorf("%o: content %q, want new", mode, got)
		}
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != mode {
			t.Errorf("mode %o, %v, want %o", info.Mode().Perm(), err, mode)
		}
		if got := names(t, filepath.Dir(path)); !slices.Equal(got, []string{"a"}) {
			t.Errorf("the folder holds %q, want the file alone", got)
		}
	}
}

// A file that can't be put in its place leaves nothing beside it.
func TestWriteFails(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "a", "b"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := Write(At(filepath.Join(dir, "a")), []byte("x")); err == nil {
		t.Error("wrote over a folder, want an error")
	}
	if got := names(t, dir); !slices.Equal(got, []string{"a"}) {
		t.Errorf("the folder holds %q, want what it held before", got)
	}
	if err := Write(At(filepath.Join(dir, "absent", "a")), []byte("x")); err == nil {
		t.Error("wrote into a folder that is not there, want an error")
	}
}

// A reader sees one of the contents, whole, while others write.
func TestWriteInOneStep(t *testing.T) {
	path := file(t, "a", "")
	var contents []string
	for n := range 8 {
		contents = append(contents, string(make([]byte, n<<12)))
	}
	var writers sync.WaitGroup
	for _, c := range contents {
		writers.Go(func() {
			err := Locked(At(path), func(p Place) error { return Write(p, []byte(c)) })
			if err != nil {
				t.Error(err)
			}
		})
	}
	for range 100 {
		if got := content(t, path); !slices.Contains(contents, got) {
			t.Fatalf("read %d bytes, which nobody wrote", len(got))
		}
	}
	writers.Wait()
}

func TestLockedFolderAbsent(t *testing.T) {
	err := Locked(At(t.TempDir()).Join("absent/a"), func(Place) error { t.Error("ran"); return nil })
	if !errors.Is(err, fs.ErrNotExist) || strings.Contains(err.Error(), "another process") {
		t.Errorf("error %v, want that there is no such folder", err)
	}
}

func TestParseTime(t *testing.T) {
	noon := time.Date(2026, 2, 9, 12, 0, 0, 0, time.UTC)
	tests := []struct {
		text string
		want time.Time
		ok   bool
	}{
		{"2026-02-09T12:00:00Z", noon, true},
		{"2026-02-09T12:00:00.000Z", noon, true},
		{"2026-02-09T12:00:00.005Z", noon.Add(5 * time.Millisecond), true},
		{"2026-02-09T13:00:00+01:00", noon, true},
		{"2026-02-09T12:00:00", noon, true},
		{"2026-02-09T12:00:00.5", noon.Add(time.Second / 2), true},
		{"2026-02-09 12:00:00", noon, true},
		{"2026-02-09", noon.Add(-12 * time.Hour), true},
		{"", time.Time{}, false},
		{"yesterday", time.Time{}, false},
		{"2026-02-30T12:00:00Z", time.Time{}, false},
		{"1770638400", time.Time{}, false},
	}
	for _, test := range tests {
		got, ok := ParseTime(test.text)
		if ok != test.ok || !got.Equal(test.want) {
			t.Errorf("%q: %v, %t, want %v, %t", test.text, got, ok, test.want, test.ok)
		}
	}
}
