//go:build unix

package facts

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"bcrules.dev/engine"
	"bcrules.dev/engine/effects"
	"bcrules.dev/engine/host"
)

const registering = `{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "/opt/bchook"}]}]}}`

// bases make a repository, in which main is ahead of old by the file, or by another.
var bases = map[string]string{
	"tracked": "echo a >a; git add a; git commit -qm 1; git branch old; mkdir s; cp ../reg s/r.json; git add s; git commit -qm 2; git branch side; echo b >b; git add b; git commit -qm 3",
	"settled": "mkdir s; cp ../reg s/r.json; git add s; git commit -qm 1; git branch old; echo a >a; git add a; git commit -qm 2; git branch side; echo b >b; git add b; git commit -qm 3",
	"changed": "mkdir s; cp ../reg s/r.json; git add s; git commit -qm 1; git branch old; echo b >b; git add b; git commit -qm 2; git branch side; echo >>s/r.json",
	"new":     "echo a >a; git add a; git commit -qm 1; git branch old; echo b >b; git add b; git commit -qm 2; git branch side; mkdir s; cp ../reg s/r.json",
	"ignored": "echo s/ >.gitignore; git add .gitignore; git commit -qm 1; git branch old; echo b >b; git add b; git commit -qm 2; git branch side; mkdir s; cp ../reg s/r.json",
}

// What git does to a file is told before. What it leaves alone is told of only where there is no
// telling what git will do, or a later step would do it.
func TestSwept(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	told := []string{
		"git status", "git stash", "git stash -u", "git stash -a", "git stash push -u -- s", "git stash push -u -- a", "git add -A && git stash",
		"git checkout -q old", "git checkout -q side", "git checkout -q -b new old", "git switch -q -c new old", "git switch -q -c new",
		"git checkout -q --detach", "git checkout -q -- s", "git checkout -q b", "git reset -q --hard old", "git reset -q --hard", "git revert --no-edit HEAD",
		"git merge -q side", "git restore .", "git restore --source=old s", "git add -A && git commit -qm x && git checkout -q HEAD~1",
		"git fetch && git checkout -q side", "cd s && git checkout -q old", "git checkout -q .", "git checkout -q .z", "git commit -qam x; git switch -q old", "git reset -q -- .z",
		"cd s && git checkout -q r.json",
	}
	cautious := []string{
		"git checkout -q old -- .", "git switch -q --orphan x", "git checkout -q old; git checkout -q -", "git rebase -q old", "git rebase -q --onto old HEAD~1",
		"git reset -q old && git stash -u", "git cherry-pick -n HEAD~1", "git rm -rq --cached . && git commit -qm x && git stash -u", "git sparse-checkout set b",
	}
	for base, made := range bases {
		t.Run(base, func(t *testing.T) {
			t.Parallel()
			top, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(top, "reg"), []byte(registering), 0o600); err != nil {
				t.Fatal(err)
			}
			sh(t, top, "git init -qb main base; cd base; git config user.name x; git config user.email x@x; touch .z; git add .z; "+made)
			for i, command := range append(told, cautious...) {
				gone, changed := sweptIn(t, top, command)
				if changed && len(gone) == 0 || !changed && len(gone) > 0 && i < len(told) {
					t.Errorf("%s: found %q told, and the file changed: %t", command, gone, changed)
				}
			}
		})
	}
}

// sh runs a line in a folder; of some git says no, and nothing is changed.
func sh(t *testing.T, dir, line string) {
	t.Helper()
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "GIT_CONFIG_NOSYSTEM=1", "GIT_EDITOR=true"}
	_ = cmd.Run()
}

// sweptIn returns what is told of a command in a copy of a repository, and whether it changed the
// file in truth.
func sweptIn(t *testing.T, top, command string) (gone []string, changed bool) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "p")
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(top, "base"))); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "s", "r.json")
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	c := &engine.Call{Host: &host.Host{Dir: dir, Cwd: dir, Home: top, Getenv: os.Getenv}}
	at := effects.Place{Dir: dir, Home: top, Getenv: os.Getenv, Root: func(string) string { return dir }}
	does := effects.Of(at, func(yield func(verb, text string) bool) { yield("shell", command) })
	if gone, err = sweptBy(c, does, []any{"s/r.json", "none.json"}); err != nil {
		t.Fatal(err)
	}
	sh(t, dir, command)
	after, _ := os.ReadFile(file)
	return gone, string(after) != string(before)
}
