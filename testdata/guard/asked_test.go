package guard_test

import (
	"io"
	"path"
	"runtime"
	"testing"

	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
	"bcrules.dev/rules"
	"bcrules.dev/schema"
	"bcrules.dev/schema/page"
	"bcrules.dev/testdata/guard"
)

// project is the folder that all commands are said to run in.
const project = "/home/dev/work/shop"

// An asked is the guard pack, evaluated once, and asked in this process.
type asked struct {
	schema  *schema.Schema
	plan    *plan.Plan
	scratch *files.Overlay
}

// newAsked evaluates the pack.
func newAsked(t *testing.T) *asked {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the cases are of a POSIX shell, in folders that Windows has not")
	}
	t.Setenv("HOME", "/home/dev")
	scratch, err := files.NewOverlay()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { scratch.Close() })
	s, err := compile.Schema()
	if err != nil {
		t.Fatal(err)
	}
	set, err := s.Compile(path.Join(rules.Path, "guard"))
	if err != nil {
		t.Fatal(err)
	}
	return &asked{s, set.Plan, scratch}
}

// verdict returns what is said of a case.
func (a *asked) verdict(t *testing.T, c guard.Case) guard.Verdict {
	t.Helper()
	event, err := c.Event(project)
	if err != nil {
		t.Fatal(err)
	}
	ev, err := plan.ReadEvent(event)
	if err != nil {
		t.Fatal(err)
	}
	answer := compile.Command().Answer(a.plan, ev, a.scratch, io.Discard)
	v, err := guard.NewVerdict(answer.Stdout, answer.Stderr, answer.Exit)
	if err != nil || len(answer.Faults) > 0 {
		t.Errorf("%s: %v %v", c.Source, err, answer.Faults)
	}
	return v
}

// examples returns the commands on the pack's page that a rule holds for.
func (a *asked) examples(t *testing.T) (commands []string) {
	t.Helper()
	p, err := page.Of(a.schema, path.Join(rules.Path, "guard"))
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range p.Hooks {
		for _, r := range h.Rules {
			for _, e := range r.Holds {
				if e.Tool == "Bash" && e.Text != "" && a.verdict(t, guard.Case{Source: e.Test, Command: e.Text}).Held() {
					commands = append(commands, e.Text)
				}
			}
		}
	}
	return commands
}
