package vet

import (
	"slices"

	"bcrules.dev/schema"
	"bcrules.dev/schema/expr"
)

// checkEarly is the name of the check for outcomes that are used before the action runs.
const checkEarly = "too-early"

// early warns of expressions that use the outcome of an action before it can have run: its rule
// comes later or runs in the background, or the expression is the condition of the action's own
// rule.
func early(s *Subject, r *schema.Report) {
	for _, h := range s.Hooks {
		if h.Each.Name != "" {
			continue // rules are evaluated again for the next item
		}
		for i, rule := range h.Rules {
			for n, step := range rule.Steps {
				if step.As == "" {
					continue
				}
				for _, x := range h.expressions {
					if h.Bindings[0].Hook.Rules[i].Background && x.rule >= 0 && x.rule != i && !h.Bindings[0].Hook.Rules[x.rule].Background && slices.Contains(expr.Identifiers(x.src), step.As) {
						r.Warnf(x.Written(), checkEarly, "asks %s(), but %s is done in the background, when the answer is out: want the question in its own rule", step.As, step.Action)
						continue
					}
					own := x.rule == i && (rule.When.Exists() && x.Written() == rule.When.Written() || slices.ContainsFunc(rule.Steps[:n+1], func(before schema.Step) bool {
						return x.given.step.Action != "" && x.given.step.Written() == before.Written()
					}))
					if x.rule >= 0 && (x.rule < i || own) && slices.Contains(expr.Identifiers(x.src), step.As) {
						r.Warnf(x.Written(), checkEarly, "asks %s(), but %s has not run by then: want the question after it", step.As, step.Action)
					}
				}
			}
		}
	}
}
