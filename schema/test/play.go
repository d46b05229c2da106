package test

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"bcrules.dev/engine"
	"bcrules.dev/engine/agent"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/test/sandbox"
)

// An Outcome is the outcome of one event.
type Outcome struct {
	Reply  []byte // as JSON
	Stdout []byte // what the agent reads, byte for byte
	Exit   int
	Stderr string
	Words  string   // the answer's own text on stderr, which the agent may read
	Log    []string // entries, as "WARN [HOOK] TEXT"
	Trace  *engine.Trace
}

// Play answers the event on stdin in a box, as the hook command does once it has its plan: by all
// hooks for the event, or only by the named one. It fails if the world can't be set up.
func (r Runner) Play(p *plan.Plan, parts engine.Parts, only string, stdin []byte, w sandbox.World, box *sandbox.Box) (Outcome, error) {
	o := Outcome{Reply: []byte("{}"), Trace: &engine.Trace{Parts: parts}}
	if err := box.Lay(w.Files, w.Clock); err != nil {
		return o, err
	}
	defer box.Settle(w.Clock)
	ev, call, fault := r.read(stdin, w)
	called := ""
	if fault == nil {
		called = ev.Name
	}
	if event := p.Takers.Of(only, called); event != "" {
		ev, fault = plan.ReadAs(stdin, event), nil
	}
	host, err := box.Host(w, ev)
	if err != nil {
		return o, err
	}
	defer host.Close()
	if host.Blank = w.Blank; r.Stores != nil {
		host.Stores = r.Stores(host)
	}
	if err := r.add(p, host, w.Rows, box.RealJSON); err != nil {
		return o, err
	}
	var stderr bytes.Buffer
	host.OpenLog(p, ev, &stderr)
	host.Log.Heard = func(level, who, text string) {
		o.Log = append(o.Log, fmt.Sprintf("%s [%s] %s", strings.ToUpper(level), who, text))
	}
	if fault != nil {
		host.Log.Print("error", "hook", fault.Error())
	} else {
		e := &engine.Engine{Facts: r.Facts, Actions: r.Actions, Trace: o.Trace}
		answer := answered(e, p, ev, call, only, host)
		o.Reply, o.Stdout, o.Exit, o.Words = answer.Reply(), answer.Stdout, answer.Exit, answer.Stderr
		if answer.Stderr != "" {
			fmt.Fprintln(&stderr, answer.Stderr)
		}
	}
	o.Stderr = stderr.String()
	return o, nil
}

// answered returns an answer in the vocabulary of the caller.
func answered(e *engine.Engine, p *plan.Plan, ev *plan.Event, call *agent.Call, only string, h *host.Host) engine.Answer {
	asks, _ := call.Asks(ev, func(ev *plan.Event) (*plan.Plan, []*plan.Hook, error) { return p, p.Match(ev, only), nil }, h.Text)
	if call != nil {
		e.TakenAs = call.TakenAs
	}
	round := e.Start(asks, h)
	answer := round.Answer()
	round.Resume(answer.Jobs)
	if call == nil {
		return answer
	}
	return call.Answer(answer)
}

// As returns a runner for events from an agent, called as the agent calls them; with "" for both,
// the event itself says.
func (r Runner) As(from, called string) Runner {
	r.from, r.called = from, called
	return r
}

// read returns an event in the vocabulary of rules.
func (r Runner) read(stdin []byte, w sandbox.World) (*plan.Event, *agent.Call, error) {
	if r.Heed == nil {
		ev, err := plan.ReadEvent(stdin)
		return ev, nil, err
	}
	sent, err := plan.ReadObject(stdin)
	if err != nil {
		return nil, nil, err
	}
	ev, call, err := r.Heed(sent, r.from, r.called, func(name string) string { return w.Env[name] })
	if err == nil && ev.Name == "" {
		ev, err = nil, plan.ErrNameless
	}
	return ev, call, err
}

// test runs one test. A failing test is run again with the parts of its conditions traced, which
// takes longer than everything else.
func (r Runner) test(s Set, res *Result) {
	began := time.Now()
	*res = r.steps(s.Plan, nil, res.Test)
	if !res.Passed() {
		*res = r.steps(s.Plan, s.Parts, res.Test)
	}
	res.Took = time.Since(began)
}

// steps runs the steps of a test in a box of its own.
func (r Runner) steps(p *plan.Plan, parts engine.Parts, t Test) (res Result) {
	res.Test = t
	box, err := sandbox.New()
	if err != nil {
		res.broken(err.Error())
		return res
	}
	defer box.Close()
	trace := r.play(&res, p, parts, box)
	if trace == nil || res.Passed() && !r.Traces {
		return res
	}
	if res.Trace, err = folded(trace, box.Shown); err != nil {
		res.broken(err.Error())
	}
	return res
}

