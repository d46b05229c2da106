package vet

import (
	"slices"

	"bcrules.dev/schema"
	"bcrules.dev/schema/prove"
)

// overruled warns of choices without effect, because another hook makes a stronger one at each event
// that its matcher lets through.
func overruled(s *Subject, r *schema.Report) {
	type strong struct {
		hook *Hook
		choice
	}
	var always []strong
	for _, h := range s.Hooks {
		if h.When.Exists() || h.Each.Name != "" || h.Field("mode").Exists() {
			continue
		}
		for _, c := range s.choices(h) {
			if h.always(c.rule) && c.rank >= 0 {
				always = append(always, strong{h, c})
			}
		}
	}
	for _, h := range s.Hooks {
		for _, weak := range s.choices(h) {
			i := slices.IndexFunc(always, func(c strong) bool {
				return c.hook != h && c.output == weak.output && c.rank < weak.rank && s.covers(c.hook, h, weak.rule)
			})
			if i >= 0 {
				r.Warnf(weak.step.Written(), checkConflict, "%s: the hook %s does %s wherever this one holds, which outranks it, whatever the order: %[1]s says nothing", weak.step.Action, always[i].hook.Listed.Name, always[i].step.Action)
			}
		}
	}
}

// covers reports whether a hook is on all events of another one's rule, by their names and matchers.
func (s *Subject) covers(all, of *Hook, rule int) bool {
	return !slices.ContainsFunc(of.Bindings, func(b *Binding) bool {
		return !slices.ContainsFunc(all.Bindings, func(by *Binding) bool {
			share := s.budget.Share()
			known := []prove.Prop{b.rules[rule].match, b.match}
			return by.Event == b.Event && !by.match.Open && share.Possible(known...) && !share.Possible(append(known, prove.Not(by.match))...)
		})
	})
}
