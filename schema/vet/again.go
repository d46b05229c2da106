package vet

import (
	"slices"

	"bcrules.dev/engine"
	"bcrules.dev/schema"
	"bcrules.dev/schema/prove"
)

// checkAgain is the name of the check for refusals that may recur forever.
const checkAgain = "again"

// again warns of hooks that refuse an event which then recurs, unless they test whether it was
// refused before or keep state that may end the refusals.
func again(s *Subject, r *schema.Report) {
	for _, h := range s.Hooks {
		for _, b := range h.Bindings {
			field := s.Schema.Events.Again(b.Event)
			if field != "" && b.Hook.Event.Fields[field] != nil {
				s.neverFirst(h, b, field, r)
			}
			if field == "" || b.Hook.Event.Fields[field] != nil || b.keepsState(s, h) {
				continue
			}
			if all := s.refusals(h, b); len(all) > 0 {
				step := all[0].step
				r.Warnf(step.Label(), checkAgain, "%s: %s comes again where it is refused, want  when: \"not event.%s\"  or another end", step.Action, b.Event, field)
				break
			}
		}
	}
}

// neverFirst warns of a hook that refuses an event only if it was refused before, while nothing
// else in the scope refuses it: then nothing makes the first refusal.
func (s *Subject) neverFirst(h *Hook, b *Binding, field string, r *schema.Report) {
	for _, other := range s.Hooks {
		for _, o := range other.Bindings {
			if o.Event == b.Event && slices.ContainsFunc(s.refusals(other, o), func(of taking) bool { return s.mayBeFirst(o, field, of.rule) }) {
				return
			}
		}
	}
	if all := s.refusals(h, b); len(all) > 0 {
		step := all[0].step
		r.Warnf(step.Label(), checkAgain, "%s: event.%s holds only where %s was refused before, so that nothing is the first to refuse it, want  not event.%s", step.Action, field, b.Event, field)
	}
}

// mayBeFirst reports whether a rule may hold at an event that was not refused before.
func (s *Subject) mayBeFirst(b *Binding, field string, rule int) bool {
	before := b.names.Prop(s.budget.Share(), eventField(field), false)
	known := []prove.Prop{b.by, b.match, b.when, b.rules[rule].holds}
	return s.budget.Share().Possible(append(known, prove.Not(before))...) || !s.budget.Share().Possible(known...)
}

// refusals returns the steps of a hook that refuse the event.
func (s *Subject) refusals(h *Hook, b *Binding) (all []taking) {
	for t := range takings(h) {
		if t.b == b && s.refuses(b, t.step) {
			all = append(all, t)
		}
	}
	return all
}

// refuses reports whether a step refuses the event.
func (s *Subject) refuses(b *Binding, step schema.Step) bool {
	return slices.ContainsFunc(s.Schema.Library.Actions[step.Action].Uses, func(use engine.Use) bool {
		return use.Output == b.Agenda.Refuse && use.Value != "" && setsOutput(step.Args, use)
	})
}

// keepsState reports whether a hook writes something that it may read the next time.
func (b *Binding) keepsState(s *Subject, h *Hook) bool {
	for t := range takings(h) {
		if a := s.Schema.Library.Actions[t.step.Action]; t.b == b && (len(a.Writes) > 0 || a.Marks != "") {
			return true
		}
	}
	return false
}
