package guard_test

import (
	"io"
	"os"
	"path"
	"runtime"
	"runtime/debug"
	"sync"
	"testing"

	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
	"bcrules.dev/rules"
	"bcrules.dev/schema"
	"bcrules.dev/schema/page"
	"bcrules.dev/testdata/guard"
)

// project is the folder in which all commands are said to run.
const project = "/home/dev/work/shop"

// TestMain runs the tests. Little of an event's memory lives on, so fewer garbage collections save
// a fourth of the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}

// pack is the tested pack, evaluated once.
var pack = sync.OnceValues(func() (a asked, err error) {
	a.schema = compile.Schema()
	set, err := a.schema.Compile(path.Join(rules.Path, "guard"))
	a.plan = set.Plan
	return a, err
})

// An asked is the guard pack in this process.
type asked struct {
	schema  *schema.Schema
	plan    *plan.Plan
	scratch *files.Overlay
}

// newAsked returns the pack, with a folder for what it would write.
func newAsked(t *testing.T) *asked {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the cases are of a POSIX shell, in folders that Windows has not")
	}
	t.Setenv("HOME", "/home/dev")
	scratch, err := files.NewOverlay(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { scratch.Close() })
	a, err := pack()
	if err != nil {
		t.Fatal(err)
	}
	a.scratch = scratch
	return &a
}

// answer returns the pack's answer to an event.
func (a *asked) answer(ev *plan.Event) engine.Answer {
	return compile.Command().Answer(a.plan, ev, a.scratch, io.Discard, nil)
}

// verdict returns the pack's verdict on a case.
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
	answer := a.answer(ev)
	v, err := guard.NewVerdict(answer.Stdout, answer.Stderr, answer.Exit)
	if err != nil || len(answer.Faults) > 0 {
		t.Errorf("%s: %v %v", c.Source, err, answer.Faults)
	}
	return v
}

// examples returns the commands on the pack's page for which a rule holds.
func (a *asked) examples(t *testing.T) (commands []string) {
	t.Helper()
	pack := path.Join(rules.Path, "guard")
	set, err := a.schema.Compile(pack)
	if err != nil {
		t.Fatal(err)
	}
	p, err := page.From(a.schema, set, pack)
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
