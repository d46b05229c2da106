// Package hook is the hook command: an event on stdin, one JSON object on
// stdout. Both binaries run it; they differ in where the plan comes from.
//
// Whatever goes wrong, stdout gets one valid object and the exit code is one the
// agent takes for no opinion, unless a rule or a hook that is closed said
// otherwise: a panic that reached the runtime would exit with 2 and block every
// tool call of the session.
package hook

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"

	"bcrules.dev/actions"
	"bcrules.dev/engine"
	"bcrules.dev/engine/facts"
)

// A Source gives the plan for a rule folder; "" stands for the default pack.
type Source func(dir string) (*engine.Plan, error)

// Options are the hook's own: which rules, which hook of them.
type Options struct {
	Rules string // folder, "" to look for one
	Only  string // name of the one hook that answers, "" for all
}

// NoOpinion is what an agent reads as nothing said.
const NoOpinion = "{}\n"

// ExitUsage is the exit code for a command line that is wrong: the agent shows
// it to the user and goes on, where 2 would block every tool call.
const ExitUsage = 1

// Run answers the event on stdin and returns the exit code.
func Run(o Options, plan Source, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	e := &engine.Engine{Tables: engine.Tables{Facts: facts.All(), Actions: actions.All()}}
	host := engine.NewHost(nil)
	e.OpenLog(nil, nil, host, stderr)
	out := []byte(NoOpinion)
	defer func() {
		if v := recover(); v != nil {
			host.Log.Print("error", "hook", fmt.Sprintf("panic: %v\n%s", v, debug.Stack()))
			out, code = []byte(NoOpinion), 0
		}
		stdout.Write(out)
	}()

	data, err := io.ReadAll(stdin)
	var ev *engine.Event
	if err == nil {
		ev, err = engine.ReadEvent(data)
	}
	if err != nil {
		ev = nil
	} else {
		host = engine.NewHost(ev)
	}
	p, planErr := plan(Folder(o.Rules, host.Dir, host.Getenv))
	e.OpenLog(p, ev, host, stderr)
	switch {
	case planErr != nil:
		host.Log.Print("error", "hook", fmt.Sprintf("no rules: %v", planErr))
		return 0
	case err != nil:
		host.Log.Print("error", "hook", err.Error())
		return 0
	}
	if o.Only != "" && !p.Has(o.Only) {
		host.Log.Print("warn", "hook", fmt.Sprintf("unknown hook %s, want one that the rules have and that is switched on", o.Only))
	}
	answer := e.Run(p, ev, host, o.Only)
	if answer.Stderr != "" {
		fmt.Fprintln(stderr, answer.Stderr)
	}
	out = answer.Stdout
	return answer.Exit
}

// Folder returns the rule folder that holds for a project: the one given, else
// that of the environment, else the nearest .claude/bcrules from dir upwards to
// the root of its repository; "" if there is none.
func Folder(given, dir string, getenv func(string) string) string {
	if given != "" {
		return given
	}
	if env := getenv("BCRULES_RULES"); env != "" {
		return env
	}
	for {
		rules := filepath.Join(dir, ".claude", "bcrules")
		if info, err := os.Stat(rules); err == nil && info.IsDir() {
			return rules
		}
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			return ""
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}
