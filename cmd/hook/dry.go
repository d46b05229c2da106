package hook

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"

	"bcrules.dev/engine"
	"bcrules.dev/engine/agent"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
)

// Answer answers an event by an existing plan with the code of Run, as a dry run: writes go to the
// scratch, no program is started, and the log goes to stderr only. The trace, nil for none, records
// how the answer came about.
func (c Command) Answer(p *plan.Plan, ev *plan.Event, scratch *files.Overlay, stderr io.Writer, trace *engine.Trace) engine.Answer {
	host := host.New(ev)
	defer host.Close()
	host.Blank = p.Untrusted
	if c.Stores != nil {
		host.Stores = c.Stores(host)
	}
	host.OpenLog(p, ev, stderr)
	dry(host, scratch, Programs{})
	var sent *agent.Call
	asks, _ := sent.Asks(ev, func(ev *plan.Event) (*plan.Plan, []*plan.Hook, error) { return p, p.Match(ev, ""), nil }, host.Text)
	round := c.engine(trace).Start(asks, host)
	a := round.Answer()
	round.Resume(a.Jobs)
	return a
}

// dry makes a run on the host change nothing but the scratch, except for programs if they are to
// start. Untrusted rules ask no server: the question could tell it something.
func dry(h *host.Host, scratch *files.Overlay, p Programs) {
	h.Log.Nowhere()
	h.Indexes.Dir = ""
	h.Overlay, h.Stage = scratch, &host.Stage{}
	if h.Blank {
		h.Stage.Answers = func(string) bool { return false }
	}
	if p.Start {
		return
	}
	h.Stage.Idle = true
	h.Stage.Start = func(command []string) error { return startable(command[0], h.Dir) }
	h.Stage.Run = func(command []string) (host.Printed, error) {
		return host.Printed{Out: p.Prints}, startable(command[0], h.Dir)
	}
}

// startable returns what would keep a program from starting in a folder, in the words of package os.
func startable(name, dir string) error {
	cmd := exec.Command(name)
	if cmd.Err != nil {
		return cmd.Err
	}
	path := cmd.Path
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	_, err := os.Stat(dir + string(filepath.Separator)) // the separator makes it fail for a file
	if err == nil {
		_, err = exec.LookPath(path)
	}
	var why *fs.PathError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &why):
		err = why.Err
	default: // a folder, or not executable
		err = fs.ErrPermission
	}
	return &fs.PathError{Op: "fork/exec", Path: cmd.Path, Err: err}
}
