package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
)

func TestLook(t *testing.T) {
	dir := t.TempDir()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(dir, "file")
	must(os.WriteFile(file, []byte("text"), 0o600))
	var names []string
	for i := range 1000 { // more than one call to the system gives
		name := filepath.Join("many", string(rune('a'+i%26))+string(rune('a'+i/26%26))+string(rune('a'+i/676)))
		must(os.MkdirAll(filepath.Join(dir, name), 0o700))
		names = append(names, filepath.Base(name))
	}
	slices.Sort(names)
	got, err := Names(filepath.Join(dir, "many"))
	slices.Sort(got)
	if err != nil || !slices.Equal(got, names) {
		t.Errorf("found %d names (%v), want %d", len(got), err, len(names))
	}
	for _, path := range []string{file, filepath.Join(dir, "none"), ""} {
		if names, err := Names(path); err == nil {
			t.Errorf("found names %v in %q, want an error", names, path)
		}
	}
	for path, is := range map[string]struct{ there, folder bool }{
		dir: {true, true}, file: {true, false}, filepath.Join(dir, "none"): {}, filepath.Join(file, "x"): {}, "": {},
	} {
		folder, own, err := Folder(path)
		there, _, err2 := There(path)
		if there != is.there || folder != is.folder || own != is.folder || err != nil || err2 != nil {
			t.Errorf("%q: there %t (%v), folder %t, own %t (%v); want %t, %t, %[7]t", path, there, err2, folder, own, err, is.there, is.folder)
		}
	}
	info, err := os.Stat(file)
	must(err)
	if got, want := StateAt(file), StateOf(info); got != want {
		t.Errorf("state %v, want %v", got, want)
	}
	if got := StateAt(filepath.Join(dir, "none")); got.Size >= 0 {
		t.Errorf("state %v of nothing, want a negative size", got)
	}
}

func TestReady(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("nobody says on Windows")
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if Ready(r) {
		t.Error("an empty pipe is ready, want it not to be")
	}
	w.WriteString("x")
	if !Ready(r) {
		t.Error("a pipe with something in it is not ready")
	}
	r.Read(make([]byte, 1))
	w.Close()
	if !Ready(r) {
		t.Error("a pipe that was closed is not ready")
	}
}

// A folder contains what is in it by any name, and what would be created there.
func TestTrees(t *testing.T) {
	top := t.TempDir()
	in, beside := filepath.Join(top, "a", "b"), top+"-beside"
	for _, dir := range []string{in, beside} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { os.RemoveAll(beside) })
	if err := os.WriteFile(filepath.Join(in, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	way := filepath.Join(beside, "way")
	if err := os.Symlink(filepath.Join(top, "a"), way); err != nil {
		t.Skip(err)
	}
	shared := filepath.Join(top, "shared") // as the system's folder for temporary files is
	if err := errors.Join(os.MkdirAll(filepath.Join(shared, "mine"), 0o700), os.Chmod(shared, 0o777|fs.ModeSticky)); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		path, folder string
		want         bool
	}{
		{filepath.Join(shared, "mine"), shared, runtime.GOOS == "windows"},
		{filepath.Join(shared, "mine"), top, true},
		{in, top, true},
		{top, top, true},
		{filepath.Join(way, "b"), top, true},
		{in, way, true},
		{filepath.Join(way, "b"), beside, false}, // by its name alone
		{beside, top, false},
		{top, in, false},
		{filepath.Join(in, "none"), top, true},
		{filepath.Join(way, "b", "none", "none"), top, true},
		{filepath.Join(beside, "none"), top, false},
		{in, filepath.Join(top, "none"), false},
		{filepath.Join(in, "file"), top, true},
		{filepath.Join(in, "file", "none"), top, true},
		{filepath.Join(in, "file"), beside, false},
	} {
		none := func(string, Whose) bool { return false }
		if got, _, err := TreesOf([]string{test.folder}, none).Look(test.path); got != test.want || err != nil {
			t.Errorf("%s below %s: %t (%v), want %t", test.path, test.folder, got, err, test.want)
		}
	}
}
