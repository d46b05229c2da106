package schema

import (
	"slices"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/expr"

	"github.com/tidwall/gjson"
)

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
			for src := range step.Texts {
				sources = append(sources, expr.Expressions(src)...)
			}
		}
	}
	return sources
}

// reach returns the paths outside of the project that a hook may use: those that
// it lists, and those that its rules name.
func (e *env) reach(h *plan.Hook, sources []string, listed Node) []string {
	var places []string
	for _, r := range h.Rules {
		for _, step := range r.Do {
			args := gjson.ParseBytes(step.Args)
			for _, name := range e.Library.Actions[step.Action].Places() {
				switch v := args; {
				case name == engine.Whole && v.Type == gjson.String:
					places = append(places, v.String())
				case name != engine.Whole && v.IsObject():
					places = append(places, v.Get(gjson.Escape(name)).String())
				}
			}
		}
	}
	all := expr.Reach(sources, places, e.Library.Facts, h.Let)
	for _, item := range listed.Items() {
		path, _ := item.String()
		all = append(all, path)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// asksFact reports whether expressions ask a fact that is so.
func (e *env) asksFact(sources []string, so func(engine.Fact) bool) bool {
	for _, src := range sources {
		for _, name := range expr.Identifiers(src) {
			if so(e.Library.Facts[name]) {
				return true
			}
		}
	}
	return false
}
