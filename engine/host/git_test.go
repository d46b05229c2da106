package host

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The state is what git's files say, as git writes them.
func TestGit(t *testing.T) {
	const one, two = "1111111111111111111111111111111111111111", "2222222222222222222222222222222222222222"
	tests := []struct {
		name  string
		files map[string]string // below .git, or with ../ beside it
		want  Git               // without its root
	}{
		{"nothing", map[string]string{}, Git{}},
		{"a branch", map[string]string{"HEAD": "ref: refs/heads/fix/ü\n", "refs/heads/fix/ü": one + "\n"}, Git{Branch: "fix/ü", Commit: one}},
		{"before the first commit", map[string]string{"HEAD": "ref: refs/heads/main\n"}, Git{Branch: "main"}},
		{"packed", map[string]string{"HEAD": "ref: refs/heads/main\n", "packed-refs": "# pack-refs with: peeled\n" + two + " refs/heads/mai\n" + one + " refs/heads/main\n^" + two + "\n"}, Git{Branch: "main", Commit: one}},
		{"packed and then changed", map[string]string{"HEAD": "ref: refs/heads/main\n", "refs/heads/main": two, "packed-refs": one + " refs/heads/main\n"}, Git{Branch: "main", Commit: two}},
		{"detached", map[string]string{"HEAD": one + "\n"}, Git{Commit: one, Detached: true}},
		{"merging", map[string]string{"HEAD": "ref: refs/heads/main\n", "MERGE_HEAD": two}, Git{Branch: "main", Operation: "merge"}},
		{"rebasing", map[string]string{"HEAD": one, "rebase-merge/head-name": "refs/heads/x"}, Git{Commit: one, Detached: true, Operation: "rebase"}},
		{"applying mail", map[string]string{"HEAD": one, "rebase-apply/applying": ""}, Git{Commit: one, Detached: true, Operation: "am"}},
		{"picking", map[string]string{"HEAD": one, "CHERRY_PICK_HEAD": two}, Git{Commit: one, Detached: true, Operation: "cherry-pick"}},
		{"reverting", map[string]string{"HEAD": one, "REVERT_HEAD": two}, Git{Commit: one, Detached: true, Operation: "revert"}},
		{"bisecting", map[string]string{"HEAD": one, "BISECT_LOG": ""}, Git{Commit: one, Detached: true, Operation: "bisect"}},
		{"tables of refs", map[string]string{"HEAD": "ref: refs/heads/.invalid\n"}, Git{}},
		{"a ref that leads out", map[string]string{"HEAD": "ref: refs/heads/../../../secret\n", "../secret": one}, Git{}},
		{"no commit", map[string]string{"HEAD": "password\n"}, Git{}},
		{"empty", map[string]string{"HEAD": ""}, Git{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			lay(t, dir, map[string]string{".git/config": "", "sub/x": ""})
			for name, text := range test.files {
				lay(t, filepath.Join(dir, ".git"), map[string]string{name: text})
			}
			test.want.Root = dir
			if got, err := (&Host{}).Git(filepath.Join(dir, "sub")); got != test.want || err != nil {
				t.Errorf("%+v, want %+v", got, test.want)
			}
		})
	}
}

// A worktree has its own HEAD and the refs of the main one, a submodule its own.
func TestGitElsewhere(t *testing.T) {
	const one = "1111111111111111111111111111111111111111"
	dir := t.TempDir()
	lay(t, dir, map[string]string{
		"main/.git/HEAD":                       "ref: refs/heads/main\n",
		"main/.git/refs/heads/side":            one + "\n",
		"main/.git/worktrees/side/HEAD":        "ref: refs/heads/side\n",
		"main/.git/worktrees/side/commondir":   "../..\n",
		"main/.git/worktrees/side/gitdir":      filepath.Join(dir, "side/.git") + "\n",
		"main/.git/worktrees/side/MERGE_HEAD":  one,
		"side/.git":                            "gitdir: " + filepath.Join(dir, "main/.git/worktrees/side") + "\n",
		"main/lib/.git":                        "gitdir: ../.git/modules/lib\n",
		"main/.git/modules/lib/HEAD":           "ref: refs/heads/dev\n",
		"main/.git/modules/lib/refs/heads/dev": one,
		"odd/.git":                             "neither\n",
	})
	for name, want := range map[string]Git{
		"main":     {Branch: "main"},
		"side":     {Branch: "side", Commit: one, Worktree: true, Operation: "merge"},
		"main/lib": {Branch: "dev", Commit: one},
		"odd":      {},
	} {
		want.Root = filepath.Join(dir, name)
		if got, err := (&Host{}).Git(want.Root); got != want || err != nil {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
	staged := &Host{Stage: &Stage{Root: filepath.Join(dir, "side")}}
	if got, err := staged.Git(filepath.Join(dir, "side")); got.Branch != "" || err != nil {
		t.Errorf("a test's project knows %+v, which lies outside", got)
	}
}

// Whatever the files hold, no more of them appears than a branch and a commit.
func FuzzGit(f *testing.F) {
	f.Add("ref: refs/heads/main", "1111111111111111111111111111111111111111 refs/heads/main")
	f.Add("ref: refs/../x", "")
	dir := f.TempDir()
	os.Mkdir(filepath.Join(dir, ".git"), 0o755)
	f.Fuzz(func(t *testing.T, head, packed string) {
		os.WriteFile(filepath.Join(dir, ".git", "HEAD"), []byte(head), 0o644)
		os.WriteFile(filepath.Join(dir, ".git", "packed-refs"), []byte(packed), 0o644)
		g, _ := (&Host{}).Git(dir) // a ref may have a name that no file can have
		if g.Commit != object(g.Commit) || g.Detached && g.Branch != "" || !strings.Contains(head, g.Branch) {
			t.Errorf("%q, %q: %+v", head, packed, g)
		}
	})
}

func lay(t *testing.T, dir string, all map[string]string) {
	t.Helper()
	for name, text := range all {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
