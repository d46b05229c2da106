// Package git asks git about a repository that somebody else may have made. A repository's settings
// (.git/config) name programs that git starts for any question: one that reports changes, and one
// that fetches what is missing. This package makes git start none of them, uses no git from a
// project's folder on the PATH, and hides git's variables, which a project's tools may set.
//
// What others read from git's files is not here: where a repository is and its state (engine/host).
package git

import (
	"context"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"bcrules.dev/engine/host"
)

// settings override a repository's: what reports changes, what runs when the index is written, and
// how names that aren't ASCII are printed. See https://git-scm.com/docs/git-config.
var settings = []string{"core.fsmonitor=false", "core.hooksPath=" + os.DevNull, "core.quotePath=false"}

// environment makes git write only what it must, fetch nothing (the repository names the programs
// for it), and ask nobody. No protocol is called "none": git before 2.44 doesn't know
// GIT_NO_LAZY_FETCH. See https://git-scm.com/docs/git#_environment_variables.
var environment = []string{"GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_TERMINAL_PROMPT=0"}

// environ returns the environment for git. Git's own variables name programs, files to write and
// other repositories, so it has only the above ones. The user's settings come from the user's own
// folders, as a project may set variables, too.
func environ(own *host.Folders) []string {
	env := slices.DeleteFunc(host.Environ(), func(set string) bool {
		return len(set) > 4 && strings.EqualFold(set[:4], "GIT_")
	})
	for name, dir := range map[string]string{"HOME": own.Home, "XDG_CONFIG_HOME": own.Config} {
		if os.Getenv(name) != "" && dir != "" {
			env = append(env, name+"="+dir)
		}
	}
	return append(env, environment...)
}

// Ask runs a reading git command in a folder, with stdin, and returns its output. It kills git after
// the limit, for example if git's settings are a pipe. The error is an *exec.ExitError if git ends
// with another code than 0.
func Ask(limit time.Duration, dir, stdin string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	line := []string{"--no-pager"}
	for _, is := range settings {
		line = append(line, "-c", is)
	}
	path, err := host.Startable("git")
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, path, append(line, args...)...)
	cmd.Dir, cmd.Stdin, cmd.Env = dir, strings.NewReader(stdin), environ(host.Here(os.Getenv).Folders())
	cmd.WaitDelay = time.Second // for processes that git left behind
	return cmd.Output()
}

// Disowned reports whether git refuses the repository that a folder is in because somebody else owns
// it, as often in containers. Git then answers no question about it.
func Disowned(limit time.Duration, dir string) bool {
	asks := []string{"rev-parse", "--git-dir"}
	if _, err := Ask(limit, dir, "", asks...); err == nil {
		return false
	}
	_, err := Ask(limit, dir, "", append([]string{"-c", "safe.directory=*"}, asks...)...)
	return err == nil
}
