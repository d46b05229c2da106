package engine

import (
	"fmt"

	"bcrules.dev/engine/plan"
)

// A verdict is a reply with the refusals of closed hooks.
type verdict struct {
	reply *Reply
	why   string // of all who refuse, a line each; "" if none does
}

// refuse refuses the event in the name of a closed hook. One that comes again, as it was
// refused, goes on, and the user is told: what keeps the hook from deciding would keep it for
// ever, and with it the agent from stopping.
func (v *verdict) refuse(h *plan.Hook, err error) {
	if again := v.reply.agenda.Again; again != "" && v.reply.event.Field(again).Bool() {
		v.reply.Tell(fmt.Sprintf("bcrules: %s could not decide, and let go of what it had refused before: %v", h.Name, err))
		return
	}
	why := fmt.Sprintf("%s could not decide and refuses: %v", h.Name, err)
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
	for _, h := range hooks {
		if h.Closed {
			v.refuse(h, err)
		}
	}
	return v.answer()
}
