package plan

import (
	"cmp"
	"maps"
	"slices"
)

// Two rule sets that nobody may mix are planned apart, and meet at an event: the hooks of the one
// that is above run first, and nothing of the other reaches theirs, neither settings nor tables,
// stores and marks, as each of their packs stands under a name that no rule file can say. What both
// say is one reply. So the lower one adds, and has no words to take away.

// above is the scope that all scopes are in of rules that stand above others.
const above = "^"

// Under returns the plan with the hooks of another above its own, of an event of which both have
// read their part; and these hooks. What is kept of decisions is as the other says. The other one
// may not be used any more by itself.
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
	if a := over.Events[event]; a != nil && p.Events[event] == nil {
		all.Events = beside(p.Events, nil)
		all.Events[event] = a
	}
	return &all
}

// raise has hooks of the plan stand above others.
func (p *Plan) raise(hooks []*Hook) {
	for _, h := range hooks {
		if h.Over { // of a plan that was not stored, at another event
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

// beside has what is under its own name, and what is above under another.
func beside[T any](own, over map[string]T) map[string]T {
	all := make(map[string]T, len(own)+len(over))
	maps.Copy(all, own)
	for name, x := range over {
		all[Scoped(above, name)] = x
	}
	return all
}

// Without takes the hooks out of the plan that a rule set above has.
func (p *Plan) Without(over Names) {
	for event, a := range p.Events {
		a.Hooks = slices.DeleteFunc(a.Hooks, func(h Hook) bool { return over.Has(h.Name) })
		if len(a.Hooks) == 0 {
			delete(p.Events, event)
		}
	}
}

// Names are those of the hooks of a rule set.
type Names []string

// Has reports whether the rule set has a hook of a name, or the pack that the hook is of.
func (n Names) Has(hook string) bool {
	pack, _ := Unscoped(hook)
	return slices.ContainsFunc(n, func(name string) bool {
		of, _ := Unscoped(name)
		return name == hook || pack != "" && of == pack
	})
}
