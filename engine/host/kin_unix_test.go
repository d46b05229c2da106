//go:build unix

package host

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Folders are kin in all worktrees of a repository and in all its parts, wherever these are and were
// moved, and whatever calls itself a repository in between; and nowhere else.
func TestKin(t *testing.T) {
	system(t)
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(`
		init part
		-C part commit --allow-empty -m 1
		init r
		-C r commit --allow-empty -m 1
		-C r submodule add ../part sub
		-C r commit -m 2
		-C r worktree add ../r2
		-C r2 submodule update --init
		init p
		init p/old
		init other
		init r/nested
		clone --bare r bare.git
		-C bare.git worktree add ../b1
		-C bare.git worktree add ../b2
		init m
		-C m commit --allow-empty -m 1
		-C m worktree add ../m2
	`), "\n") {
		cmd := exec.Command("git", append([]string{"-c", "protocol.file.allow=always", "-c", "user.name=x", "-c", "user.email=x@example.com"}, strings.Fields(line)...)...)
		cmd.Dir, cmd.Env = top, append(os.Environ(), "HOME="+top, "GIT_CONFIG_NOSYSTEM=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", line, err, out)
		}
	}
	for _, dir := range []string{"r2/evil/.git", "r2/deep/evil", "elsewhere"} {
		if err := os.MkdirAll(filepath.Join(top, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Rename(filepath.Join(top, "m"), filepath.Join(top, "moved")); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		session, dir string
		want         bool
	}{
		{"r", "r2/evil", true}, {"r", "r2/deep/evil/none", true}, {"r2", "r/nested/evil", true},
		{"r", "r2/sub/evil", true}, {"r/sub", "r2/evil", true}, {"r/sub", "r2/sub/evil", true}, {"r2/sub", "r/evil", true},
		{"p/old", "p/evil", true}, {"p", "p/old/evil", true},
		{"b1", "b2/evil", true}, {"b1", "bare.git/evil", true},
		{"moved", "m2/evil", true}, {"m2", "moved/evil", true},
		{"r", "other", false}, {"r", "part/evil", false}, {"p", "elsewhere", false}, {"b1", "r/evil", false}, {"elsewhere", "r", false},
	} {
		p := FindProject(filepath.Join(top, test.session), func(string) string { return "" })
		if err := p.ground().kin(filepath.Join(top, test.dir)); errors.Is(err, errKin) != test.want || err != nil && !test.want {
			t.Errorf("from %s %s is kin: %v, want %t", test.session, test.dir, err, test.want)
		}
	}
}
