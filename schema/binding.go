package schema

import (
	"slices"
	"strings"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/expr"
)

// A Binding is a hook as it stands at one of its events.
type Binding struct {
	Event  string
	Agenda *plan.Agenda // the event's part of a plan
	Hook   plan.Hook
	Scope  *expr.Scope // the names of its expressions, and what they were checked to be

	asksTools bool // what a tool call does
}

// bind compiles a hook for an event.
func (e *env) bind(h *Hook, event string) *Binding {
	b := &Binding{Event: event, Agenda: e.Events.Agenda(event), Hook: h.head}
	b.matcher(h.Field("match"), e.Events)
	b.refuses(h.Field("onError"))
	for _, r := range h.Rules {
		b.Hook.Rules = append(b.Hook.Rules, r.plan())
	}
	shape := e.Events.Shape(event, b.Agenda, b.Hook.Match)
	b.Scope = e.scope.With(expr.Event(shape), expr.Outcomes(&b.Hook, e.Library.Actions))
	t := &texts{env: e, scope: b.Scope, event: event, match: b.Hook.Match, shape: shape}
	for _, l := range h.Lets {
		b.Hook.Let = append(b.Hook.Let, t.let(l))
	}
	b.Hook.When = t.condition(h.When)
	b.Hook.Early = b.Hook.When != nil && !slices.ContainsFunc(h.Lets, func(l Let) bool {
		return slices.Contains(expr.Identifiers(b.Hook.When.Src), l.Name)
	})
	for i, r := range h.Rules {
		t.rule(&b.Hook.Rules[i], r, b.Agenda)
	}
	b.asks(e, shape, h.Field("reach"))
	return b
}

// matcher notes a matcher that can't be read, with what is meant where that can be told.
func (b *Binding) matcher(n Node, table *EventTable) {
	err := b.Agenda.Matcher.Check(b.Hook.Match)
	if !n.Exists() || err == nil {
		return
	}
	text := err.Error()
	if want := table.Known(b.Event, b.Agenda.Matcher).Plain(b.Hook.Match); want != "" {
		text, _, _ = strings.Cut(text, "; want ")
		text += "; want " + want
	}
	n.Faultf(CheckMatcher, "match: %s: %s", b.Event, text)
}

// refuses notes that a hook refuses where it fails what can't be refused.
func (b *Binding) refuses(n Node) {
	if b.Hook.Closed && b.Agenda.Refuse == "" {
		n.Faultf(CheckIgnored, "onError: %s can't be refused, want open", b.Event)
	}
}
