package vet

import (
	"cmp"
	"time"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
)

// checkLate is the name of the check for actions that may use up all the time there is.
const checkLate = "too-late"

// late warns of actions that may take as long as the whole event, so that no time is left for later
// ones.
func late(s *Subject, r *schema.Report) {
	for _, h := range s.Hooks {
		limit := cmp.Or(s.Set.Plan.Within([]*plan.Hook{&h.Bindings[0].Hook}), plan.Timeout)
		for i, rule := range h.Rules {
			if h.Bindings[0].Hook.Rules[i].Background {
				continue // the agent already has its answer
			}
			for _, step := range rule.Steps {
				of := s.Schema.Library.Actions[step.Action].Limit
				if of == "" {
					continue
				}
				n := step.Field(of)
				text, _ := n.String()
				if d, err := time.ParseDuration(text); err == nil && d >= limit {
					r.Warnf(n.Written(), checkLate, "%s: found %s %s, want less than the %s that the rules give an event (timeout of the hook)", step.Action, of, text, limit)
				}
			}
		}
	}
}
