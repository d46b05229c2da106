package main

import (
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"bcrules.dev/cmd/bounded"
	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/settings"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
)

// serving returns the plan of a rule set with the hooks of the rules that hold where a settings file
// is, too. Sessions there, in folders below and in worktrees of the repository read the same file,
// each with rules of its own, so that its entries are those that any of them needs.
func serving(s *schema.Schema, p *plan.Plan, set layers.Set, place settings.Place, stderr io.Writer) *plan.Plan {
	if place.Kind != "local" && place.Kind != "shared" {
		return p
	}
	there := layers.Find(nil, filepath.Dir(filepath.Dir(place.File)), os.Getenv)
	if len(there.Layers) == 0 || slices.Equal(there.Layers, set.Layers) {
		return p
	}
	other, _ := bounded.Rules.Compile(s, there.Layers, stderr) // with faults it is what can be read of it
	if other == nil || other.Plan == nil {
		return p
	}
	both := *p
	both.Events = map[string]*plan.Agenda{}
	maps.Copy(both.Events, p.Events)
	for name, a := range other.Plan.Events {
		if both.Events[name] == nil {
			both.Events[name] = a
			continue
		}
		joined := *both.Events[name]
		joined.Hooks = slices.Clone(joined.Hooks)
		for _, h := range a.Hooks {
			if !slices.ContainsFunc(joined.Hooks, func(own plan.Hook) bool { return own.Name == h.Name && own.Match == h.Match && own.Closed == h.Closed }) {
				joined.Hooks = append(joined.Hooks, h)
			}
		}
		both.Events[name] = &joined
	}
	return &both
}
