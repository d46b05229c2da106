//go:build unix

package index

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bcrules.dev/cmd/index/code"
)

// The index keeps what it knows of files that can't be looked at; missing files go.
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

// If git fails in a repository, it is unknown which files exist and which are ignored: the index
// keeps its content and the requests. Outside of repositories all files count.
func TestGitFails(t *testing.T) {
	x := indexer(t)
	write(t, filepath.Join(x.Dir, "a.go"), "package p\n\nfunc A() {}\n")
	write(t, filepath.Join(x.Dir, "made.go"), "package p\n\nfunc Made() {}\n")
	write(t, filepath.Join(x.Dir, ".gitignore"), "made.go\n")
	if out, err := exec.Command("git", "init", "-q", x.Dir).CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	finds := func(want string) {
		t.Helper()
		if got := found(t, x.File, "select name from symbols order by name"); got != want {
			t.Errorf("found %q, want %q", got, want)
		}
	}
	fails := func(says string, paths ...string) {
		t.Helper()
		if err := x.Run(paths); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("found %v, want one with %q", err, says)
		}
	}
	if err := x.Run([]string{""}); err != nil {
		t.Fatal(err)
	}
	finds("A")
	head := filepath.Join(x.Dir, ".git", "HEAD")
	if err := os.Rename(head, head+".away"); err != nil {
		t.Fatal(err)
	}
	fails("git check-ignore: fatal: not a git repository", "made.go")
	finds("A")
	if err := os.Rename(head+".away", head); err != nil {
		t.Fatal(err)
	}
	index := filepath.Join(x.Dir, ".git", "index")
	write(t, index, "no index")
	fails("git ls-files: ", "")
	finds("A")
	if err := os.Remove(index); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(x.Dir, "b.go"), "package p\n\nfunc B() {}\n")
	if err := x.Run([]string{"made.go"}); err != nil {
		t.Fatal(err)
	}
	finds("A B")
	if err := os.RemoveAll(filepath.Join(x.Dir, ".git")); err != nil {
		t.Fatal(err)
	}
	if err := x.Run([]string{""}); err != nil {
		t.Fatal(err)
	}
	finds("A B Made")
}

// Git tells nothing of a repository that somebody else owns. All its files count, as they would
// without one.
func TestGitDisowned(t *testing.T) {
	x := indexer(t)
	write(t, filepath.Join(x.Dir, "a.go"), "package p\n\nfunc A() {}\n")
	if out, err := exec.Command("git", "init", "-q", x.Dir).CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	for _, dir := range []string{x.Dir, filepath.Join(x.Dir, ".git")} {
		if err := os.Chown(dir, 65534, 65534); err != nil {
			t.Skip("only root may give folders away")
		}
	}
	if err := x.Run([]string{""}); err != nil {
		t.Fatal(err)
	}
	if got := found(t, x.File, "select name from symbols"); got != "A" {
		t.Errorf("found %q, want A", got)
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
