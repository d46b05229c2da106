//go:build unix

package index

import (
	"os"
	"path/filepath"
	"testing"

	"bcrules.dev/cmd/index/code"
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

// A folder that can't be opened is no missing one: nothing is known of the files in it.
func TestUnopened(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a", "x.go"), "package p\n")
	if err := os.Symlink("loop", filepath.Join(dir, "loop")); err != nil {
		t.Fatal(err)
	}
	open, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	shut, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	shut.Close()
	for _, test := range []struct {
		project       *os.Root
		name          string
		there, unsure bool
	}{
		{open, "a/x.go", true, false},
		{open, "a/y.go", false, false},
		{open, "b/x.go", false, false},
		{open, "a/x.go/y.go", false, false},
		{open, "loop/x.go", false, true},
		{open, "loop/none", false, false}, // in no known language
		{shut, "a/x.go", false, true},
	} {
		h := &had{at: map[string]int{test.name: 0}, read: make([]version, 1), now: []entry{{path: test.name, language: code.Of(test.name)}}}
		h.inspect(test.project)
		if e := h.now[0]; e.there != test.there || e.unsure != test.unsure {
			t.Errorf("%s: found there %t, unsure %t", test.name, e.there, e.unsure)
		}
		if _, gone, _ := h.changed(open, nil, code.NewReader(t.TempDir())); (len(gone) == 0) != test.unsure {
			t.Errorf("%s isn't listed: found %d files gone", test.name, len(gone))
		}
	}
}
