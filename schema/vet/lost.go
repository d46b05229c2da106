package vet

import (
	"maps"
	"slices"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"

	"github.com/tidwall/gjson"
)

// checkLost is the name of the check for outputs that the agent uses for another purpose.
const checkLost = "lost"

// losing warns of texts that have no use where they are said.
func losing(s *Subject, r *schema.Report) {
	lost(s, r)
	ofFailure(s, r)
}

// lost warns of outputs without their usual effect. A rule that tests which agent is running is
// taken as intended.
func lost(s *Subject, r *schema.Report) {
	for t := range takings(s.Hooks...) {
		if t.hook.asksFor(t.rule) {
			continue
		}
		says := s.outputs(t.step.Step)
		for _, what := range slices.Sorted(maps.Keys(says)) {
			limits := s.Schema.Events.Limits(t.b.Event, says[what])
			if limits.Lost != "" {
				r.Warnf(t.step.Written(), checkLost, "found %s on %s, %s", what, t.b.Event, limits.Lost)
			}
			for _, name := range t.b.chosen(t.rule) {
				if why := limits.Void[name]; why != "" {
					r.Warnf(t.step.Written(), checkLost, "found %s on %s of %s, %s", what, t.b.Event, name, why)
				}
			}
		}
	}
}

// chosen returns the names in a rule's matcher, or in that of its hook.
func (b *Binding) chosen(rule int) []string {
	match := b.Hook.Match
	if own := b.Hook.Rules[rule].Match; own != "" {
		match = own
	}
	names, _ := b.Agenda.Matcher.Names(match)
	return names
}

// outputs returns the outputs that a step sets, by their names in the rule.
func (s *Subject) outputs(step plan.Step) map[string]string {
	all := map[string]string{}
	for _, use := range s.Schema.Library.Actions[step.Action].Uses {
		switch {
		case use.Arg == engine.Named:
			for name := range gjson.ParseBytes(step.Args).Map() {
				all[step.Action+" "+name] = name
			}
		case use.Arg == "":
			all[step.Action] = use.Output
		case setsOutput(step.Args, use):
			all[step.Action+" "+use.Arg] = use.Output
		}
	}
	return all
}
