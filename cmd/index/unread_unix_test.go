//go:build unix

package index

import (
	"os"
	"path/filepath"
	"testing"
)

// What the index knows of files that can't be looked at stays in it; what is gone goes.
func TestUnread(t *testing.T) {
	x := indexer(t)
	write(t, filepath.Join(x.Dir, "a", "x.go"), "package p\n\nfunc X() {}\n")
	write(t, filepath.Join(x.Dir, "b", "y.go"), "package p\n\nfunc Y() {}\n")
	run := func(paths ...string) string {
		t.Helper()
		if err := x.Run(paths); err != nil {
			t.Fatal(err)
		}
		return found(t, x.File, "select name from symbols order by name")
	}
	if got := run(""); got != "X Y" {
		t.Fatalf("found %q, want both", got)
	}
	in := func(name string) string { return filepath.Join(x.Dir, name) }
	if err := os.Rename(in("a"), filepath.Join(t.TempDir(), "a")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("a", in("a")); err != nil {
		t.Fatal(err)
	}
	if got := run(""); got != "X Y" {
		t.Errorf("all is read: found %q, want both", got)
	}
	if got := run("a/x.go"); got != "X Y" {
		t.Errorf("the file is read: found %q, want both", got)
	}
	if err := os.RemoveAll(in("b")); err != nil {
		t.Fatal(err)
	}
	if got := run(""); got != "X" {
		t.Errorf("found %q, want X alone", got)
	}
}
