package files

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// Changes are made in the opened folder, whatever its path leads to by then, and in no folder to
// which a link leads out of the root.
func TestQuickly(t *testing.T) {
	top := t.TempDir()
	at := func(name string) string { return filepath.Join(top, name) }
	for _, dir := range []string{"a/in", "b", "outside"} {
		if err := os.MkdirAll(at(dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(at("outside"), at("a/out")); err != nil {
		t.Fatal(err)
	}
	r, err := NewRoot(top).Place("a").AsRoot()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for _, to := range [][2]string{{"a", "was"}, {"b", "a"}} {
		if err := os.Rename(at(to[0]), at(to[1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := quickly(r.Place("in/x"), folderMade(0o700)); err != nil {
		t.Fatalf("no system call: %v", err)
	}
	then := time.Unix(1_000_000, 123_000)
	for what, err := range map[string]error{
		"folders": r.Place("in/y/z").makeAll(),
		"rename":  r.Place("in/x").rename(r.Place("in/w")),
		"move":    r.Place("in/w").rename(r.Place("w")), // to another folder, which os.Root does
		"touch":   Touch(r.Place("in/t"), then),
		"remove":  r.Place("in/y/z").Drop(),
	} {
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	for name, want := range map[string]bool{"was/in/x": false, "was/in/w": false, "was/w": true, "was/in/y": true, "was/in/y/z": false, "a/in": false} {
		if _, err := os.Lstat(at(name)); (err == nil) != want {
			t.Errorf("%s is there: %t, want %t", name, err == nil, want)
		}
	}
	if info, err := os.Stat(at("was/in/t")); err != nil || !info.ModTime().Equal(then) {
		t.Errorf("found time %v (%v), want %v", info, err, then)
	}
	for what, err := range map[string]error{"link": r.Place("out/x").makeAll(), "above": r.Place("../x").makeAll(), "itself": quickly(r.Place("."), folderMade(0o700))} {
		if err == nil {
			t.Errorf("%s: found no error, want one", what)
		}
	}
	if names, err := Names(at("outside")); err != nil || len(names) > 0 {
		t.Errorf("found %q outside (%v), want nothing", names, err)
	}
}
