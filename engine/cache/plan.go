package cache

import (
	"fmt"
	"slices"

	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/wire"
)

// A Plan is a plan on disk. Close it.
type Plan struct {
	*wire.File
	root root
}

// Read opens the plan of a rule set. It fails if there is none, or none of this
// version that is whole.
func (s Store) Read(rules string) (*Plan, error) {
	var p Plan
	var err error
	if p.File, err = s.open(rules, "plan", p.root.code); err != nil {
		return nil, err
	}
	if p.root.Rules != rules {
		p.Close()
		return nil, fmt.Errorf("found a plan for %s, want one for %s", p.root.Rules, rules)
	}
	return &p, nil
}

// Fresh reports whether the plan is that of the rules as they are now and of the
// compiler that would make it anew; see Stamp.Holds.
func (p *Plan) Fresh(compiler string, listed []Folder) bool {
	return p.root.Stamp.Rested() && p.root.Stamp.Holds(compiler, listed)
}

// For returns as much of the plan as an event needs: the hooks its value may
// match, in their order, and what stands for all of them; if there are none, the
// notice and what is kept of decisions. A nil event gets what stands for all. The
// hooks are not whole (plan.Hook.Whole), and can't be made so once the plan on disk
// is closed.
func (p *Plan) For(ev *plan.Event) (*plan.Plan, error) {
	all := &plan.Plan{Notice: p.root.Notice, Log: p.root.Log}
	var e part
	var drawers []wire.Region
	if ev != nil {
		where, ok := p.root.Events[ev.Name]
		if !ok {
			return all, nil
		}
		err := p.Decode(where, e.code)
		if err == nil {
			drawers, err = p.drawers(e, ev)
		}
		if err != nil || len(drawers) == 0 {
			return all, err
		}
	}
	if err := p.Decode(p.root.Common, func(c *wire.Coder) { common(c, all) }); err != nil || ev == nil {
		return all, err
	}
	a := &plan.Agenda{Matcher: e.Matcher}
	if err := p.Decode(e.Agenda, func(c *wire.Coder) { agenda(c, a) }); err != nil {
		return nil, err
	}
	if err := p.hooks(a, drawers); err != nil {
		return nil, err
	}
	all.Events = map[string]*plan.Agenda{ev.Name: a}
	return all, p.tables(all, a.Hooks)
}

// hooks reads the hooks in drawers into an agenda.
func (p *Plan) hooks(a *plan.Agenda, drawers []wire.Region) error {
	var all []numbered
	for _, r := range drawers {
		var d drawer
		if err := p.Decode(r, d.code); err != nil {
			return err
		}
		all = append(all, d.Hooks...)
	}
	slices.SortFunc(all, func(a, b numbered) int { return a.N - b.N })
	all = slices.CompactFunc(all, func(a, b numbered) bool { return a.N == b.N })
	for _, n := range all {
		n.Hook.Rest = func(h *plan.Hook) error { return p.Decode(n.Rest, func(c *wire.Coder) { rest(c, h) }) }
		a.Hooks = append(a.Hooks, n.Hook)
	}
	return nil
}

// tables reads the tables that hooks ask into a plan.
func (p *Plan) tables(all *plan.Plan, hooks []plan.Hook) error {
	for _, h := range hooks {
		for _, name := range h.Tables {
			if all.Tables[name] != nil {
				continue
			}
			t := &plan.Table{}
			if err := p.Decode(p.root.Tables[name], func(c *wire.Coder) { tableOf(c, t) }); err != nil {
				return err
			}
			if all.Tables == nil {
				all.Tables = map[string]*plan.Table{}
			}
			all.Tables[name] = t
		}
	}
	return nil
}

// drawers are the regions of the drawers that an event's value may be in.
func (p *Plan) drawers(e part, ev *plan.Event) ([]wire.Region, error) {
	var found []wire.Region
	if e.Any.Len > 0 {
		found = append(found, e.Any)
	}
	if len(e.Named) == 0 {
		return found, nil
	}
	for _, name := range e.Matcher.Spellings(e.Matcher.Subject(ev)) {
		var names page
		if err := p.Decode(e.Named[pageOf(name, len(e.Named))], names.code); err != nil {
			return nil, err
		}
		if r, ok := names[name]; ok {
			found = append(found, r)
		}
	}
	return found, nil
}

// Hooks returns the names of all hooks.
func (p *Plan) Hooks() []string {
	return p.directory().Hooks
}

func (p *Plan) directory() (d directory) {
	p.Decode(p.root.Names, d.code)
	return d
}

// Takers are plan.Plan's.
func (p *Plan) Takers() plan.Takers { return p.directory().Takers }
