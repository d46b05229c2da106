package schema

import (
	"maps"
	"slices"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/expr"

	"github.com/tidwall/gjson"
)

// asks notes what the expressions of a hook ask: fields of the event, paths outside of
// the project beside those that are listed, tables, facts of the full binary.
func (b *Binding) asks(e *env, shape *plan.Shape, listed Node) {
	all := sources(&b.Hook)
	b.Hook.Event = expr.Prune(shape, all)
	b.Hook.Reach = outside(&b.Hook, all, e.Library, listed)
	used := map[string]bool{}
	for _, src := range all {
		for _, name := range expr.Identifiers(src) {
			used[name] = true
			b.Hook.Full = b.Hook.Full || e.Library.Facts[name].Full
			b.asksTools = b.asksTools || e.Library.Facts[name].Tool
		}
	}
	for _, name := range slices.Sorted(maps.Keys(e.plan.Tables)) {
		if used[name] || used["$env"] {
			b.Hook.Tables = append(b.Hook.Tables, name)
		}
	}
}

// sources returns all expressions of a hook.
func sources(h *plan.Hook) []string {
	var sources []string
	add := func(x *plan.Expression) {
		if x != nil {
			sources = append(sources, x.Src)
		}
	}
	add(h.When)
	for i := range h.Let {
		add(&h.Let[i].Expr)
	}
	for _, r := range h.Rules {
		add(r.When)
		for _, step := range r.Do {
			for _, src := range slices.Sorted(maps.Keys(step.Texts)) {
				sources = append(sources, expr.Expressions(src)...)
			}
		}
	}
	return sources
}

// outside returns the paths outside of the project that a hook may use: those that are
// listed, and those that its rules name.
func outside(h *plan.Hook, sources []string, lib engine.Library, listed Node) []string {
	var places []string
	for _, r := range h.Rules {
		for _, step := range r.Do {
			args := gjson.ParseBytes(step.Args)
			for _, name := range lib.Actions[step.Action].Places() {
				switch v := args; {
				case name == engine.Whole && v.Type == gjson.String:
					places = append(places, v.String())
				case name != engine.Whole && v.IsObject():
					places = append(places, v.Get(gjson.Escape(name)).String())
				}
			}
		}
	}
	all := expr.Reach(sources, places, lib.Facts, h.Let)
	for _, item := range listed.Items() {
		path, _ := item.String()
		all = append(all, path)
	}
	slices.Sort(all)
	return slices.Compact(all)
}
