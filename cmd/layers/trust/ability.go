package trust

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
)

// An Ability is something that the rules of a layer do, or undo.
type Ability struct {
	Verb, What string
	Hooks      []string // that do it; none for the whole rule set
}

type abilities []Ability

func (all *abilities) add(verb, what string, hooks ...string) {
	i := slices.IndexFunc(*all, func(a Ability) bool { return a.Verb == verb && a.What == what })
	if i < 0 {
		*all = append(*all, Ability{verb, what, hooks})
		return
	}
	a := &(*all)[i]
	for _, h := range hooks {
		if !slices.Contains(a.Hooks, h) {
			a.Hooks = append(a.Hooks, h)
		}
	}
}

// Abilities returns what a compiled rule set does because of the layer that asks, and
// what of the user's own it weakens. Folders are named as seen from folder here.
func Abilities(s *schema.Schema, set layers.Set, compiled *schema.Set, getenv func(string) string, here string) []Ability {
	set, getenv, _ = settled(set, getenv)
	var all abilities
	for _, h := range compiled.Hooks {
		if h.Enabled && !filepath.IsAbs(h.From) {
			all.add("uses", h.From, h.Name)
		}
	}
	user := layers.User(getenv)
	for _, a := range compiled.Can {
		if user == "" || !strings.HasPrefix(a.At.File, filepath.ToSlash(user)+"/") {
			all.add(a.Verb, a.What, a.Hook)
		}
	}
	before := &plan.Plan{} // what would be so without the layer
	if others, err := s.Compile(set.Without(getenv)...); err == nil && slices.Contains(set.Layers, user) {
		before = others.Plan
		all.weakened(others.Hooks, compiled.Hooks, here)
	}
	all.settings(before, compiled.Plan)
	return all
}

// weakened adds hooks that are off, or not closed any more.
func (all *abilities) weakened(before, now []schema.Listed, here string) {
	on, closed := map[string]bool{}, map[string]bool{}
	for _, h := range now {
		on[h.Name], closed[h.Name] = h.Enabled, h.OnError == "closed"
	}
	for _, h := range before {
		if h.Enabled && !on[h.Name] {
			all.add("switches off", schema.Display(h.From, here), h.Name)
		}
		if h.OnError == "closed" && !closed[h.Name] {
			all.add("lets pass where it fails", schema.Display(h.From, here), h.Name)
		}
	}
}

// settings adds what is set for the whole rule set.
func (all *abilities) settings(before, now *plan.Plan) {
	if now.Log.File != before.Log.File {
		all.add(engine.Writes, cmp.Or(now.Log.File, "hook.log")+" (the log)")
	}
	if now.Log.Inputs && !before.Log.Inputs {
		all.add("keeps", "events and replies whole")
	}
	if now.Timeout != before.Timeout {
		all.add("ends all hooks", fmt.Sprintf("after %s", now.Timeout))
	}
}
