//go:build unix

package host

import (
	"os"
	"path/filepath"
	"testing"
)

// A project's rules that can't be read are its rules, even those of a folder above.
func TestUnreadProject(t *testing.T) {
	dir := t.TempDir()
	sub := filepath.Join(dir, "a", "b")
	if err := os.MkdirAll(sub, 0o755); err != nil {
		t.Fatal(err)
	}
	home := func(string) string { return "" }
	if got := FindProject(sub, home).Rules(); got.Has() {
		t.Fatalf("found rules in %s, want none", got.Path)
	}
	for _, at := range []string{dir, sub} {
		link := filepath.Join(at, ".claude")
		if err := os.Symlink(".claude", link); err != nil {
			t.Fatal(err)
		}
		p := FindProject(sub, home)
		if got := p.Rules(); got.Fault == "" || got.Path != filepath.Join(link, "bcrules") || p.Root != at {
			t.Errorf("%s: found %+v of the project in %s, want a fault there", link, got, p.Root)
		}
	}
}

// If git's files can't be read, the state of the repository is unknown.
func TestUnreadGit(t *testing.T) {
	dir := t.TempDir()
	lay(t, dir, map[string]string{".git/HEAD": "ref: refs/heads/main\n", ".git/refs/heads/main": "1111111111111111111111111111111111111111\n"})
	for _, name := range []string{"HEAD", "refs/heads/main"} {
		path := filepath.Join(dir, ".git", name)
		if err := os.Rename(path, path+"-kept"); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(filepath.Base(path), path); err != nil {
			t.Fatal(err)
		}
		if g, err := (&Host{}).Git(dir); err == nil {
			t.Errorf("%s can't be read: found %+v, want an error", name, g)
		}
		if err := os.Rename(path+"-kept", path); err != nil {
			t.Fatal(err)
		}
	}
	if g, err := (&Host{}).Git(dir); err != nil || g.Branch != "main" {
		t.Errorf("found %+v, %v, want main", g, err)
	}
}
