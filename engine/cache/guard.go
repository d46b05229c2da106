package cache

import (
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/wire"
)

// A guard has the closed hooks of a rule set, for when there is no usable plan. It is kept beside
// the plan and outlives a broken one.
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

// rootOnly lays out a file that has only a root.
func rootOnly(root func(*wire.Coder)) func(*wire.Layout) func(*wire.Coder) {
	return func(*wire.Layout) func(*wire.Coder) { return root }
}

// writeGuard stores the closed hooks of a rule set; nil means it has none.
func (s Store) writeGuard(rules string, p *plan.Plan) error {
	if p == nil {
		if s.forget(rules, "guard") == nil {
			return nil
		}
		p = &plan.Plan{} // if it can't be removed, overwrite it with an empty one
	}
	g := guard{rules, p.Events}
	return s.write(rules, "guard", rootOnly(g.code))
}

// Guard returns the closed hooks of a rule set as last known (plan.Plan.Closed), nil if there were
// none.
func (s Store) Guard(rules string) *plan.Plan {
	var g guard
	is := false
	for dir, but := range s.places { // the last one found wins; the account's counts only without another
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
