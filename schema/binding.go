package schema

import (
	"slices"
	"strings"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/expr"

	"github.com/expr-lang/expr/ast"
)

// A Binding is a hook as it stands at one of its events.
type Binding struct {
	Event  string
	Agenda *plan.Agenda // the event's part of a plan
	Hook   plan.Hook
	Scope  *expr.Scope   // the names of its expressions, and what they were checked to be
	Rules  []*expr.Scope // those of each rule's, which may have names of its own

	trees  []ast.Node // its expressions, with the data of values
	listed []string   // paths outside of the project that it says it may use
}

// bind compiles a hook for an event.
func (e *env) bind(h *Hook, event string) *Binding {
	b := &Binding{Event: event, Agenda: e.Events.Agenda(event), Hook: h.head}
	b.matcher(e.Events, h.Field("match"), b.Hook.Match, "; a rule may have a match of its own")
	b.refuses(h.Field("onError"))
	shape := e.Events.Shape(event, b.Agenda, b.Hook.Match)
	for _, r := range h.Rules {
		b.Hook.Rules = append(b.Hook.Rules, r.plan(event))
	}
	hidden := expr.ValuesOf(h.src.hiddenValues(h.src.packages[h.Listed.From]))
	b.Scope = e.scope.With(hidden, expr.ValuesOf(h.with), expr.Event(shape), h.at(event), expr.Outcomes(&b.Hook, e.Library.Actions, e.plan.Stores))
	b.idle(h)
	t := &texts{env: e, scope: b.Scope, event: event, match: b.Hook.Match, shape: shape, item: h.Each.Name}
	unasked := h.unasked(b)
	for _, l := range h.Lets {
		if !slices.Contains(unasked, l.Name) {
			b.Hook.Let = append(b.Hook.Let, t.let(l))
		}
	}
	b.Hook.When = t.condition(h.When)
	b.Hook.Early = b.Hook.When != nil && !slices.ContainsFunc(h.Lets, func(l Let) bool {
		return slices.Contains(expr.Identifiers(b.Hook.When.Src), l.Name)
	})
	each, item := t.each(h.Each)
	b.Hook.Each = each
	t.scope = t.scope.With(item)
	b.trees = t.trees
	for i, r := range h.Rules {
		of := *t
		of.trees = nil
		if !b.Hook.Rules[i].Off {
			e.ruleAt(b, &of, i, r)
		}
		b.Rules = append(b.Rules, of.scope)
		b.trees = append(b.trees, of.trees...)
	}
	b.asks(e, shape, h.Lets, h.Field("reach"))
	return b
}

// ruleAt compiles the rule at i of a hook for an event. What the rule has of
// its own is added to the names that t has.
func (e *env) ruleAt(b *Binding, t *texts, i int, r Rule) {
	p := &b.Hook.Rules[i]
	if r.with != nil {
		t.scope = t.scope.With(expr.ValuesOf(r.with))
	}
	if p.Match != "" {
		b.matcher(e.Events, r.Field("match"), p.Match, "")
		t.match = p.Match
		t.shape = e.Events.Shape(b.Event, b.Agenda, p.Match)
		t.scope = t.scope.With(expr.Event(t.shape))
	}
	each, item := t.each(r.Each)
	p.Each = each
	t.scope = t.scope.With(item)
	t.rule(p, r, b.Agenda)
	if p.Match != "" {
		p.Event = expr.Prune(t.shape, t.trees)
	}
}

// matcher notes a matcher that can't be read, with what is meant where that can be told,
// or else instead.
func (b *Binding) matcher(table *EventTable, n Node, match, instead string) {
	err := b.Agenda.Matcher.Check(match)
	if !n.Exists() || err == nil {
		return
	}
	text := err.Error()
	if b.Agenda.Matcher.Field == "" {
		text += instead
	}
	if want, _ := table.Known(b.Event, b.Agenda.Matcher).Plain(match); want != "" {
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
