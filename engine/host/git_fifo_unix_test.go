//go:build unix

package host

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// If HEAD isn't text, the branch is unknown, which isn't the same as none.
func TestGitOdd(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := unix.Mkfifo(filepath.Join(dir, ".git", "HEAD"), 0o600); err != nil {
		t.Fatal(err)
	}
	h := &Host{Dir: dir, Cwd: dir, Getenv: os.Getenv}
	if g, err := h.Git(dir); err == nil {
		t.Errorf("found branch %q of a repository whose HEAD is a FIFO, want an error", g.Branch)
	}
}
