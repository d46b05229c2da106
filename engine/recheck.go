package engine

import (
	"bytes"
	"slices"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
)

// The agent carries out the event as changed by rules, not as it was sent. So if a rule changes
// what the event carries, closed hooks and those of an upper rule set are asked again about the
// changed event: they forbid something whichever rule brings it about, and in whatever order. In
// their second reply only flags count, and choices that are stronger than those of the first.

// changed returns the event with the rules' changes applied; nil if there are none.
func (r *Reply) changed() *plan.Event {
	var now *files.Object
	for _, o := range r.ops {
		if !r.changes(o) {
			continue
		}
		out := r.agenda.Outputs[o.output]
		if raw, _ := r.edited(out); raw != nil {
			if now == nil {
				now = files.ReadObject(r.event.JSON())
			}
			now.Set(out.From, raw)
		}
	}
	if now == nil {
		return nil
	}
	return r.event.As(now.Encode())
}

// changes reports whether an op changes what the event carries.
func (r *Reply) changes(o op) bool {
	out := r.agenda.Outputs[o.output]
	return out.Kind == "change" && out.From != ""
}

// rechecks reports whether a hook is asked again about a changed event.
func rechecks(h *plan.Hook) bool { return h.Closed || h.Over }

// mayRecheck reports whether a changed event has to be rechecked: by hooks that ran, or by ones that
// the plan left out because of the original event.
func (r *Run) mayRecheck() bool { return r.plan.Left() || slices.ContainsFunc(r.hooks, rechecks) }

// recheck asks hooks about the event as rules have changed it: those that recheck and don't yield
// or, with yielding, those that recheck and yield. If the latter have changed the event further,
// all that recheck are asked.
func (r *Run) recheck(yielding bool) {
	if !r.mayRecheck() {
		return
	}
	var closed []*plan.Hook
	ev, waits := r.reply.changed(), false
	if ev != nil {
		same := r.rechecked != nil && bytes.Equal(ev.JSON(), r.rechecked.JSON())
		for _, h := range slices.Concat(r.hooks, r.plan.Again(ev)) {
			if own := h.Yields == yielding || yielding && !same; rechecks(h) && own {
				closed = append(closed, h)
			} else if rechecks(h) && !yielding {
				waits = true
			}
		}
		r.rechecked = ev
	}
	if len(closed) > 0 {
		r.askAgain(ev, closed)
	}
	if !waits {
		r.checked = len(r.reply.ops)
	}
}

// askAgain asks hooks about a changed event.
func (r *Run) askAgain(ev *plan.Event, closed []*plan.Hook) {
	r.mu.Lock()
	r.kept.again = closed // they refuse if the recheck is cut short
	r.mu.Unlock()
	e := *r.engine
	if e.Trace != nil {
		e.Trace = &Trace{Parts: e.Trace.Parts}
	}
	again := e.Begin(r.plan, ev, r.host, closed)
	for _, h := range closed {
		again.hook(h)
	}
	before, sets := r.reply.chosen(), again.reply.chosen()
	for _, o := range again.reply.ops {
		out := r.reply.agenda.Outputs[o.output]
		was, chosen := before[o.output]
		stronger := !chosen || slices.Index(out.Values, o.value) < slices.Index(out.Values, was)
		if out.Kind == "choice" && sets[o.output] == o.value && stronger || out.Kind == "flag" && !r.reply.flagged(o.output) {
			r.reply.ops = append(r.reply.ops, o)
		}
	}
	if again.why != "" {
		r.why, r.faults = again.why, append(r.faults, again.faults...)
	}
	if e.Trace != nil {
		r.engine.Trace.Hooks = append(r.engine.Trace.Hooks, slices.DeleteFunc(e.Trace.Hooks, func(h *HookTrace) bool { return !h.held() })...)
	}
	for _, h := range again.ran {
		i := slices.IndexFunc(r.ran, func(o Ran) bool { return o.Hook == h.Hook })
		if i < 0 {
			i, r.ran = len(r.ran), append(r.ran, Ran{Hook: h.Hook})
		}
		for j, n := range h.Rules {
			r.ran[i].held(n, h.ID(j))
		}
	}
}

// flagged reports whether a flag output is raised.
func (r *Reply) flagged(output string) bool {
	return slices.ContainsFunc(r.ops, func(o op) bool { return o.output == output })
}

// held reports whether a rule of the hook held.
func (h *HookTrace) held() bool {
	return slices.ContainsFunc(h.Rules, func(r *RuleTrace) bool { return r.Result == Held })
}
