package engine

import (
	"slices"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
)

// What the agent carries out is what rules leave of an event, not what it sent. So where a rule
// changes something that the event carries, closed hooks are asked about the event as it is then,
// too: they stand for what must not be, whichever rule brings it about, and in whatever order
// they are. Of what they say the second time choices alone count, and those that are stronger
// than what was chosen before.

// changed returns the event with all that rules change of it; nil if they change nothing that
// it carries.
func (r *Reply) changed() *plan.Event {
	var now *files.Object
	for _, o := range r.ops {
		out := r.agenda.Outputs[o.output]
		if out.Kind != "change" || out.From == "" {
			continue
		}
		if raw := (&encoding{reply: r}).edited(out); raw != nil {
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

// recheck asks closed hooks about what the event has become by what all hooks have said.
func (r *Run) recheck() {
	closed := slices.DeleteFunc(slices.Clone(r.hooks), func(h *plan.Hook) bool { return !h.Closed })
	if len(closed) == 0 {
		return
	}
	ev := r.reply.changed()
	if ev == nil {
		return
	}
	r.mu.Lock()
	r.kept.again = closed // who refuse if it comes to no end
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
		for j, n := range h.Rules {
			r.ran[i].held(n, h.ID(j))
		}
	}
}

// flagged reports whether an output is raised that is a flag.
func (r *Reply) flagged(output string) bool {
	return slices.ContainsFunc(r.ops, func(o op) bool { return o.output == output })
}

// held reports whether a rule of the hook did.
func (h *HookTrace) held() bool {
	return slices.ContainsFunc(h.Rules, func(r *RuleTrace) bool { return r.Result == Held })
}
