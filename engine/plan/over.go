package plan

import (
	"cmp"
	"maps"
	"slices"
)

// An organisation's rules and a user's are compiled to separate plans and joined at each event. The
// upper plan's hooks run first. Its packs get names that no rule file can write, so rules of the
// lower plan can't reach its settings, tables, stores and marks. Both contribute to one reply: the
// lower plan can add to it but not take away.

// above is the scope that encloses all scopes of an upper plan.
const above = "^"

// Under joins the plan with an upper one, for an event that both were loaded for. hooks are those
// of the upper plan, which Under changes: it must not be used by itself afterwards. The upper plan
// decides whether and how long decisions are kept; either may keep whole inputs.
func (p *Plan) Under(over *Plan, event string, hooks []*Hook) *Plan {
	all := *p
	if all.Digest = over.Digest; p.Digest != "" {
		all.Digest += "+" + p.Digest
	}
	all.Log.Quiet, all.Log.Max, all.Log.Days = over.Log.Quiet, over.Log.Max, over.Log.Days
	all.Log.Inputs = p.Log.Inputs || over.Log.Inputs
	all.Settings, all.Marks = beside(p.Settings, over.Settings), beside(p.Marks, over.Marks)
	all.Tables, all.Stores = beside(p.Tables, over.Tables), beside(p.Stores, over.Stores)
	all.Logs = beside(p.Logs, nil)
	maps.Copy(all.Logs, over.Logs) // by what their hooks are called
	over.raise(hooks)
	if over.Left() {
		all.Leave(func(changed *Event) []*Hook {
			more := over.Again(changed)
			over.raise(more)
			return append(more, p.Again(changed)...)
		})
	}
	if a, own := over.Events[event], p.Events[event]; a != nil && own == nil {
		all.Events = beside(p.Events, nil)
		all.Events[event] = a
	} else if a != nil && a.AsksWritten() {
		both := *own
		both.Written, all.Events = true, beside(p.Events, nil)
		all.Events[event] = &both
	}
	return &all
}

// raise moves hooks of the plan into the upper scope.
func (p *Plan) raise(hooks []*Hook) {
	for _, h := range hooks {
		if h.Over { // at an earlier event, in a plan that was never stored
			continue
		}
		h.Over, h.Timeout = true, cmp.Or(h.Timeout, p.Timeout, Wait)
		if h.Pack == "" {
			h.Pack = above
		} else {
			h.Pack = Scoped(above, h.Pack)
		}
	}
}

// beside merges two maps, with the names of over in the upper scope.
func beside[T any](own, over map[string]T) map[string]T {
	all := make(map[string]T, len(own)+len(over))
	maps.Copy(all, own)
	for name, x := range over {
		all[Scoped(above, name)] = x
	}
	return all
}

// Without removes the hooks that an upper rule set also has.
func (p *Plan) Without(over Names) {
	for event, a := range p.Events {
		a.Hooks = slices.DeleteFunc(a.Hooks, func(h Hook) bool { return over.Has(h.Name) })
		if len(a.Hooks) == 0 {
			delete(p.Events, event)
		}
	}
}

// Names are the names of a rule set's hooks.
type Names []string

// Has reports whether the rule set has a hook of that name, or any hook of its pack.
func (n Names) Has(hook string) bool {
	pack, _ := Unscoped(hook)
	return slices.ContainsFunc(n, func(name string) bool {
		of, _ := Unscoped(name)
		return name == hook || pack != "" && of == pack
	})
}
