package engine

import "fmt"

// A verdict is a reply with the refusals of closed hooks.
type verdict struct {
	reply *Reply
	why   string // of all who refuse, a line each; "" if none does
}

// refuse refuses the event in the name of a closed hook.
func (v *verdict) refuse(h *Hook, err error) {
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
		a.Exit, a.Stderr = exitRefused, v.why
	}
	return a
}

// exitRefused is the exit code that blocks, where the event can be blocked.
const exitRefused = 2

// Refuse answers an event in the place of hooks that could not be asked: those
// that are closed refuse it, for the others it goes on.
func (p *Plan) Refuse(ev *Event, hooks []*Hook, err error) Answer {
	a := p.Events[ev.Name]
	if a == nil {
		a = &Agenda{}
	}
	v := verdict{reply: NewReply(a, ev)}
	for _, h := range hooks {
		if h.Closed {
			v.refuse(h, err)
		}
	}
	return v.answer()
}

// Guard returns the closed hooks of a plan without what they do: what must be
// known of a rule set when nothing else can be. It is nil if there are none.
func (p *Plan) Guard() *Plan {
	g := &Plan{Events: map[string]*Agenda{}}
	for name, a := range p.Events {
		own := &Agenda{Matcher: a.Matcher, Stamp: a.Stamp, Refuse: a.Refuse, Outputs: map[string]Output{a.Refuse: a.Outputs[a.Refuse]}}
		for _, h := range a.Hooks {
			if h.Closed {
				own.Hooks = append(own.Hooks, Hook{Name: h.Name, Pos: h.Pos, Match: h.Match, Closed: true})
			}
		}
		if len(own.Hooks) > 0 {
			g.Events[name] = own
		}
	}
	if len(g.Events) == 0 {
		return nil
	}
	return g
}

// May returns the hooks that an event may be for of which no more is known than
// its name, or not even that: "". Only is as for Match.
func (p *Plan) May(name, only string) []*Hook {
	var hooks []*Hook
	for event, a := range p.Events {
		for i := range a.Hooks {
			if h := &a.Hooks[i]; (name == "" || event == name) && (only == "" || h.Name == only) {
				hooks = append(hooks, h)
			}
		}
	}
	return hooks
}
