// Package built has the commands of this module for tests, built once a process, as
// an installation has them: side by side in one folder.
package built

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

var built string // the folder, "" until it is asked for

// folder builds the commands when it is first asked for.
var folder = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "bcrules-built-")
	if err != nil {
		return "", err
	}
	built = dir
	if err := os.Chmod(dir, 0o755); err != nil { // some tests run hooks as another user
		return "", err
	}
	out, err := exec.Command("go", "build", "-o", dir, "bcrules.dev/cmd/...").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return dir, nil
})

// Commands returns the folder with both commands. It is for all tests of the process:
// none may change what is in it.
func Commands(t testing.TB) string {
	t.Helper()
	dir, err := folder()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// onPath puts a folder with bcstore alone last on the PATH.
var onPath = sync.OnceValue(func() error {
	dir, err := folder()
	if err != nil {
		return err
	}
	program, err := exec.LookPath(filepath.Join(dir, "bcstore"))
	if err != nil {
		return err
	}
	alone := filepath.Join(dir, "stores")
	if err := os.Mkdir(alone, 0o755); err != nil {
		return err
	}
	if err := os.Symlink(program, filepath.Join(alone, filepath.Base(program))); err != nil {
		return err
	}
	return os.Setenv("PATH", os.Getenv("PATH")+string(filepath.ListSeparator)+alone)
})

// Storekeeper has this process, and scripts that it runs, find bcstore on the PATH, as
// what vets and tests rules with stores asks it.
func Storekeeper(t testing.TB) {
	t.Helper()
	if err := onPath(); err != nil {
		t.Fatal(err)
	}
}

// M runs tests and removes what was built for them.
type M struct{ *testing.M }

// Run is what testing.M does.
func (m M) Run() int {
	code := m.M.Run()
	if built != "" {
		os.RemoveAll(built)
	}
	return code
}
