package engine

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
)

// What an agent sends as one call may be several in the words of rules, such as a patch of
// three files. Each is an event of its own, which hooks are asked about one after the other,
// and the answers are one: of a choice the strongest value wins, and texts are joined, as
// where rules meet at one event (Reply). Once the call is refused, nothing more is asked.

// An Ask is an event with the hooks that it is for, and the plan that they are of.
type Ask struct {
	Plan  *plan.Plan
	Event *plan.Event
	Hooks []*plan.Hook
}

// A Round is the answering of what came as one event: a run for each that it is.
type Round struct {
	engine *Engine
	host   *host.Host
	asks   []Ask

	mu   sync.Mutex
	at   *Run     // that has begun, nil for none
	over []Answer // of those that have ended
}

// Start is Begin for one or more events.
func (e *Engine) Start(asks []Ask, h *host.Host) *Round {
	return &Round{engine: e, host: h, asks: asks}
}

// Answer runs the hooks.
func (r *Round) Answer() Answer {
	for _, ask := range r.asks {
		run := r.engine.Begin(ask.Plan, ask.Event, r.host, ask.Hooks)
		r.mu.Lock()
		r.at = run
		r.mu.Unlock()
		a := ask.own(run.Answer())
		r.mu.Lock()
		r.at, r.over = nil, append(r.over, a)
		r.mu.Unlock()
		if a.Refused {
			break
		}
	}
	return r.join(r.over)
}

// Cut is Run's; of events that were not asked about all hooks are left.
func (r *Round) Cut(err error) (a Answer, left []string) {
	r.mu.Lock()
	at, all := r.at, slices.Clip(r.over)
	r.mu.Unlock()
	if at != nil {
		a, left = at.Cut(err)
		all = append(all, r.asks[len(all)].own(a))
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

// Call returns what facts know of the event that was answered last, which is the one that was
// refused if one was.
func (r *Round) Call() *Call {
	r.mu.Lock()
	defer r.mu.Unlock()
	ask := r.asks[max(0, len(r.over)-1)]
	c := &Call{Event: ask.Event, Host: r.host}
	if a := ask.Plan.Events[ask.Event.Name]; a != nil {
		c.tools = a.Tools
	}
	return c
}

// Resume is Engine's, for the jobs of all events.
func (r *Round) Resume(jobs []Job) {
	for _, ask := range r.asks {
		own := slices.DeleteFunc(slices.Clone(jobs), func(j Job) bool { return j.Event != ask.Event })
		r.engine.Resume(ask.Plan, ask.Event, r.host, ask.Hooks, own)
	}
}

// own notes which event it is that something is changed of, or left to be done for.
func (ask Ask) own(a Answer) Answer {
	for i := range a.Parts {
		a.Parts[i].Event = ask.Event
	}
	a.Jobs = slices.Clone(a.Jobs) // the run may go on
	for i := range a.Jobs {
		a.Jobs[i].Event = ask.Event
	}
	return a
}

// join makes one answer of several. What goes to stdout is that of the first: who sends one
// call for several is told the parts.
func (r *Round) join(all []Answer) Answer {
	if len(all) == 1 {
		return all[0]
	}
	sum := all[0]
	sum.Parts, sum.Said, sum.Ran, sum.Faults, sum.Jobs, sum.Would = nil, nil, nil, nil, nil, nil
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
		sum.Refused = sum.Refused || a.Refused
		for _, would := range a.Would {
			if !slices.Contains(sum.Would, would) {
				sum.Would = append(sum.Would, would)
			}
		}
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

// withPart returns parts with one more. What is changed of several events stays apart.
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
