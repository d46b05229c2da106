package vet

import (
	"strings"

	"bcrules.dev/schema"
)

// copied warns of a rule that refuses what an earlier rule of its hook refuses by the same action
// under the same condition: a copy in which nothing but the text was changed.
func (s *Subject) copied(h *Hook, r *schema.Report) {
	if h.Bindings[0].Hook.First {
		return
	}
	before := map[string]schema.Rule{}
	for t := range takings(h) {
		rule := h.Rules[t.rule]
		if !s.own(rule.Written().Pos) || !rule.When.Exists() || t.step.When.Exists() || !s.refuses(t.b, t.step) {
			continue
		}
		key := t.b.Event + " " + t.step.Action
		for _, field := range []string{"match", "with", "each", "when"} {
			if n := rule.Field(field); n.Exists() {
				key += "\n" + field + " " + strings.Join(strings.Fields(schema.OneLine(n.Value)), " ")
			}
		}
		if first, ok := before[key]; ok && first.Written() != rule.Written() {
			finding{at: rule.When.Written(), check: checkUnreached, mild: true,
				text: "found the condition of the rule at " + beside(first.Written(), rule.Written()) + ", which then has the same action (" + t.step.Action + "); want another condition, or one rule"}.say(r)
			return
		}
		before[key] = rule
	}
}
