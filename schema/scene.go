package schema

import (
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/expr"
)

// A Scene is a hook as it stands at one of its events.
type Scene struct {
	Event  string
	Agenda *plan.Agenda // the event's part of a plan
	Hook   plan.Hook
	Scope  *expr.Scope // the names of its expressions, and what they were checked to be

	asksTools bool // what a tool call does
}

// scene compiles a hook for an event.
func (e *env) scene(h *Hook, event string) *Scene {
	s := &Scene{Event: event, Agenda: e.Known.Agenda(event), Hook: h.head}
	e.matcher(h, s)
	e.refuses(h, s)
	shape := e.Known.Shape(event, s.Agenda, s.Hook.Match)
	for _, r := range h.Rules {
		s.Hook.Rules = append(s.Hook.Rules, r.plan())
	}
	s.Scope = e.scope.With(expr.Event(shape), expr.Outcomes(&s.Hook, e.Library.Actions))
	t := &texts{env: e, scope: s.Scope, event: event, match: s.Hook.Match, shape: shape}
	for _, l := range h.Lets {
		s.Hook.Let = append(s.Hook.Let, t.let(l))
	}
	s.Hook.When = t.condition(h.When)
	s.Hook.Early = s.Hook.When != nil && !slices.ContainsFunc(h.Lets, func(l Let) bool {
		return slices.Contains(expr.Identifiers(s.Hook.When.Src), l.Name)
	})
	for i, r := range h.Rules {
		t.rule(&s.Hook.Rules[i], r, s.Agenda)
	}
	e.asks(h, s, shape)
	return s
}

// matcher notes a matcher that can't be read, with what is meant where that can be told.
func (e *env) matcher(h *Hook, s *Scene) {
	n := h.Field("match")
	err := s.Agenda.Matcher.Check(s.Hook.Match)
	if !n.Exists() || err == nil {
		return
	}
	text := err.Error()
	if want := e.Known.Known(s.Event, s.Agenda.Matcher).Plain(s.Hook.Match); want != "" {
		text, _, _ = strings.Cut(text, "; want ")
		text += "; want " + want
	}
	n.Faultf(CheckMatcher, "match: %s: %s", s.Event, text)
}

// refuses notes that a hook refuses where it fails what can't be refused.
func (e *env) refuses(h *Hook, s *Scene) {
	if s.Hook.Closed && s.Agenda.Refuse == "" {
		h.Field("onError").Faultf(CheckIgnored, "onError: %s can't be refused, want open", s.Event)
	}
}

// asks notes what the expressions of a scene ask: of the event, outside of the project,
// of tables.
func (e *env) asks(h *Hook, s *Scene, shape *plan.Shape) {
	all := sources(&s.Hook)
	s.Hook.Reach = e.reach(&s.Hook, all, h.Field("reach"))
	s.Hook.Event = expr.Prune(shape, all)
	s.Hook.Tables = e.asked(all)
	s.Hook.Full = e.asksFact(all, func(f engine.Fact) bool { return f.Full })
	s.asksTools = e.asksFact(all, func(f engine.Fact) bool { return f.Tool })
}
