package vet

import (
	"maps"
	"slices"

	"bcrules.dev/schema"
	"bcrules.dev/schema/prove"
)

// A vote is a choice of a rule with the events that its matchers let through.
type vote struct {
	hook, action, output string
	rank                 int // as in choice
	place                schema.Place
	always               bool                  // it is made at each event that match lets through
	match                map[string]prove.Prop // by the event's name
}

// overruled warns of choices without effect, because another hook makes a stronger one at each event
// that their matchers let through. If a pack makes the weaker one, the stronger is at fault: its
// author can change only that. Nobody here can change how two packs go together.
func overruled(s *Subject, r *schema.Report) {
	votes := slices.Concat(s.votes(), s.votesBeside())
	for _, weak := range votes {
		i := slices.IndexFunc(votes, func(c vote) bool {
			return c.always && c.hook != weak.hook && c.output == weak.output && 0 <= c.rank && c.rank < weak.rank && s.covers(c, weak)
		})
		switch {
		case i < 0:
		case s.own(weak.place.Pos):
			r.Warnf(weak.place, checkConflict, "%s: the hook %s does %s wherever this one holds, which outranks it, whatever the order: %[1]s says nothing", weak.action, votes[i].hook, votes[i].action)
		case s.own(votes[i].place.Pos):
			r.Warnf(votes[i].place, checkConflict, "%s: outranks the %s of the hook %s wherever that holds, whatever the order: it says nothing", votes[i].action, weak.action, weak.hook)
		}
	}
}

// votes returns the choices of the subject's hooks.
func (s *Subject) votes() (all []vote) {
	for _, h := range s.Hooks {
		sure := !h.When.Exists() && h.Each.Name == "" && !h.Field("mode").Exists()
		for _, c := range s.choices(h) {
			v := vote{h.Listed.Name, c.step.Action, c.output, c.rank, c.step.Written(), sure && h.always(c.rule), map[string]prove.Prop{}}
			for _, b := range h.Bindings {
				v.match[b.Event] = b.rules[c.rule].match
			}
			all = append(all, v)
		}
	}
	return all
}

// votesBeside returns the choices of the hooks beside the subject's, as a vote for each event.
func (s *Subject) votesBeside() (all []vote) {
	for _, of := range s.beside {
		for _, event := range slices.Sorted(maps.Keys(of.Plan.Events)) {
			a := of.Plan.Events[event]
			for _, h := range a.Hooks {
				sure := h.When == nil && h.Each == nil && !h.Observes && !h.First
				for i, rule := range h.Rules {
					for _, step := range rule.Do {
						use, ok := s.Schema.Library.Actions[step.Action].Use("")
						if !ok || use.Value == "" || step.When != nil {
							continue
						}
						match := prove.And(matching(a.Matcher, h.Match), matching(a.Matcher, rule.Match))
						all = append(all, vote{h.Name, step.Action, use.Output, slices.Index(a.Outputs[use.Output].Values, use.Value),
							schema.Place{Pos: step.Pos, Hook: h.Name, Rule: i + 1}, sure && rule.When == nil && rule.Each == nil && rule.Match == "", map[string]prove.Prop{event: match}})
					}
				}
			}
		}
	}
	return all
}

// covers reports whether a vote's matchers let through all events that another one's do.
func (s *Subject) covers(all, of vote) bool {
	for event, match := range of.match {
		by, ok := all.match[event]
		share := s.budget.Share()
		if !ok || by.Open || !share.Possible(match) || share.Possible(match, prove.Not(by)) {
			return false
		}
	}
	return true
}
