package actions

import (
	"os"
	"path/filepath"
	"testing"

	"bcrules.dev/engine/files"
)

// No action changes anything outside of the project that a path leads to.
func TestOutside(t *testing.T) {
	secret := file(t, "secret", free)
	project := filepath.Join(filepath.Dir(secret), "project")
	if err := os.Mkdir(project, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, filepath.Join(project, "link")); err != nil {
		t.Skipf("links can't be made: %v", err)
	}
	for _, name := range []string{"../secret", "link"} {
		p := files.NewRoot(project).Place(name)
		for what, try := range map[string]func() error{
			"edit":    func() error { return setStatus(p, "x") },
			"append":  func() error { return addTo(p, "{}") },
			"bind":    func() error { _, err := bindTo(p, "s", "now"); return err },
			"unlock":  func() error { _, err := removeAt(p, free); return err },
			"compact": func() error { _, _, err := compacting(0, 1).compactAt(p); return err },
		} {
			if err := try(); err == nil {
				t.Errorf("%s %s: found no error, want one", what, name)
			}
		}
	}
	if got := content(t, secret); got != free {
		t.Errorf("the file outside holds %q", got)
	}
}
