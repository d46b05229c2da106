//go:build unix

package host

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What the project has on the PATH is skipped, whether by its own name, by a link or from beside it,
// and no variable leads a program into the project.
func TestProgram(t *testing.T) {
	home := t.TempDir()
	project, system := filepath.Join(home, "clone"), filepath.Join(home, "system")
	for _, dir := range []string{filepath.Join(project, ".git"), filepath.Join(project, "bin"), system} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, dir := range []string{filepath.Join(project, "bin"), system} {
		if err := os.WriteFile(filepath.Join(dir, "opens"), nil, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	link := filepath.Join(home, "link")
	if err := os.Symlink(filepath.Join(project, "bin"), link); err != nil {
		t.Fatal(err)
	}
	t.Chdir(project)
	t.Setenv("HOME", home)
	t.Setenv("CLAUDE_PROJECT_DIR", "")
	own := filepath.Join(project, "bin")
	for _, dirs := range []string{own + ":" + system, link + ":" + system, "bin::.:" + system, own + "/../bin:" + system} {
		t.Setenv("PATH", dirs)
		if got, err := Startable("opens"); got != filepath.Join(system, "opens") || err != nil {
			t.Errorf("on %s found %s (%v), want that of the system", dirs, got, err)
		}
		if !slices.Contains(Environ(), "PATH="+system) {
			t.Errorf("of %s the environment has not the system's folder alone", dirs)
		}
	}
	t.Setenv("PATH", own)
	if got, err := Startable("opens"); err == nil || !strings.Contains(err.Error(), "which is of the project") {
		t.Errorf("found %s (%v), want it said that it is of the project", got, err)
	}
	for _, value := range []string{own + "/evil.so", "/usr/lib/a.so " + own + "/evil.so", "/usr/share:" + own, "./bin/opens", link + "/opens", ".", "bin"} {
		t.Setenv("ODD", value)
		if slices.ContainsFunc(Environ(), func(set string) bool { return strings.HasPrefix(set, "ODD=") }) {
			t.Errorf("%s stays in the environment, want it gone", value)
		}
	}
	t.Setenv("ODD", "/usr/share:C.UTF-8")
	if !slices.Contains(Environ(), "ODD=/usr/share:C.UTF-8") {
		t.Error("a variable that leads elsewhere is gone, want it kept")
	}
}
