//go:build !windows

package load

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bcrules.dev/testdata/outlived"
	"bcrules.dev/testdata/postgres"
)

// clone makes a working copy of a repository at a path.
func clone(t *testing.T, path, remote string) {
	t.Helper()
	if err := os.MkdirAll(path, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"init", "-q"}, {"remote", "add", "origin", remote}} {
		cmd := exec.Command("git", append([]string{"-C", path}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatal(err, string(out))
		}
	}
}

// machine is one with a home of its own, at work in a folder with the others of a server.
func (c *crowd) machine(work string) *crowd {
	at := newCrowd(c.t, c.url)
	at.work = work
	return at
}

// edit has a session start and edit a file of the project, and returns what it was told.
func (c *crowd) edit(session string) string {
	c.send("SessionStart", session, map[string]any{"source": "startup"})
	return c.send("PreToolUse", session, map[string]any{"tool_name": "Edit",
		"tool_input": map[string]any{"file_path": filepath.Join(c.work, "a.go"), "old_string": "a", "new_string": "b"}})
}

// Two machines use one server. Those who work on one repository are told of each other's copies,
// wherever these are, but not of a conflict over one file. Those who work on two repositories at
// one path are told nothing.
func TestMachines(t *testing.T) {
	s, dir := postgres.Start(t), outlived.Folder(t)
	one, two := filepath.Join(dir, "ann", "app"), filepath.Join(dir, "bob", "src", "app")
	clone(t, one, "git@forge.example:team/app.git")
	clone(t, two, "https://forge.example/team/app")
	first := newCrowd(t, s.URL(""))
	first.work = one
	second := first.machine(two)
	if said := first.edit("ann"); strings.Contains(said, "edited") {
		t.Errorf("the first was told %s", said)
	}
	if said := second.edit("bob"); !strings.Contains(said, "`a.go` is also being edited in ") || !strings.Contains(said, one) || strings.Contains(said, "Conflict") {
		t.Errorf("who edits it in another copy was told %s", said)
	}
	if said := second.edit("eve"); !strings.Contains(said, "is being edited by Session bob") {
		t.Errorf("who edits it in the same copy was told %s", said)
	}

	// One path, as in containers, but another repository.
	if err := os.RemoveAll(filepath.Join(one, ".git")); err != nil {
		t.Fatal(err)
	}
	clone(t, one, "git@forge.example:team/other.git")
	other := first.machine(one)
	if said := other.edit("joe"); strings.Contains(said, "edited") {
		t.Errorf("who edits a file of another repository at the same path was told %s", said)
	}
}
