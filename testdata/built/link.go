package built

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

// Linking takes seconds, and ten packages test the same commands, but each with a system folder of
// its own, whose path is linked in. So they are linked for the path nowhere, in a folder of the
// user's that packages share and Go keeps up to date; a process takes a copy with its own path,
// which is as long, in that place. Nothing is run where it is shared.

// nowhere is the path that is linked in.
var nowhere = "/" + strings.Repeat("nowhere-", 8)

// kept is where commands are linked, as this process began.
var kept, _ = os.UserCacheDir()

// keptFor is how long what is linked stays that no test asks for.
const keptFor = 5 * 24 * time.Hour

// link puts commands into dir that take system for the system's folder.
func link(dir, system string, race bool, commands ...string) error {
	if kept == "" || len(system) != len(nowhere) || runtime.GOOS != "linux" { // macOS signs its programs
		return goBuild(dir, system, race, commands...)
	}
	_, source, _, _ := runtime.Caller(0)
	all := filepath.Join(kept, "bcrules-built")
	shared := filepath.Join(all, fmt.Sprintf("%x", sha256.Sum256(fmt.Append(nil, source, race)))[:16])
	if err := os.MkdirAll(shared, 0o700); err != nil {
		return goBuild(dir, system, race, commands...)
	}
	lock := flock.New(filepath.Join(shared, "lock"))
	if err := lock.Lock(); err != nil {
		return err
	}
	defer lock.Close()
	if err := os.Chtimes(shared, time.Time{}, time.Now()); err != nil {
		return err
	}
	forget(all)
	if err := goBuild(shared, nowhere, race, commands...); err != nil {
		return err
	}
	for _, name := range commands {
		program, err := os.ReadFile(filepath.Join(shared, name))
		if err != nil {
			return err
		}
		own := bytes.ReplaceAll(program, []byte(nowhere), []byte(system))
		if bytes.Equal(own, program) {
			return fmt.Errorf("found no %s in %s, want it linked in", nowhere, name)
		}
		if err := os.WriteFile(filepath.Join(dir, name), own, 0o755); err != nil {
			return err
		}
	}
	return nil
}

// forget removes what was linked for work trees that perhaps are no more.
func forget(all string) {
	folders, _ := os.ReadDir(all)
	for _, f := range folders {
		if info, err := f.Info(); err == nil && time.Since(info.ModTime()) > keptFor {
			os.RemoveAll(filepath.Join(all, f.Name()))
		}
	}
}

// goBuild has Go link commands into a folder, unless they are in it as they would be.
func goBuild(dir, system string, race bool, commands ...string) error {
	// Without what only debuggers read, which linking takes a third of its time for. A folder
	// with a separator stays one, also for one command.
	args := []string{"build", fmt.Sprintf("-race=%t", race), "-ldflags=-w -X bcrules.dev/engine/host.System=" + system + " -X bcrules.dev/cmd/hook.Usual=" + Usual,
		"-o", dir + string(filepath.Separator)}
	for _, name := range commands {
		args = append(args, "bcrules.dev/cmd/"+name)
	}
	out, err := exec.Command("go", args...).CombinedOutput()
	if err != nil {
		return errors.Join(fmt.Errorf("go build: %w", err), errors.New(string(out)))
	}
	return nil
}
