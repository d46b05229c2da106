package vet

import (
	"slices"

	"bcrules.dev/engine"
	"bcrules.dev/schema"
)

// checkAgain is the name of the check for refusals that may have no end.
const checkAgain = "again"

// again warns of hooks that refuse an event which then comes again, without asking whether
// it was refused before, or doing something first that is done once.
func again(s *Subject, r *schema.Report) {
	for _, h := range s.Hooks {
		for _, b := range h.Bindings {
			field := s.Schema.Events.Again(b.Event)
			if field == "" || b.Hook.Event.Fields[field] != nil || b.once(s, h) {
				continue
			}
			if step, ok := s.refusal(h, b); ok {
				r.Warnf(step.Label(), checkAgain, "%s: %s comes again where it is refused, want  when: \"not event.%s\"  or another end", step.Action, b.Event, field)
				break
			}
		}
	}
}

// refusal returns the first step of a hook that refuses the event.
func (s *Subject) refusal(h *Hook, b *Binding) (schema.Step, bool) {
	for i := range h.Rules {
		for _, step := range b.steps(h, i) {
			if s.refuses(b, step) {
				return step, true
			}
		}
	}
	return schema.Step{}, false
}

// refuses reports whether a step refuses the event.
func (s *Subject) refuses(b *Binding, step schema.Step) bool {
	return slices.ContainsFunc(s.Schema.Library.Actions[step.Action].Uses, func(use engine.Use) bool {
		return use.Output == b.Agenda.Refuse && use.Value != "" && says(step, use)
	})
}

// once reports whether a hook keeps count in some way: it writes something that it may
// look at.
func (b *Binding) once(s *Subject, h *Hook) bool {
	for i := range h.Rules {
		for _, step := range b.steps(h, i) {
			if a := s.Schema.Library.Actions[step.Action]; len(a.Writes) > 0 || a.Marks != "" {
				return true
			}
		}
	}
	return false
}
