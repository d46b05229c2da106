package engine

import (
	"fmt"
	"slices"

	"bcrules.dev/engine/plan"
)

// A verdict is a reply with the refusals of closed hooks.
type verdict struct {
	reply *Reply
	why   string // of all who refuse, a line each; "" if none does
}

// refuse refuses the event in the name of those hooks that are closed, which one cause keeps
// from deciding: it is said once. One that comes again, as it was refused, goes on, and the user
// is told: what keeps the hooks from deciding would keep them for ever, and with them the agent
// from stopping.
func (v *verdict) refuse(hooks []*plan.Hook, err error) {
	closed := slices.DeleteFunc(slices.Clone(hooks), func(h *plan.Hook) bool { return !h.Closed })
	if len(closed) == 0 {
		return
	}
	who, refuses, it := closed[0].Name, "refuses", "it"
	if more := len(closed) - 1; more > 0 {
		who, refuses, it = fmt.Sprintf("%s and %d more", who, more), "refuse", "they"
	}
	if again := v.reply.agenda.Again; again != "" && v.reply.event.Field(again).Bool() {
		v.reply.Tell(fmt.Sprintf("bcrules: %s could not decide, and let go of what %s had refused before: %v", who, it, err))
		return
	}
	why := fmt.Sprintf("%s could not decide and %s: %v", who, refuses, err)
	if v.why != "" {
		v.why += "\n"
	}
	v.why += why
	v.reply.refuse(why)
}

// answer encodes what was said. Where somebody refuses, the exit code says so as
// well: it holds for agents that don't read the reply.
func (v *verdict) answer() Answer {
	a := v.reply.Encode()
	a.Refused = a.Refused || v.why != ""
	if v.why != "" && a.Exit == 0 {
		a.Exit, a.Stderr = ExitRefused, v.why
	}
	return a
}

// ExitRefused is the exit code that blocks, where the event can be blocked.
const ExitRefused = 2

// Refuse answers an event in the place of hooks that could not be asked: those
// that are closed refuse it, for the others it goes on.
func (e *Engine) Refuse(p *plan.Plan, ev *plan.Event, hooks []*plan.Hook, err error) Answer {
	a := p.Events[ev.Name]
	if a == nil {
		a = &plan.Agenda{}
	}
	v := verdict{reply: NewReply(a, ev)}
	v.reply.notice = e.Notice
	v.refuse(hooks, err)
	return v.answer()
}
