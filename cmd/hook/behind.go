package hook

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"time"

	"bcrules.dev/actions"
	"bcrules.dev/engine"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
)

// Background rules run in a copy of this process, which is started once the answer is written, and
// then left alone. It gets the event and the jobs on stdin; it finds rules and plan as this process
// did.

// An errand is the copy's input.
type errand struct {
	Event []byte       `json:"event"` // in the vocabulary of rules
	As    string       `json:"as"`    // the event's name
	From  plan.Client  `json:"from"`
	Began string       `json:"began"` // where the session started
	Jobs  []engine.Job `json:"jobs"`
}

// Behind is the flag of the copy. People have no use for it.
const Behind = "--behind"

// passTime limits how long the copy may take to start reading.
const passTime = 2 * time.Second

// leave starts copies for the jobs.
func (t *turn) leave(jobs []engine.Job) {
	if t.Trace != nil {
		return
	}
	for len(jobs) > 0 {
		ev := jobs[0].Event
		own := slices.DeleteFunc(slices.Clone(jobs), func(j engine.Job) bool { return j.Event != ev })
		jobs = slices.DeleteFunc(jobs, func(j engine.Job) bool { return j.Event == ev })
		e := errand{t.input, ev.Name, ev.Client, ev.Started, own}
		if t.call != nil {
			e.Event = ev.JSON()
		}
		if err := t.pass(e); err != nil {
			t.print("error", fmt.Sprintf("the background rules did not run: %v", err))
		}
	}
}

func (t *turn) pass(e errand) error {
	data, err := json.Marshal(e)
	if err != nil {
		return err
	}
	self, err := host.Executable()
	if err != nil {
		return err
	}
	args := []string{"hook", Behind}
	for _, rules := range t.Rules {
		args = append(args, "--rules", rules)
	}
	if t.Only != "" {
		args = append(args, "--only", t.Only)
	}
	if t.Own != "" {
		args = append(args, OwnFlag, t.Own)
	}
	if t.Managed {
		args = append(args, ManagedFlag)
	}
	r, w, err := os.Pipe()
	if err != nil {
		return err
	}
	defer w.Close()
	cmd := exec.Command(self, args...)
	cmd.Stdin = r
	actions.Detach(cmd)
	err = cmd.Start()
	r.Close()
	if err != nil {
		return err
	}
	w.SetWriteDeadline(time.Now().Add(passTime))
	_, err = w.Write(data)
	return err
}

// behind does the errand on stdin, and returns the exit code.
func (c Command) behind(o Options, stdin io.Reader, stderr io.Writer) int {
	c.Exit, c.HandOver = nil, nil
	t := &turn{Command: c, Options: o, stdout: io.Discard, stderr: stderr, began: time.Now(), quiet: true}
	if err := t.resume(stdin); err != nil {
		t.print("error", fmt.Sprintf("the background rules did not run: %v", err))
		return ExitUsage
	}
	return 0
}

func (t *turn) resume(stdin io.Reader) error {
	data, err := io.ReadAll(stdin)
	var e errand
	if err == nil {
		err = json.Unmarshal(data, &e)
	}
	if err != nil {
		return err
	}
	t.input, t.event = e.Event, plan.ReadAs(e.Event, e.As)
	t.event.Client, t.event.Started = e.From, e.Began
	h := host.NewOwn(t.event, t.Own)
	defer h.Close()
	defer t.close()
	defer t.above.close()
	h.Once, h.Down, h.Up = t.first, t.down, t.up
	if t.Stores != nil {
		h.Stores = t.Stores(h)
	}
	t.in = h.Project
	set := t.others()
	t.rules = set.Key()
	if _, err := t.rule(set); t.plan == nil {
		return fmt.Errorf("found no plan: %w", err)
	}
	h.OpenLog(t.plan, t.event, t.stderr)
	t.log = h.Log
	t.engine(nil).Resume(t.plan, t.event, h, t.hooks, e.Jobs)
	return nil
}
