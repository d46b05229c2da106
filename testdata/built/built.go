// Package built has the commands of this module for tests, as an installation has them: side by
// side in one folder, of which each process has its own (link.go).
package built

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"bcrules.dev/engine/host"
)

var built []string // the folders, as they are asked for

// installed are the commands of an installation. The administrators' command, bcfleet, is run by
// the tests of package fleet, and by scripts in their own process.
var installed = []string{"bcrules", "bchook", "bcindex", "bcstore"}

// folder builds the commands when it is first asked for. detected builds them with the race
// detector if tests have it.
var (
	folder   = sync.OnceValues(func() (string, error) { return build(false, installed...) })
	detected = sync.OnceValues(func() (string, error) { return build(Raced, installed...) })
)

// build builds commands into a folder of their own.
func build(race bool, commands ...string) (string, error) {
	dir, err := newFolder()
	if err != nil {
		return "", err
	}
	system, err := System()
	if err != nil {
		return "", err
	}
	if err := link(dir, system, race, commands...); err != nil {
		return "", err
	}
	return dir, nil
}

// Usual is how long an event may take where nothing says it (hook.Usual): what is built has it,
// and who tests that in its own process sets it.
const Usual = "60s"

// System is the folder that commands of tests take for the system's own (host.System), so
// that no test comes upon the account that runs it: that has its home there.
var System = sync.OnceValues(func() (string, error) {
	dir, err := newFolder()
	if short := len(nowhere) - len(dir) - len("/system"); err == nil && short >= 0 { // as long as what is linked in
		dir = filepath.Join(dir, "system"+strings.Repeat("-", short))
	}
	for _, name := range []string{"etc", "dev/shm", "home"} {
		err = errors.Join(err, os.MkdirAll(filepath.Join(dir, name), 0o755))
	}
	account := fmt.Sprintf("me:x:%d:0::%s:/bin/sh\n", os.Geteuid(), filepath.Join(dir, "home"))
	return dir, errors.Join(err, os.WriteFile(filepath.Join(dir, "etc", "passwd"), []byte(account), 0o644))
})

// newFolder makes a folder that is removed when the tests have run.
func newFolder() (string, error) {
	dir, err := os.MkdirTemp("", "bcrules-built-")
	if err != nil {
		return "", err
	}
	built = append(built, dir)
	return dir, os.Chmod(dir, 0o755) // some tests run hooks as another user
}

// Commands returns the folder with all commands. It is for all tests of the process: none may
// change what is in it. Under the race detector it ends a test that isn't SideBySide: what
// commands say and leave is found without it, which takes ten times as long.
func Commands(t testing.TB) string {
	t.Helper()
	whole, _, _ := strings.Cut(t.Name(), "/")
	_, looked := sideBySide.Load(whole)
	if Raced && !looked {
		t.Skip("looks at what commands do, not at what they do side by side")
	}
	if looked {
		return found(t, detected)
	}
	return Beside(t)
}

// Beside is Commands for a test of which the rest is done in its own process, where the race
// detector looks at it.
func Beside(t testing.TB) string {
	t.Helper()
	return found(t, folder)
}

func found(t testing.TB, folder func() (string, error)) string {
	t.Helper()
	dir, err := folder()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// SideBySide says of a test, with those in it, that the commands which it starts do things side by side. Under the
// race detector they are built with it; what it finds in one of them fails all tests.
func SideBySide(t testing.TB) { sideBySide.Store(t.Name(), true) }

var sideBySide sync.Map // names of tests

// InTurn says of a test that all it does, it does in turn, so that the race detector, which makes
// evaluating rules take ten times as long, finds nothing in it that it doesn't in others.
func InTurn(t testing.TB) {
	t.Helper()
	if Raced {
		t.Skip("does one thing after the other")
	}
}

// Thorough says that nothing is drawn where a sample would do (make thorough).
var Thorough = os.Getenv("THOROUGH") != ""

// Seed is what a test draws its sample by: SEED, or else the time.
func Seed(t testing.TB) uint64 {
	t.Helper()
	seed, err := strconv.ParseUint(cmp.Or(os.Getenv("SEED"), strconv.FormatInt(started, 10)), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("SEED=%d", seed)
	return seed
}

var started = time.Now().Unix()

// Folder returns a folder for what all tests of the process share. It is removed with what
// is built.
func Folder(t testing.TB) string {
	t.Helper()
	dir, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

var shared = sync.OnceValues(newFolder)

// onPath puts a folder with bcstore alone last on the PATH. It is built by itself, as few
// tests need all commands.
var onPath = sync.OnceValue(func() error {
	dir, err := build(false, "bcstore")
	if err != nil {
		return err
	}
	return os.Setenv("PATH", os.Getenv("PATH")+string(filepath.ListSeparator)+dir)
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

// Run is what testing.M does. Tests that compile rules leave much behind and keep little,
// and looking for memory to free took a fourth of their time; so it did in the commands that
// they start (GOGC), which live for a moment.
func (m M) Run() int {
	debug.SetGCPercent(200)
	os.Setenv("GOGC", "400")
	system, err := System()
	if err != nil {
		panic(err)
	}
	host.System = system // for what tests run in this process
	races := filepath.Join(system, "race")
	os.Setenv("GORACE", "log_path="+races)
	code := m.M.Run()
	if found, _ := filepath.Glob(races + ".*"); len(found) > 0 {
		for _, file := range found {
			text, _ := os.ReadFile(file)
			fmt.Fprintf(os.Stderr, "a command that tests started: %s\n", text)
		}
		code = 1
	}
	for _, dir := range built {
		os.RemoveAll(dir)
	}
	return code
}