// play runs the steps of a test up to the first that fails, and returns the trace of the last one
// that completed.
func (r Runner) play(res *Result, p *plan.Plan, parts engine.Parts, box *sandbox.Box) (trace *engine.Trace) {
	t := res.Test
	for i := range t.Steps {
		step := &t.Steps[i]
		started := len(box.Started)
		o, err := r.As(step.Agent, step.Called).Play(p, parts, t.Hook, step.Stdin(box), step.World, box)
		res.Step, res.Reply = i+1, []byte(box.Shown(string(o.Reply)))
		if err != nil {
			res.broken(box.Shown(err.Error()))
			return trace
		}
		trace = o.Trace
		res.record(trace)
		for _, command := range box.Started[started:] {
			res.started = append(res.started, box.Shown(strings.Join(command, " ")))
		}
		c := comparison{box: box, at: step.Pos}
		c.step(step, o, box.Started[started:])
		if err := r.rowsAfter(&c, p, step); err != nil {
			res.broken(box.Shown(err.Error()))
			return trace
		}
		if i == len(t.Steps)-1 {
			c.rule(t, trace)
		}
		if res.Failures = c.failures; len(res.Failures) > 0 {
			return trace
		}
	}
	return trace
}

// A comparison collects the failures of a step.
type comparison struct {
	box      *sandbox.Box
	at       plan.Pos // of the step
	failures []Failure
}

func (c *comparison) step(s *Step, o Outcome, started [][]string) {
	c.value("expect", s.Expect, o.Reply)
	if o.Exit != s.Exit {
		c.failures = append(c.failures, Failure{What: "exit", Pos: c.at,
			Differences: []Difference{{Found: fmt.Sprint(o.Exit), Want: fmt.Sprint(s.Exit)}}})
	}
	c.value("stderr", s.Stderr, files.JSON(o.Stderr))
	c.value("started", s.Started, list(started))
	c.value("log", s.Log, list(o.Log))
	for _, a := range s.After {
		got, err := c.after(a)
		if err != nil {
			c.failures = append(c.failures, Failure{What: "after " + a.Path, Pos: a.Want.Pos, Why: c.box.Shown(err.Error())})
			continue
		}
		c.value("after "+a.Path, a.Want, got)
	}
	if s.Log == nil && s.Stderr == nil {
		c.faults(o.Trace)
	}
}

// rule notes that a test's rule held but should not have, or didn't hold but should have.
func (c *comparison) rule(t Test, trace *engine.Trace) {
	if t.Rule == "" {
		return
	}
	held := []string{}
	for _, h := range trace.Hooks {
		for _, r := range h.Rules {
			if r.Result == engine.Held {
				held = append(held, cmp.Or(r.ID, fmt.Sprintf("%s/%d", h.Name, r.Number)))
			}
		}
	}
	if slices.Contains(held, t.Rule) == t.Holds {
		return
	}
	d := Difference{Found: cmp.Or(strings.Join(held, ", "), "none that held"), Want: t.Rule}
	if !t.Holds {
		d.Want = "not " + t.Rule
	}
	c.failures = append(c.failures, Failure{What: "rule", Pos: t.Pos, Differences: []Difference{d}})
}

// value compares a JSON value with a constraint. A nil constraint accepts anything; an empty value
// stands for an absent file.
func (c *comparison) value(what string, want *Constraint, got []byte) {
	if want == nil {
		return
	}
	got = []byte(c.box.Shown(string(got)))
	d := want.Check([]byte(cmp.Or(string(got), "null")))
	if len(d) > 0 {
		if len(got) == 0 {
			got = []byte("nothing")
			d[0].Found = string(got)
		}
		c.failures = append(c.failures, Failure{What: what, Pos: want.Pos, Want: want.Text, Got: string(got), Differences: d})
	}
}

// after returns a file as JSON, in the form that its constraint needs; nil if the file doesn't
// exist.
func (c *comparison) after(a After) ([]byte, error) {
	if strings.HasSuffix(a.Path, "/") {
		names, ok, err := c.box.Names(a.Path)
		if !ok {
			return nil, err
		}
		return list(names), err
	}
	text, ok, err := c.box.Read(a.Path)
	switch {
	case !ok || err != nil:
		return nil, err
	case a.Want.Kind() == JSON && files.Valid([]byte(text)):
		return []byte(text), nil
	case a.Want.Kind() == Lines:
		return lines(text), nil
	}
	return files.JSON(text), nil
}

// lines returns the JSON lines of a text as a list; a line that isn't JSON becomes a string.
func lines(text string) []byte {
	var all [][]byte
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); files.Valid([]byte(line)) {
			all = append(all, []byte(line))
		} else if line != "" {
			all = append(all, files.JSON(line))
		}
	}
	return slices.Concat([]byte("["), bytes.Join(all, []byte(",")), []byte("]"))
}

// list encodes a list as JSON, nil as an empty one.
func list[T any](all []T) []byte { return files.JSON(append([]T{}, all...)) }

// faults notes rules that failed, as a test can't mean a reply that is empty only for that reason.
func (c *comparison) faults(t *engine.Trace) {
	for _, h := range t.Hooks {
		var faults []string
		for _, r := range h.Rules {
			if r.Result == engine.Failed {
				faults = append(faults, r.Error)
			}
		}
		if len(faults) == 0 && h.Error != "" {
			faults = []string{h.Error}
		}
		for _, f := range faults {
			c.failures = append(c.failures, Failure{What: "rules", Pos: c.at, Why: c.box.Shown(f) + "; want no fault, or log or stderr that says so"})
		}
	}
}
