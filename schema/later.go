package schema

import (
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
)

// order lists the hooks of an event that now come later. New hooks of shipped packs don't count.
func order(before, now *Set) []Ability {
	w, was := weakening{}, map[string]Listed{}
	for _, h := range before.Hooks {
		was[h.Name] = h
	}
	for i, h := range now.Hooks {
		old, known := was[h.Name]
		var news []string
		for _, other := range now.Hooks[:i] {
			first, also := was[other.Name]
			came := also && first.position.compare(old.position) < 0 || !also && Shipped(other.From)
			if known && h.Enabled && other.Enabled && !came && other.position.compare(h.position) < 0 && intersect(other.On, h.On) {
				news = append(news, other.Name)
			}
		}
		w.later(h.Name, news)
	}
	return w.all
}

// order notes the rules of a scope that now come later, in hooks that stop at the first match. A rule
// that answers at least as strongly as the one it precedes doesn't count.
func (w *weakening) order(before, now *Set) {
	for _, h := range now.Written {
		i := slices.IndexFunc(before.Written, func(was *Hook) bool { return was.head.Name == h.head.Name })
		if i >= 0 && h.head.First && len(h.Bindings) > 0 {
			w.rules(before.Written[i], h)
		}
	}
}

// rules is order for the rules of one hook.
func (w *weakening) rules(before, now *Hook) {
	was, is := namesOf(before.Rules), namesOf(now.Rules)
	for i, name := range was {
		at := slices.Index(is, name)
		var news []string
		for j := range max(0, at) {
			if !slices.Contains(was[:i], is[j]) && !now.stronger(j, at, w.library) {
				news = append(news, is[j])
			}
		}
		w.later(now.head.Name+"/"+name, news)
	}
}

// later notes that a clause now comes after others.
func (w *weakening) later(clause string, others []string) {
	if len(others) > 0 {
		w.note(clause, "later, after "+strings.Join(others, ", "), "")
	}
}

// stronger reports whether the rule at i, when it matches, gives every answer of the rule at j, at
// least as strongly.
func (h *Hook) stronger(i, j int, lib engine.Library) bool {
	for _, b := range h.Bindings {
		for _, step := range b.Hook.Rules[j].Do {
			action := lib.Actions[step.Action]
			if len(action.Uses) == 0 || len(action.Abilities()) > 0 {
				return false
			}
			for _, use := range action.Uses {
				values := b.Agenda.Outputs[use.Output].Values
				said := slices.ContainsFunc(b.Hook.Rules[i].Do, func(s plan.Step) bool {
					return s.When == nil && slices.ContainsFunc(lib.Actions[s.Action].Uses, func(u engine.Use) bool {
						return u.Output == use.Output && u.Arg == "" && use.Arg == "" && slices.Contains(values, u.Value) &&
							slices.Index(values, u.Value) <= slices.Index(values, use.Value)
					})
				})
				if !said {
					return false
				}
			}
		}
	}
	return true
}

// intersect reports whether two lists have an item in common.
func intersect(a, b []string) bool {
	return slices.ContainsFunc(a, func(x string) bool { return slices.Contains(b, x) })
}

func namesOf(rules []Rule) (names []string) {
	for i, r := range rules {
		names = append(names, r.name(i))
	}
	return names
}
