package engine

import (
	"fmt"
	"slices"

	"bcrules.dev/engine/plan"
)

// A verdict is a reply together with the refusals of closed hooks.
type verdict struct {
	reply *Reply
	why   string // of all refusals, one a line; "" for none
}

// refuse refuses the event on behalf of the closed hooks that err keeps from deciding, with one
// message for all. If the event repeats one that was refused, it is let through and the user is
// told: the cause may last for ever, and the agent could never stop.
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
		v.reply.Tell(fmt.Sprintf("bcrules: %s could not decide, and let through what %s had refused before: %v", who, it, err))
		return
	}
	why := fmt.Sprintf("%s could not decide and %s: %v", who, refuses, err)
	if v.why != "" {
		v.why += "\n"
	}
	v.why += why
	v.reply.refuse(why)
}

// answer encodes the reply. A refusal also sets the exit code, for agents that ignore the reply.
func (v *verdict) answer() Answer {
	a := v.reply.Encode()
	a.Refused = a.Refused || v.why != ""
	if v.why != "" && a.Exit == 0 {
		a.Exit, a.Stderr = ExitRefused, v.why
	}
	return a
}

// ExitRefused is the exit code that blocks an event that can be blocked.
const ExitRefused = 2

// Refuse answers an event on behalf of hooks that could not be asked: closed hooks refuse it, the
// others let it through.
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
