package cache

import (
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/wire"
)

// A guard is what is known of the closed hooks of a rule set while there is no
// plan to ask. It lies beside the plan, and outlives one that breaks.
type guard struct {
	Rules  string
	Events map[string]*plan.Agenda
}

func (g *guard) code(c *wire.Coder) {
	c.String(&g.Rules)
	wire.Map(c, &g.Events, func(c *wire.Coder, a **plan.Agenda) {
		wire.Pointer(c, a, func(c *wire.Coder, a *plan.Agenda) {
			a.Matcher.Code(c)
			a.Code(c)
			var common plan.Common
			wire.List(c, &a.Hooks, func(c *wire.Coder, h *plan.Hook) { h.Head(c, &common) })
		})
	})
}

// alone is a file that is nothing but its root.
func alone(root func(*wire.Coder)) func(*wire.Layout) func(*wire.Coder) {
	return func(*wire.Layout) func(*wire.Coder) { return root }
}

// writeGuard keeps the closed hooks of a rule set; nil means it has none.
func (s Store) writeGuard(rules string, p *plan.Plan) error {
	if p == nil {
		if s.forget(rules, "guard") == nil {
			return nil
		}
		p = &plan.Plan{} // one that can't go is no more what is known
	}
	g := guard{rules, p.Events}
	return s.write(rules, "guard", alone(g.code))
}

// Guard returns the closed hooks of a rule set as they were last known
// (plan.Plan.Closed), nil if there were none.
func (s Store) Guard(rules string) *plan.Plan {
	var g guard
	is := false
	for dir, but := range s.places { // that in memory, where there is one, is the newer
		if but && is {
			break
		}
		var found guard
		if f, err := s.openIn(dir, rules, "guard", found.code); err == nil {
			f.Close()
			if found.Rules == rules {
				g, is = found, true
			}
		}
	}
	if !is {
		return nil
	}
	return &plan.Plan{Events: g.Events}
}
