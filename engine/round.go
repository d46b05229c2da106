package engine

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
)

// One call of an agent may be several events to rules, such as a patch of three files. Hooks are
// asked about each event in turn, and the answers are merged as if all rules met at one event
// (Reply). Once an event is refused, the rest are not asked about, because the agent doesn't carry
// out a part of a call. So hooks that yield are asked after the others have been asked about all
// events. Once one of them refuses an event, they are not asked about the rest.

// An Ask is an event with its hooks, and their plan.
type Ask struct {
	Plan  *plan.Plan
	Event *plan.Event
	Hooks []*plan.Hook
}

// A Round answers one call of the agent with one run per event.
type Round struct {
	engine *Engine
	host   *host.Host
	asks   []Ask

	mu   sync.Mutex
	runs []*Run   // those that have begun
	over []Answer // of the runs that have ended
}

// Start is Begin for one or more events.
func (e *Engine) Start(asks []Ask, h *host.Host) *Round {
	return &Round{engine: e, host: h, asks: asks}
}

// Answer runs the hooks.
func (r *Round) Answer() Answer {
	refused := false
	for i := 0; i < len(r.asks) && !refused; i++ {
		ask := r.asks[i]
		run := r.engine.Begin(ask.Plan, ask.Event, r.host, ask.Hooks)
		r.mu.Lock()
		r.runs = append(r.runs, run)
		r.mu.Unlock()
		run.decide()
		refused = run.refused()
	}
	for i, run := range r.runs { // first what is said for the event that another was made from
		if base := r.asks[i].of(r.runs); base != nil {
			run.rest(refused)
			refused = refused || run.refused()
			r.mu.Lock()
			base.takes(run)
			r.mu.Unlock()
		}
	}
	for i, run := range r.runs {
		a := r.asks[i].own(run.end(refused))
		if r.asks[i].of(r.runs) != nil { // base says it
			a.Parts = nil
		}
		refused = refused || a.Refused || run.refused()
		r.mu.Lock()
		r.over = append(r.over, a)
		r.mu.Unlock()
	}
	return r.join(r.over)
}

// Cut is like Run.Cut; events not yet asked count all their hooks as left.
func (r *Round) Cut(err error) (a Answer, left []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	runs, all := slices.Clip(r.runs), slices.Clip(r.over)
	refused := slices.ContainsFunc(all, func(a Answer) bool { return a.Refused })
	for i := len(all); i < len(runs); i++ {
		a, hooks := runs[i].Cut(err, r.madeOf(i)...)
		if r.asks[i].of(runs) != nil { // base says it
			a.Parts = nil
		}
		if all = append(all, r.asks[i].own(a)); !refused { // otherwise they would not be asked
			left = append(left, hooks...)
		}
	}
	for len(all) < len(r.asks) && !slices.ContainsFunc(all, func(a Answer) bool { return a.Refused }) {
		ask := r.asks[len(all)]
		all = append(all, r.engine.Refuse(ask.Plan, ask.Event, ask.Hooks, err))
		for _, h := range ask.Hooks {
			left = append(left, h.Name)
		}
	}
	return r.join(all), left
}

// Call returns the Call of the event answered last. If an event was refused, it is that one.
func (r *Round) Call() *Call {
	r.mu.Lock()
	defer r.mu.Unlock()
	at := max(0, len(r.runs)-1)
	if i := slices.IndexFunc(r.over, func(a Answer) bool { return a.Refused }); i >= 0 {
		at = i
	}
	ask := r.asks[at]
	c := &Call{Event: ask.Event, Host: r.host}
	if a := ask.Plan.Events[ask.Event.Name]; a != nil {
		c.tools = a.Tools
	}
	return c
}

// Resume is Engine.Resume for the jobs of all events.
func (r *Round) Resume(jobs []Job) {
	for _, ask := range r.asks {
		own := slices.DeleteFunc(slices.Clone(jobs), func(j Job) bool { return j.Event != ask.Event })
		r.engine.Resume(ask.Plan, ask.Event, r.host, ask.Hooks, own)
	}
}

