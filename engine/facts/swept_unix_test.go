//go:build unix

package facts

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"bcrules.dev/engine"
	"bcrules.dev/engine/effects"
	"bcrules.dev/engine/host"
	"bcrules.dev/testdata/built"
)

const registering = `{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "/opt/bchook"}]}]}}`

// bases make a repository, in which main is ahead of old by the file, or by another.
var bases = map[string]string{
	"tracked": "echo a >a; git add a; git commit -qm 1; git branch old; mkdir s; cp ../reg s/r.json; git add s; git commit -qm 2; git branch side; echo b >b; git add b; git commit -qm 3",
	"settled": "mkdir s; cp ../reg s/r.json; git add s; git commit -qm 1; git branch old; echo a >a; git add a; git commit -qm 2; git branch side; echo b >b; git add b; git commit -qm 3",
	"changed": "mkdir s; cp ../reg s/r.json; git add s; git commit -qm 1; git branch old; echo b >b; git add b; git commit -qm 2; git branch side; echo >>s/r.json",
	"new":     "echo a >a; git add a; git commit -qm 1; git branch old; echo b >b; git add b; git commit -qm 2; git branch side; mkdir s; cp ../reg s/r.json",
	"linked":  "echo a >a; git add a; git commit -qm 1; git branch old; mkdir s t; cp ../reg t/x; ln -s ../t/x s/r.json; git add s; git commit -qm 2; git branch side; echo b >b; git add b; git commit -qm 3",
	"crlf":    "git config core.autocrlf true; mkdir s; sed 's/$/\r/' ../reg >s/r.json; git add s; git commit -qm 1; git branch old; echo b >b; git add b; git commit -qm 2; git branch side",
	"way":     "echo s/ >.gitignore; git add .gitignore; git commit -qm 1; git branch old; git checkout -qb evil; ln -s d s; git add s; git commit -qm x; git checkout -q main; echo b >b; git add b; git commit -qm 2; git branch side; mkdir s; cp ../reg s/r.json",
	"renamed": "mkdir s; echo q >s/q; git add s; git commit -qm 1; git branch old; git checkout -qb evil; git mv s conf; git commit -qm x; git checkout -q main; cp ../reg s/r.json; echo b >b; git add s b; git commit -qm 2; git branch side",
	"ignored": "echo s/ >.gitignore; git add .gitignore; git commit -qm 1; git branch old; echo b >b; git add b; git commit -qm 2; git branch side; mkdir s; cp ../reg s/r.json",
}

