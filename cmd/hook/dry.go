package hook

import (
	"io"
	"os/exec"
	"path/filepath"
	"strings"

	"bcrules.dev/actions"
	"bcrules.dev/engine"
)

// Answer answers an event by a plan that is at hand, by the code of Run and as a
// dry run: what is written goes to the scratch, no program is started, and nothing
// is logged but to stderr.
func (c Command) Answer(plan *engine.Plan, ev *engine.Event, scratch *engine.Scratch, stderr io.Writer) engine.Answer {
	host := engine.NewHost(ev)
	host.OpenLog(plan, ev, stderr)
	dry(host, scratch)
	return c.engine(nil).Run(plan, ev, host, plan.Match(ev, "", c.Pattern))
}

// engine returns what answers events with all that this binary has.
func (c Command) engine(t *engine.Trace) *engine.Engine {
	return &engine.Engine{Tables: engine.Tables{Facts: c.Facts(), Actions: actions.All()}, Trace: t}
}

// dry makes a run on the host change nothing but the scratch.
func dry(host *engine.Host, scratch *engine.Scratch) {
	host.Log.File = ""
	host.Scratch = scratch
	host.Stage = &engine.Stage{Start: func(command []string) error {
		name := command[0]
		if strings.ContainsRune(name, filepath.Separator) && !filepath.IsAbs(name) {
			name = filepath.Join(host.Dir, name)
		}
		_, err := exec.LookPath(name)
		return err
	}}
}
