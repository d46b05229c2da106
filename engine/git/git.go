// Package git asks git about a repository that somebody else may have made. Its settings
// (.git/config) name programs that git starts at whatever it is asked: one that says what
// changed, and one that fetches what the repository lacks. Here it starts none of them, is none
// that the PATH has in the project, and hears none of its variables, which a project's tools may set.
//
// Not here is what git's files say to who reads them: where a repository is and stands
// (engine/host).
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

// settings are those that a repository's give way to: who knows of changes, what runs when the
// index is written, and how a name that is no ASCII is printed. See
// https://git-scm.com/docs/git-config.
var settings = []string{"core.fsmonitor=false", "core.hooksPath=" + os.DevNull, "core.quotePath=false"}

// environment has git write nothing that it need not, fetch nothing (its programs are the
// repository's to name), and ask nobody. No protocol has the name "none": git before 2.44
// knows no GIT_NO_LAZY_FETCH. See https://git-scm.com/docs/git#_environment_variables.
var environment = []string{"GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_TERMINAL_PROMPT=0"}

// around returns the environment that git is started with: of its own variables, which name
// programs, files that it writes and other repositories, none but these, and its user's settings
// from where they are. A project may set variables, too.
func around(own *host.Folders) []string {
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

// Ask runs a command of git that only reads in a folder, with stdin, and returns what it
// prints. Git is killed when it takes longer than limit, as where its settings are a pipe.
// The error is an *exec.ExitError where it ended with another code than 0.
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
	cmd.Dir, cmd.Stdin, cmd.Env = dir, strings.NewReader(stdin), around(host.Here(os.Getenv).Folders())
	cmd.WaitDelay = time.Second // for what it started and left
	return cmd.Output()
}
