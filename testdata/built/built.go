// Package built has the commands of this module for tests, as an installation has them: side by
// side in one folder. Each process has its own folder (link.go).
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

var built []string // the folders made so far

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

// Usual is how long an event may take by default (hook.Usual). Built commands have it, and tests of
// it in their own process set it.
const Usual = "60s"

// System is the folder that tested commands take for the system's own (host.System). So no test
// reaches the account that runs it: the account has its home there.
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

// Commands returns the folder with all commands. All tests of the process share it, so none may
// change it. Under the race detector it ends a test that isn't SideBySide: what commands say and
// leave is tested without the detector, which takes ten times as long.
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

// Beside is Commands for a test that does the rest in its own process, where the race detector
// works.
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

// SideBySide says that the commands which a test and its subtests start do things at the same time.
// Under the race detector they are built with it; a race in one of them fails all tests.
func SideBySide(t testing.TB) { sideBySide.Store(t.Name(), true) }

var sideBySide sync.Map // names of tests

// InTurn skips a test under the race detector because it does everything in turn: the detector,
// which makes evaluating rules ten times slower, would find nothing that it doesn't find elsewhere.
func InTurn(t testing.TB) {
	t.Helper()
	if Raced {
		t.Skip("does one thing after the other")
	}
}

// Thorough says that tests look at everything instead of a sample (make thorough).
var Thorough = os.Getenv("THOROUGH") != ""

// Seed returns the seed of a test's sample: SEED, or else the time.
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

// Folder returns a folder for what all tests of the process share. It is removed with the built
// commands.
func Folder(t testing.TB) string {
	t.Helper()
	dir, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

var shared = sync.OnceValues(newFolder)

// onPath puts a folder with only bcstore last on the PATH. bcstore is built separately, because few
// tests need all commands.
var onPath = sync.OnceValue(func() error {
	dir, err := build(false, "bcstore")
	if err != nil {
		return err
	}
	return os.Setenv("PATH", os.Getenv("PATH")+string(filepath.ListSeparator)+dir)
})

// Storekeeper makes bcstore available on the PATH to this process and the scripts that it runs,
// because vet and tests of rules with stores ask it.
func Storekeeper(t testing.TB) {
	t.Helper()
	if err := onPath(); err != nil {
		t.Fatal(err)
	}
}

// M runs tests and removes what was built for them.
type M struct{ *testing.M }

// Run does what testing.M does, with fewer garbage collections. Tests that compile rules leave much
// garbage and keep little, and collecting it took a fourth of their time. The same goes for the
// commands that they start (GOGC), which live for a moment.
func (m M) Run() int {
	debug.SetGCPercent(200)
	os.Setenv("GOGC", "400")
	system, err := System()
	if err != nil {
		panic(err)
	}
	host.System = system // for tests in this process
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
