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
	Over bool   // it stands above others, so that all its hooks are asked about what rules make of an event
	Only string // the name of the only hook that is asked again (plan.Plan.Again), "" for all
	root root
}

// Read opens the plan of a rule set. It fails if there is no intact one of this version.
func (s Store) Read(rules string) (*Plan, error) { return s.Newest(rules, nil) }

// Newest returns the first fresh plan, else the first plan. If the user's folder is full, the plan
// in memory is newer than the one there. A nil fresh accepts any.
func (s Store) Newest(rules string, fresh func(*Plan) bool) (stale *Plan, err error) {
	err = host.ErrNoCache
	for dir, of := range s.planPlaces {
		var p *Plan
		fault := error(nil)
		if p, fault = s.readIn(dir, rules, of); fault != nil {
			if of == shared || err == host.ErrNoCache {
				err = fault
			}
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

func (s Store) readIn(dir, rules, of string) (*Plan, error) {
	var p Plan
	var err error
	if p.File, err = s.openIn(dir, rules, of, p.root.code); err != nil {
		return nil, err
	}
	if p.root.Rules != rules {
		p.Close()
		return nil, fmt.Errorf("found a plan for %s, want one for %s", p.root.Rules, rules)
	}
	return &p, nil
}

// Fresh reports whether the rules and the compiler are those the plan was made with; see
// Stamp.Holds.
func (p *Plan) Fresh(compiler string, listed []plan.Folder) bool {
	return p.root.Stamp.Rested() && p.root.Stamp.Holds(compiler, listed)
}

// Holds reports whether the plan is that of the rules as they are now, whoever made it.
func (p *Plan) Holds() bool { return p.root.Stamp.Holds("", nil) }

// For returns the part of the plan that an event needs: its hooks in order, and what is common to
// all; without hooks, only the notice and how decisions are kept. A nil event gets what is common
// to all. The hooks are not fully loaded (plan.Hook.Load), and can become so only while the plan is
// open.
func (p *Plan) For(ev *plan.Event) (*plan.Plan, error) {
	all := &plan.Plan{Notice: p.root.Notice, Digest: p.root.Digest, Log: p.root.Log}
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
	a := &plan.Agenda{Matcher: e.Matcher, Written: e.Written}
	found, left, err := p.hooks(e, ev)
	if err != nil || len(found) == 0 && !left && !e.Written {
		return all, err
	}
	a.Hooks = p.deferred(found)
	if err := p.Decode(p.root.Common, all.Code); err != nil {
		return nil, err
	}
	if err := p.Decode(e.Agenda, a.Code); err != nil {
		return nil, err
	}
	all.Events = map[string]*plan.Agenda{ev.Name: a}
	if left {
		all.Leave(p.again(e, found))
	}
	if all.Tables, err = used(p, p.root.Tables, a.Hooks, func(h *plan.Hook) []string { return h.Tables }, (*plan.Table).Code); err != nil {
		return nil, err
	}
	all.Stores, err = used(p, p.root.Stores, a.Hooks, func(h *plan.Hook) []string { return h.Stores }, (*plan.Store).Code)
	return all, err
}

// hooks reads the hooks for an event: those in the drawer of its name, and others whose matchers
// hold. If the event has no usable name, closed hooks may be in any drawer. left reports whether some
// were left out that need a text which the event lacks, and that are asked again if rules change it.
func (p *Plan) hooks(e part, ev *plan.Event) (all []numbered, left bool, err error) {
	value, unknown := e.Matcher.Subject(ev)
	spellings := e.Matcher.Spellings(value)
	drawers := []wire.Region{e.Any}
	for name, at := range e.Named {
		if unknown != nil || slices.Contains(spellings, name) {
			drawers = append(drawers, at)
		}
	}
	for _, at := range drawers {
		var d drawer
		if at.Len == 0 {
			continue
		}
		if err := p.Decode(at, d.code); err != nil {
			return nil, false, err
		}
		all = append(all, d.Hooks...)
		for _, s := range d.Sought {
			found, some, err := p.seek(s, ev)
			if err != nil {
				return nil, false, err
			}
			all, left = append(all, found...), left || some && (p.Over || len(s.Shapes) > 0)
		}
	}
	all = slices.DeleteFunc(all, e.misses(value, unknown))
	slices.SortFunc(all, func(a, b numbered) int { return a.N - b.N })
	return slices.CompactFunc(all, func(a, b numbered) bool { return a.N == b.N }), left, nil
}

// deferred returns hooks whose rest is read when it is needed.
func (p *Plan) deferred(of []numbered) []plan.Hook {
	hooks := make([]plan.Hook, len(of))
	for i := range of {
		hooks[i] = of[i].Hook
		hooks[i].Defer(p.at(of[i].Conditions), p.at(of[i].Steps), p.sift(of[i].Rules))
	}
	return hooks
}

// again returns a function that finds the hooks that were left out and that the event, as rules have
// changed it, may concern. If they can't be read, a closed hook stands for them that can't either.
func (p *Plan) again(e part, asked []numbered) func(*plan.Event) []*plan.Hook {
	return func(changed *plan.Event) (more []*plan.Hook) {
		all, _, err := p.hooks(e, changed)
		if err != nil {
			h := &plan.Hook{Name: p.root.Rules, Event: &plan.Shape{Kind: "object"}, Closed: true}
			h.Defer(func(func(*wire.Coder)) error { return err }, nil, nil)
			return []*plan.Hook{h}
		}
		all = slices.DeleteFunc(all, func(n numbered) bool {
			return p.Only != "" && n.Hook.Name != p.Only || slices.ContainsFunc(asked, func(o numbered) bool { return o.N == n.N })
		})
		hooks := p.deferred(all)
		for i := range hooks {
			more = append(more, &hooks[i])
		}
		return more
	}
}

// misses returns a function that reports whether a hook's matcher rejects the event. It caches the
// last answers, because the hooks of a pack share few matchers.
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

// at returns a function that decodes a region.
func (p *Plan) at(r wire.Region) plan.Read {
	return func(code func(*wire.Coder)) error { return p.Decode(r, code) }
}

// used reads what hooks use under names: tables, or stores.
func used[T any](p *Plan, at map[string]wire.Region, hooks []plan.Hook, names func(*plan.Hook) []string, code func(*T, *wire.Coder)) (map[string]*T, error) {
	var all map[string]*T
	for i := range hooks {
		for _, name := range names(&hooks[i]) {
			if all[name] != nil {
				continue
			}
			one := new(T)
			if err := p.Decode(at[name], func(c *wire.Coder) { code(one, c) }); err != nil {
				return nil, err
			}
			if all == nil {
				all = map[string]*T{}
			}
			all[name] = one
		}
	}
	return all, nil
}

// Hooks returns the names of all hooks.
func (p *Plan) Hooks() []string {
	return p.directory().Hooks
}

func (p *Plan) directory() (d directory) {
	p.Decode(p.root.Names, d.code)
	return d
}

// Takers is plan.Plan.Takers.
func (p *Plan) Takers() plan.Takers { return p.directory().Takers }
