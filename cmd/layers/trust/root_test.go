package trust

import (
	"os"
	"path/filepath"
	"testing"
)

// A record from when all files were seen from the root of the rules' project says so when it is
// read.
func TestOlderRoots(t *testing.T) {
	dir := filepath.Join(Real(t.TempDir()), "p")
	rules := filepath.Join(dir, ".claude", "bcrules")
	store := Open(t.TempDir())
	abs := filepath.ToSlash(filepath.Join(dir, "b"))
	if err := store.Write(Record{Dir: rules, Runs: []Kept{{Path: "a"}, {Path: abs}}}); err != nil {
		t.Fatal(err)
	}
	r, err := store.Read(rules)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := r.Runs[0].Root, r.Runs[1].Root; a != dir || b != "" {
		t.Errorf("found roots %q and %q, want %q and none", a, b, dir)
	}
}

// Files are looked at only from folders with the rules, and those that are the same as from the
// first appear once.
func TestLookAt(t *testing.T) {
	dir := Real(t.TempDir())
	in := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	for _, name := range []string{".git", ".claude/bcrules", "same", "other", "empty", "strange/.claude/bcrules", "strange/.git"} {
		if err := os.MkdirAll(in(name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	written := map[string]string{".claude/bcrules/r.cue": "", "strange/.claude/bcrules/r.cue": "", "a": "1", "same/a": "1", "other/a": "2", "strange/a": "3"}
	for name, text := range written {
		if err := os.WriteFile(in(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r := Record{Dir: in(".claude/bcrules")}
	var found []string
	for _, k := range r.lookAt(map[string]bool{"a": true}, view{dir, []string{in("same"), in("other"), in("strange"), in(".claude"), in("gone")}, in("empty")}) {
		found = append(found, k.Root)
	}
	if n := len(r.lookAt(map[string]bool{"a": true}, view{dir, []string{in("empty")}, ""})); n != 2 {
		t.Errorf("looked %d times, want that of a folder which was asked for it is said that nothing is there", n)
	}
	if len(found) != 2 || found[0] != dir || found[1] != in("other") {
		t.Errorf("looked from %v, want %s and what is other in it", found, dir)
	}
}
