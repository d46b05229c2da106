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

// Linking takes seconds, and ten packages test the same commands, each with its own system folder,
// whose path is linked in. So the commands are linked with the path nowhere, into a folder of the
// user's that packages share and Go keeps up to date. A process copies them and replaces that path
// by its own, which is as long. Nothing runs in the shared folder.

// nowhere is the path that is linked in first.
var nowhere = "/" + strings.Repeat("nowhere-", 8)

// kept is where commands are linked: the user's cache folder at the start of this process.
var kept, _ = os.UserCacheDir()

// keptFor is how long linked commands stay without a test that asks for them.
const keptFor = 5 * 24 * time.Hour

// link puts commands into dir that use system as the system's folder.
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

// forget removes what was linked for work trees that may not exist any more.
func forget(all string) {
	folders, _ := os.ReadDir(all)
	for _, f := range folders {
		if info, err := f.Info(); err == nil && time.Since(info.ModTime()) > keptFor {
			os.RemoveAll(filepath.Join(all, f.Name()))
		}
	}
}

// goBuild links commands into a folder by Go, unless the folder has them already.
func goBuild(dir, system string, race bool, commands ...string) error {
	// -w omits what only debuggers read, and saves a third of the linking time. With a separator at
	// its end the path means a folder even for one command.
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
