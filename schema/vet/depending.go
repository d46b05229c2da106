package vet

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
)

// depending warns of outputs that have an effect only if another output has a certain value, where
// no rule of the rule set gives it that value.
func depending(s *Subject, r *schema.Report) {
	s.missing(r)
	for _, h := range s.Hooks {
		s.unreasoned(h, r)
	}
	for t := range takings(s.Hooks...) {
		says := s.outputs(t.step.Step)
		for _, what := range slices.Sorted(maps.Keys(says)) {
			for on, value := range t.b.Agenda.Outputs[says[what]].Only {
				if !s.anyRuleGives(t.b.Event, on, value) {
					r.Warnf(t.step.Written(), schema.CheckIgnored, "found %s on %s, which counts with %s alone, and no rule does that", what, t.b.Event, value)
				}
			}
		}
	}
}

// unreasoned warns of a reason beside a choice for which no event of the rule sends one.
func (s *Subject) unreasoned(h *Hook, r *schema.Report) {
	sent, warned := map[schema.Place]bool{}, map[schema.Place]string{}
	for t := range takings(h) {
		for _, use := range s.Schema.Library.Actions[t.step.Action].Uses {
			why := t.step.Field(use.Text)
			if use.Text == "" || !why.Exists() {
				continue
			}
			at, of := why.Label(), t.b.Agenda.Outputs[use.Output].ReasonFor
			sent[at] = sent[at] || len(of) == 0 || slices.Contains(of, use.Value)
			warned[at] = fmt.Sprintf("%s: found a reason, which %s has for %s alone, want none", t.step.Action, t.b.Event, strings.Join(of, ", "))
		}
	}
	for at, text := range warned {
		if !sent[at] {
			r.Warnf(at, schema.CheckIgnored, "%s", text)
		}
	}
}

// missing warns of hooks that stand in for what the agent does else, where no rule gives the output
// that says it is done.
func (s *Subject) missing(r *schema.Report) {
	for _, h := range s.Hooks {
		for _, b := range h.Bindings {
			must := s.Schema.Events.Must(b.Event)
			gives := func(step plan.Step) bool {
				return slices.Contains(slices.Collect(maps.Values(s.outputs(step))), must)
			}
			if must != "" && !s.anyRule(b.Event, gives) {
				r.Warnf(h.Field("on").Written(), schema.CheckIgnored, "on: %s has the hook stand in for what the agent does else, and no rule answers %s, want it done and  answer: %[2]s , or another event", b.Event, must)
			}
		}
	}
}

// anyRuleGives reports whether some rule gives a value to an output of an event.
func (s *Subject) anyRuleGives(event, output, value string) bool {
	return s.anyRule(event, func(step plan.Step) bool {
		return slices.ContainsFunc(s.Schema.Library.Actions[step.Action].Uses, func(use engine.Use) bool {
			return use.Output == output && use.Value == value && setsOutput(step.Args, use)
		})
	})
}

// anyRule reports whether some rule at an event has a step that does something. It asks the plan,
// because the subject lacks the hooks of packs that vet doesn't look into.
func (s *Subject) anyRule(event string, does func(plan.Step) bool) bool {
	return slices.ContainsFunc(s.Set.Plan.Events[event].Hooks, func(h plan.Hook) bool {
		return slices.ContainsFunc(h.Rules, func(r plan.Rule) bool { return slices.ContainsFunc(r.Do, does) })
	})
}