// madeOf returns the runs of the events that were made from the event of run n.
func (r *Round) madeOf(n int) (all []*Run) {
	for i, run := range r.runs {
		if r.asks[i].Event.From != nil && r.asks[i].Event.From == r.asks[n].Event {
			all = append(all, run)
		}
	}
	return all
}

// of returns the run of the event that this one was made from, nil if the agent sent this one.
func (ask Ask) of(runs []*Run) *Run {
	for _, run := range runs {
		if ask.Event.From != nil && run.event == ask.Event.From {
			return run
		}
	}
	return nil
}

// own records the event on the parts and jobs of its answer. If the agent didn't send the event, a
// change of it would apply to another call, and is left out.
func (ask Ask) own(a Answer) Answer {
	if ask.Event != nil && ask.Event.From != nil {
		a.Parts = slices.DeleteFunc(slices.Clone(a.Parts), func(p Part) bool { return p.Change })
	}
	for i := range a.Parts {
		a.Parts[i].Event = ask.Event
	}
	a.Jobs = slices.Clone(a.Jobs) // the run may still append
	for i := range a.Jobs {
		a.Jobs[i].Event = ask.Event
	}
	return a
}

// join merges answers into one. Stdout is that of the first. An agent that sent several events as
// one call gets the parts.
func (r *Round) join(all []Answer) Answer {
	if len(all) == 1 {
		return all[0]
	}
	sum := all[0]
	sum.Parts, sum.Said, sum.Ran, sum.Faults, sum.Jobs, sum.Would, sum.Lifted = nil, nil, nil, nil, nil, nil, nil
	for i, a := range all {
		agenda := r.asks[i].Plan.Events[r.asks[i].Event.Name]
		for _, p := range a.Parts {
			out := plan.Output{}
			if agenda != nil {
				out = agenda.Outputs[p.Output]
			}
			sum.Parts = withPart(sum.Parts, p, out)
		}
		if a.Exit > sum.Exit {
			sum.Exit, sum.Stderr = a.Exit, a.Stderr
		}
		if a.Refused && !sum.Refused && r.asks[i].Event.From != nil { // time was up before that event's run began
			sum.Stdout, sum.Plain = a.Stdout, a.Plain
		}
		sum.Refused = sum.Refused || a.Refused
		for _, would := range a.Would {
			if !slices.Contains(sum.Would, would) {
				sum.Would = append(sum.Would, would)
			}
		}
		sum.Lifted = append(sum.Lifted, a.Lifted...)
		sum.WouldReason = cmp.Or(sum.WouldReason, a.WouldReason)
		sum.Ran, sum.Faults, sum.Jobs = append(sum.Ran, a.Ran...), append(sum.Faults, a.Faults...), append(sum.Jobs, a.Jobs...)
	}
	for _, p := range sum.Parts {
		if name := p.String(); !slices.Contains(sum.Said, name) {
			sum.Said = append(sum.Said, name)
		}
	}
	return sum
}

// withPart adds a part to parts, merging it with one of the same output. Changes of different
// events stay apart.
func withPart(parts []Part, p Part, out plan.Output) []Part {
	i := slices.IndexFunc(parts, func(o Part) bool { return o.Output == p.Output && !(p.Change && o.Event != p.Event) })
	if i < 0 {
		return append(parts, p)
	}
	switch old := &parts[i]; {
	case p.Raw != nil:
		*old = p
	case p.Value != old.Value:
		if slices.Index(out.Values, p.Value) < slices.Index(out.Values, old.Value) {
			*old = p
		}
	case p.reasons != nil:
		old.merged(p)
	case p.Text != "" && !strings.Contains("\n"+old.Text+"\n", "\n"+p.Text+"\n"):
		old.Text = strings.TrimPrefix(old.Text+"\n"+p.Text, "\n")
	}
	return parts
}