// swept tells what git will do to a file. If git leaves a file alone, it tells that only if git's
// action is unclear, or a later step would touch the file.
func TestSwept(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	patience = time.Minute // on a machine that does other things as well
	t.Cleanup(func() { patience = 3 * time.Second })
	told := []string{
		"git status", "git stash", "git stash -u", "git stash -a", "git stash push -u -- s", "git stash push -u -- a",
		"git checkout -q old", "git checkout -q side", "git checkout -q -b new old", "git switch -q -c new old", "git switch -q -c new",
		"git checkout -q --detach", "git checkout -q -- s", "git checkout -q b", "git reset -q --hard old", "git reset -q --hard", "git revert --no-edit HEAD",
		"git merge -q side", "git restore .", "git restore --source=old s",
		"cd s && git checkout -q old", "git checkout -q .", "git checkout -q .z", "git reset -q -- .z",
		"cd s && git checkout -q r.json", "git checkout -q .z s", "git checkout -q s .z", "git checkout-index -f -a", "git checkout-index -f s/r.json",
		"git checkout-index -f .z", "git --icase-pathspecs checkout -q -- S", "rm -f .gitignore; git stash -u", "git merge -q d",
		"git symbolic-ref HEAD && git checkout -q side",
		"git update-index -q --refresh; git checkout -q side", "git remote -v && git branch -a && git checkout -q side", "git config user.name; git tag; git stash list; git checkout -q side",
		"git log --oneline -1 && git stash", "git rev-list HEAD && git ls-tree HEAD && git merge-base HEAD side && git checkout -q side", "git add -A && git commit -qm x", "git reflog; git checkout -q side",
		"git add -A && git stash", "git fetch && git checkout -q side", "git push || git checkout -q side", "git fetch -q && git rebase -q side",
		"git notes add -m x && git checkout -q side", "git gc -q && git checkout -q side", "git remote add u ../u; git checkout -q side", "git config user.email y && git checkout -q side",
		"git checkout -q side && git stash -u", "git stash pop || git status", "git diff HEAD~1 HEAD | git apply -R", "git show HEAD | git apply -R", "for b in side main; do git checkout -q $b; done",
		"git checkout -q -b x && git add -A && git commit -qm x", "git submodule -q update --init && git fetch",
	}
	cautious := []string{
		"for i in 1 2; do git checkout -q HEAD~1; done", "while git checkout -q HEAD~1; do :; done", "f() { git checkout -q HEAD~1; }; f; f", "printf '1\\n2\\n' | xargs -I{} git checkout -q HEAD~1",
		"git checkout -q old; git add -A; git stash", "$(git --exec-path)/git-checkout -q old", "git checkout -q side; git format-patch -q -1 main --stdout | git am -q", "git show HEAD~1 | git apply -R",
		"git rebase -q --autostash old", "git bisect start -q HEAD HEAD~1 && git bisect bad", "git bisect start -q; git bisect bad; git bisect good HEAD~1", "git rm -q --cached -r . && git stash -u",
		"git add -A && git commit -qm x && git checkout -q HEAD~1", "git commit -qam x; git switch -q old", "git add .z && git commit -q --allow-empty -m x && git merge -q side", "git config core.autocrlf input; git stash -u", "git branch x && git checkout -q side",
		"git checkout -q evil", "git switch -q evil", "git merge -q evil", "git merge -q --no-edit evil", "git cherry-pick evil", "git rebase -q evil", "git reset -q --keep evil; true",
		"git checkout -q HEAD~1 && git checkout -q HEAD~1", "git reset -q --keep HEAD~1 && git reset -q --keep HEAD~1; true", "git commit -q --allow-empty -m x && git revert --no-edit HEAD~2",
		"git stash -q; git stash pop", "git tag -f v1 old && git checkout -q v1", "git push -q . +old:side && git checkout -q side", "git fetch -q . old && git checkout -q FETCH_HEAD",
		"git add -f . && git stash", "git add -f . && git commit -qm x && git checkout -q HEAD~1", "git checkout -q HEAD~1 && git stash -u",
		"git config core.excludesFile /dev/null && git stash -u", "XDG_CONFIG_HOME=/x git stash -u", "HOME=/x git -c user.name=x -c user.email=x stash -u",
		"git revert --no-edit -m 2 HEAD || git status", "echo HEAD~1 | git revert --no-edit --stdin", "echo old | git cherry-pick --stdin; true", "yes | git checkout -p",
		"git rebase -q --autostash --exec false HEAD~1 || true", "GIT_SEQUENCE_EDITOR=\"sed -i '1i exec git checkout -q old'\" git rebase -q -i HEAD", "git merge-recursive HEAD -- HEAD old; true",
		"git diff old s/r.json | git apply -R", "git diff HEAD~1 . | git apply -R", "git --git-dir=.git diff HEAD~1 HEAD | git apply -R", "GIT_DIR=.git git diff old | git apply -R",
		"git diff HEAD old >../q; git apply ../q", "git diff HEAD old | git apply --stat --apply", "git diff HEAD old >p.patch; cp p.patch n; git apply n",
		"git checkout -q old -- .", "git switch -q --orphan x", "git checkout -q old; git checkout -q -", "git rebase -q old", "git rebase -q --onto old HEAD~1",
		"git reset -q old && git stash -u", "git cherry-pick -n HEAD~1", "git rm -rq --cached . && git commit -qm x && git stash -u", "git sparse-checkout set --no-cone b",
		"git symbolic-ref HEAD refs/heads/old && git checkout -qf", "git branch -f side old && git checkout -q side", "git fetch -q . +old:side && git checkout -q side",
		"git --git-dir=.git --work-tree=. checkout -q old", "GIT_DIR=.git git checkout -q old", "export GIT_INDEX_FILE=x; git checkout -qf old",
		"git -c Core.ExcludesFile=/dev/null stash -u", "git config core.SPARSECHECKOUT true; mkdir -p .git/info; echo b >.git/info/sparse-checkout; git read-tree -mu HEAD",
		"echo b >.git/info/sparse-checkout; git -c core.sparsecheckout=1 checkout -q side",
	}
	done := make([]atomic.Bool, len(told)+len(cautious)) // somewhere: of some git says no in one repository or another
	t.Cleanup(func() {
		for i, command := range append(told, cautious...) {
			if !done[i].Load() && !built.Raced {
				t.Errorf("%s: git refused it everywhere, want it done", command)
			}
		}
	})
	for base, made := range bases {
		if built.Raced && base != "tracked" && base != "way" {
			continue // two at once show the race detector what nine do; most of the time is git's
		}
		t.Run(base, func(t *testing.T) {
			t.Parallel()
			top, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(top, "reg"), []byte(registering+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			made = "git init -qb main base; cd base; rm -r .git/hooks; git config user.name x; git config user.email x@x; touch .z; git add .z; mkdir d; " + made
			if out, ok := sh(t, top, strings.ReplaceAll(made, "; ", " && ")+" && git branch d side"); !ok {
				t.Fatal(out)
			}
			for i, command := range append(told, cautious...) {
				gone, changed, ok := sweptIn(t, top, command)
				done[i].CompareAndSwap(false, ok)
				if changed && len(gone) == 0 || !changed && len(gone) > 0 && i < len(told) {
					t.Errorf("%s: found %q told, and the file changed: %t", command, gone, changed)
				}
			}
		})
	}
}

// swept also tells of a file with an unwanted setting that git or a patch may bring.
func TestStopped(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	patience = time.Minute
	t.Cleanup(func() { patience = 3 * time.Second })
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	made := "git init -qb main base; cd base; git config user.name x; git config user.email x@x; echo a >a; git add a; git commit -qm 1; git branch side; git checkout -qb off; mkdir s; " +
		"echo '{\"off\": 1}' >s/o.json; git add s; git commit -qm off; git format-patch -q -1 --stdout >../m; git diff main >../p; git diff -R main >../r; git checkout -q main; " +
		"git checkout -qb esc; mkdir s; echo '{\"o\\\\u0066f\": 1}' >s/o.json; git add s; git commit -qm esc; git checkout -q main; mkdir s; echo reg >s/r.json; echo b >b; " +
		"git config uploadpack.allowFilter true; git clone -q --filter=blob:none file://$PWD ../part; cd ../part; git config user.name x; git config user.email x@x"
	if out, ok := sh(t, top, strings.ReplaceAll(made, "; ", " && ")); !ok {
		t.Fatal(out)
	}
	for _, line := range []string{
		"git checkout -q esc", "git checkout -q origin/off", "git merge -q origin/off", "git rebase -q origin/esc", "git checkout -q origin/side",
		"git checkout -q off", "git tag z off; git checkout -q z", "git checkout -q $(git rev-parse off)", "git fetch -q . off; git merge -q FETCH_HEAD", "git read-tree off; git checkout-index -a; true",
		"git -c alias.x='checkout -q off' x", "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.x GIT_CONFIG_VALUE_0='checkout -q off' git x", "git diff HEAD off | git apply", "git diff off HEAD | git apply -R", "git diff off..main | git apply -R", "git show off | patch -sp1",
		"git apply ../../p", "git apply -R ../../r", "patch -sp1 <../../p", "cat ../../p | git apply", "git am -q ../../m", "git am -q <../../m",
		"git checkout -q side", "git checkout -q $(git rev-parse side)", "git diff HEAD side | git apply --allow-empty",
	} {
		dir := filepath.Join(t.TempDir(), "x", "p")
		base := "base"
		if strings.Contains(line, "origin/") { // a clone without contents
			base = "part"
		}
		if err := os.CopyFS(dir, os.DirFS(filepath.Join(top, base))); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"m", "p", "r"} {
			data, _ := os.ReadFile(filepath.Join(top, name))
			if err := os.WriteFile(filepath.Join(dir, "..", "..", name), data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		c := &engine.Call{Host: &host.Host{Dir: dir, Cwd: dir, Home: top, Getenv: os.Getenv}}
		at := effects.Place{Dir: dir, Home: top, Getenv: os.Getenv, Root: func(string) string { return dir }}
		gone, err := sweptBy(c, effects.Of(at, func(yield func(verb, text string) bool) { yield("shell", line) }), []any{[]any{"s/o.json", "off"}})
		if err != nil {
			t.Fatal(err)
		}
		out, ok := sh(t, dir, line)
		if _, lies := os.Lstat(filepath.Join(dir, "s", "o.json")); !ok || lies == nil && len(gone) == 0 || lies != nil && len(gone) > 0 && !strings.Contains(line, "$(") {
			t.Errorf("%s: found %v told, and the file there: %t (%s)", line, gone, lies == nil, out)
		}
	}
}

// sh runs a line in a folder, and reports what it says and whether nothing in it failed.
func sh(t *testing.T, dir, line string) (string, bool) {
	t.Helper()
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "GIT_CONFIG_NOSYSTEM=1", "GIT_EDITOR=true"}
	out, err := cmd.CombinedOutput()
	return string(out), err == nil
}

// sweptIn returns what swept tells of a command in a copy of a repository, and whether the command
// really changed the file.
func sweptIn(t *testing.T, top, command string) (gone []string, changed, ok bool) {
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
	all, err := sweptBy(c, does, []any{"s/r.json", "none.json"})
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range all {
		gone = append(gone, one.Path)
	}
	_, ok = sh(t, dir, command)
	after, _ := os.ReadFile(file)
	return gone, string(after) != string(before), ok
}
