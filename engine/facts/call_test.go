package facts

import (
	"os"
	"path/filepath"
	"testing"

	"bcrules.dev/engine"
	"bcrules.dev/engine/host"
)

// The root is that of the repository, or of the project if there is none.
func TestRootOf(t *testing.T) {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	repository, bare := filepath.Join(top, "repository"), filepath.Join(top, "bare")
	tree(t, top, map[string]int{"repository/.git/HEAD": 0, "repository/web/a": 0, "bare/b/c": 0, "elsewhere/d": 0})
	if err := os.WriteFile(filepath.Join(repository, ".git/HEAD"), []byte("ref: refs/heads/main\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ project, dir, want string }{
		{repository, filepath.Join(repository, "web"), repository},
		{filepath.Join(repository, "web"), filepath.Join(repository, "web"), repository},
		{repository, filepath.Join(top, "elsewhere"), ""},
		{bare, bare, bare},
		{bare, filepath.Join(bare, "b"), bare},
		{bare, filepath.Join(repository, "web"), repository},
		{bare, "", ""},
	} {
		c := &engine.Call{Host: &host.Host{Dir: test.project}}
		if got := rootOf(c, test.dir); got != test.want {
			t.Errorf("in %s, of project %s: %q, want %q", test.dir, test.project, got, test.want)
		}
	}
}

// A path whose beginning is unknown is in no folder.
func TestUnderUnknown(t *testing.T) {
	dir := t.TempDir()
	for src, want := range map[string]string{
		"under('a', '.')": "[true]", "under('a/${X}/b', '.')": "[true]",
		"under('${X}/a', '.')": "[false]", "under('$(…)/a', '.')": "[false]", "under('${X}/a', '~')": "[false]", "under('a', '${X}')": "[false]",
	} {
		if got := ask(t, dir, "", src); got != want {
			t.Errorf("%s: %s, want %s", src, got, want)
		}
	}
}
