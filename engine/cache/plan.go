package cache

import (
	"fmt"
	"slices"

	"bcrules.dev/engine/host"
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
func (s Store) Read(rules string) (*Plan, error) { return s.Newest(rules, nil) }

// Newest is Read of the first plan that is fresh, else of the first there is: where the
// user's folder takes no more, one in memory is newer than what it has. Nil takes any for
// fresh.
func (s Store) Newest(rules string, fresh func(*Plan) bool) (stale *Plan, err error) {
	err = host.ErrNoCache
	for dir := range s.places {
		var p *Plan
		fault := error(nil)
		if p, fault = s.readIn(dir, rules); fault != nil {
			err = fault
			continue
		}
		if fresh == nil || fresh(p) {
			if stale != nil {
				stale.Close()
			}
			return p, nil
		}
		if stale != nil {
			p.Close()
			continue
		}
		stale = p
	}
	if stale != nil {
		return stale, nil
	}
	return nil, err
}

func (s Store) readIn(dir, rules string) (*Plan, error) {
	var p Plan
	var err error
	if p.File, err = s.openIn(dir, rules, "plan", p.root.code); err != nil {
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
func (p *Plan) Fresh(compiler string, listed []plan.Folder) bool {
	return p.root.Stamp.Rested() && p.root.Stamp.Holds(compiler, listed)
}

// For returns as much of the plan as an event needs: the hooks that it is for, in their
// order, and what stands for all of them; if there are none, the notice and what is kept
// of decisions. A nil event gets what stands for all. The hooks are not whole
// (plan.Hook.Whole), and become so only while the plan is open.
func (p *Plan) For(ev *plan.Event) (*plan.Plan, error) {
	all := &plan.Plan{Notice: p.root.Notice, Log: p.root.Log}
	if ev == nil {
		return all, p.Decode(p.root.Common, all.Code)
	}
	where, ok := p.root.Events[ev.Name]
	if !ok {
		return all, nil
	}
	var e part
	if err := p.Decode(where, e.code); err != nil {
		return all, err
	}
	a := &plan.Agenda{Matcher: e.Matcher}
	var err error
	if a.Hooks, err = p.hooks(e, ev); err != nil || len(a.Hooks) == 0 {
		return all, err
	}
	if err := p.Decode(p.root.Common, all.Code); err != nil {
		return nil, err
	}
	if err := p.Decode(e.Agenda, a.Code); err != nil {
		return nil, err
	}
	all.Events = map[string]*plan.Agenda{ev.Name: a}
	if err := p.tables(all, a.Hooks); err != nil {
		return nil, err
	}
	return all, p.stores(all, a.Hooks)
}

// hooks reads the hooks that are for an event: those in the drawer of the name that its
// matchers are compared with, and others whose matchers hold. Where there is no such name,
// closed ones may be in any drawer.
func (p *Plan) hooks(e part, ev *plan.Event) ([]plan.Hook, error) {
	value, unknown := e.Matcher.Subject(ev)
	all, err := p.drawer(nil, e.Any)
	if err != nil {
		return nil, err
	}
	spellings := e.Matcher.Spellings(value)
	if unknown != nil {
		spellings = nil
	}
	for i, at := range e.Named {
		here := func(name string) bool { return pageOf(name, len(e.Named)) == i }
		if unknown == nil && !slices.ContainsFunc(spellings, here) {
			continue
		}
		var names page
		if err := p.Decode(at, names.code); err != nil {
			return nil, err
		}
		for name, at := range names {
			if unknown == nil && !slices.Contains(spellings, name) {
				continue
			}
			if all, err = p.drawer(all, at); err != nil {
				return nil, err
			}
		}
	}
	all = slices.DeleteFunc(all, e.misses(value, unknown))
	slices.SortFunc(all, func(a, b numbered) int { return a.N - b.N })
	all = slices.CompactFunc(all, func(a, b numbered) bool { return a.N == b.N })
	var hooks []plan.Hook
	for _, n := range all {
		n.Hook.Later(p.at(n.Conditions), p.at(n.Steps))
		hooks = append(hooks, n.Hook)
	}
	return hooks, nil
}

// misses returns what reports whether a hook is not for an event, by its matcher. Hooks of a pack have
// few: of those that were asked the last ones are known.
func (e part) misses(value string, unknown error) func(numbered) bool {
	type answer struct {
		match string
		holds bool
	}
	var asked []answer
	return func(n numbered) bool {
		if unknown != nil {
			return !e.Matcher.Holds(&n.Hook, value, unknown)
		}
		for _, a := range asked[max(0, len(asked)-32):] {
			if a.match == n.Hook.Match {
				return !a.holds
			}
		}
		asked = append(asked, answer{n.Hook.Match, e.Matcher.Holds(&n.Hook, value, nil)})
		return !asked[len(asked)-1].holds
	}
}

// at returns what reads a region.
func (p *Plan) at(r wire.Region) plan.Read {
	return func(code func(*wire.Coder)) error { return p.Decode(r, code) }
}

// drawer adds the hooks of a drawer to others; nothing where there is none.
func (p *Plan) drawer(to []numbered, at wire.Region) ([]numbered, error) {
	if at.Len == 0 {
		return to, nil
	}
	var d drawer
	err := p.Decode(at, d.code)
	return append(to, d.Hooks...), err
}

// tables reads the tables that hooks ask into a plan.
func (p *Plan) tables(all *plan.Plan, hooks []plan.Hook) error {
	for _, h := range hooks {
		for _, name := range h.Tables {
			if all.Tables[name] != nil {
				continue
			}
			t := &plan.Table{}
			if err := p.Decode(p.root.Tables[name], t.Code); err != nil {
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

// stores reads the stores that hooks ask into a plan.
func (p *Plan) stores(all *plan.Plan, hooks []plan.Hook) error {
	for _, h := range hooks {
		for _, name := range h.Stores {
			if all.Stores[name] != nil {
				continue
			}
			s := &plan.Store{}
			if err := p.Decode(p.root.Stores[name], s.Code); err != nil {
				return err
			}
			if all.Stores == nil {
				all.Stores = map[string]*plan.Store{}
			}
			all.Stores[name] = s
		}
	}
	return nil
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
