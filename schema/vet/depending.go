package vet

import (
	"maps"
	"slices"

	"bcrules.dev/schema"
)

// depending warns of outputs that have an effect only if another output has a certain value, where
// no rule of the rule set gives it that value.
func depending(s *Subject, r *schema.Report) {
	s.missing(r)
	for t := range takings(s.Hooks...) {
		says := s.outputs(t.step)
		for _, what := range slices.Sorted(maps.Keys(says)) {
			for on, value := range t.b.Agenda.Outputs[says[what]].Only {
				if !s.anyRuleGives(t.b.Event, on, value) {
					r.Warnf(t.step.Written(), schema.CheckIgnored, "found %s on %s, which counts with %s alone, and no rule does that", what, t.b.Event, value)
				}
			}
		}
	}
}

// missing warns of hooks that stand in for what the agent does else, where no rule gives the output
// that says it is done.
func (s *Subject) missing(r *schema.Report) {
	given := map[string]bool{}
	for t := range takings(s.Hooks...) {
		for _, output := range s.outputs(t.step) {
			given[t.b.Event+" "+output] = true
		}
	}
	for _, h := range s.Hooks {
		for _, b := range h.Bindings {
			must := s.Schema.Events.Must(b.Event)
			if must != "" && !given[b.Event+" "+must] {
				r.Warnf(h.Field("on").Written(), schema.CheckIgnored, "on: %s has the hook stand in for what the agent does else, and no rule answers %s, want it done and  answer: %[2]s , or another event", b.Event, must)
			}
		}
	}
}

// anyRuleGives reports whether some rule gives a value to an output of an event.
func (s *Subject) anyRuleGives(event, output, value string) bool {
	for _, h := range s.Set.Plan.Events[event].Hooks {
		for _, r := range h.Rules {
			for _, step := range r.Do {
				for _, use := range s.Schema.Library.Actions[step.Action].Uses {
					if use.Output == output && use.Value == value && setsOutput(step.Args, use) {
						return true
					}
				}
			}
		}
	}
	return false
}
