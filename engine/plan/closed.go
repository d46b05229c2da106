package plan

import "slices"

// Closed returns a plan with only the closed hooks, without their rules, or nil if there are none.
// It still says which events to refuse when the rule set itself can't be read.
func (p *Plan) Closed() *Plan {
	c := &Plan{Events: map[string]*Agenda{}}
	for name, a := range p.Events {
		own := &Agenda{Matcher: a.Matcher, Stamp: a.Stamp, Refuse: a.Refuse, Again: a.Again, Outputs: map[string]Output{a.Refuse: a.Outputs[a.Refuse]}}
		for _, h := range a.Hooks {
			if h.Closed {
				own.Hooks = append(own.Hooks, Hook{Name: h.Name, Pos: h.Pos, Match: h.Match, Closed: true})
			}
		}
		if len(own.Hooks) > 0 {
			c.Events[name] = own
		}
	}
	if len(c.Events) == 0 {
		return nil
	}
	return c
}

// Refuses reports whether an event has a closed hook.
func (p *Plan) Refuses(event string) bool {
	a := p.Events[event]
	return a != nil && slices.ContainsFunc(a.Hooks, func(h Hook) bool { return h.Closed })
}

// Blocks reports whether an event may be refused when nothing answers it: it can be refused and has
// only closed hooks. An event that repeats after a refusal doesn't qualify, as it would be refused
// for ever.
func (p *Plan) Blocks(event string) bool {
	a := p.Events[event]
	return p.Refuses(event) && a.Refuse != "" && a.Again == "" && !slices.ContainsFunc(a.Hooks, func(h Hook) bool { return !h.Closed })
}

// May returns the hooks for an event that is one of names, or any event if names is empty. only is
// as for Match.
func (p *Plan) May(names []string, only string) []*Hook {
	var hooks []*Hook
	for event, a := range p.Events {
		for i := range a.Hooks {
			if h := &a.Hooks[i]; (len(names) == 0 || slices.Contains(names, event)) && (only == "" || h.Name == only) {
				hooks = append(hooks, h)
			}
		}
	}
	return hooks
}
