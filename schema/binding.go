package schema

import (
	"maps"
	"slices"
	"strings"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/expr"

	"github.com/expr-lang/expr/ast"
)

// A Binding is a hook compiled for one of its events.
type Binding struct {
	Event  string
	Agenda *plan.Agenda // the event's part of a plan
	Hook   plan.Hook
	Scope  *expr.Scope   // the names that its expressions may use, with their types
	Rules  []*expr.Scope // of each rule, which may add names of its own

	// Lacks are fields that only other events of the hook have. They read as empty at this one.
	Lacks map[string]*plan.Shape

	trees  []ast.Node // its expressions, with values replaced by their data
	listed []string   // paths outside the project that it declares under reach
}

// bind compiles a hook for an event.
func (e *env) bind(h *Hook, event string) *Binding {
	b := &Binding{Event: event, Agenda: e.Events.Agenda(event), Hook: h.head}
	b.matcher(e.Events, h.Field("match"), b.Hook.Match, "; a rule may have a match of its own")
	b.refuses(h.Field("onError"))
	shape := b.shape(e.Events, h, b.Hook.Match)
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
	b.Hook.Each = t.each(h.Each)
	b.trees = t.trees
	for i := range h.Rules {
		of := *t
		of.trees = nil
		if !b.Hook.Rules[i].Off {
			e.ruleAt(b, &of, i, h)
		}
		b.Rules = append(b.Rules, of.scope)
		b.trees = append(b.trees, of.trees...)
	}
	b.recordUses(e, shape, h.Lets, h.Field("reach"))
	b.Hook.Need = b.need()
	for i := range b.Hook.Rules {
		b.Hook.Rules[i].Need = b.best(b.needs(i))
	}
	return b
}

// shape returns the event as a hook with a matcher sees it. It includes the fields of the
// hook's other events, so that one condition can serve all of them.
func (b *Binding) shape(table *EventTable, h *Hook, match string) *plan.Shape {
	own := table.Shape(b.Event, b.Agenda, match)
	all := *own
	all.Fields = maps.Clone(own.Fields)
	b.Lacks = map[string]*plan.Shape{}
	for _, event := range h.Listed.On {
		if event == b.Event || !table.Has(event) {
			continue
		}
		for name, f := range table.Shape(event, table.Agenda(event), match).Fields {
			if own.Fields[name] == nil && (all.Fields[name] == nil || all.Fields[name].Kind != f.Kind) {
				if all.Fields[name] != nil {
					f = &plan.Shape{Kind: "any"}
				}
				all.Fields[name], b.Lacks[name] = f, f
			}
		}
	}
	if len(b.Lacks) == 0 {
		return own
	}
	return &all
}

// ruleAt compiles the rule at i of a hook for an event. The rule's own names are added to
// those of t.
func (e *env) ruleAt(b *Binding, t *texts, i int, h *Hook) {
	p, r := &b.Hook.Rules[i], h.Rules[i]
	if r.with != nil {
		t.scope = t.scope.With(expr.ValuesOf(r.with))
	}
	if p.Match != "" {
		b.matcher(e.Events, r.Field("match"), p.Match, "")
		t.match = p.Match
		t.shape = b.shape(e.Events, h, p.Match)
		t.scope = t.scope.With(expr.Event(t.shape))
	}
	p.Each = t.each(r.Each)
	t.rule(p, r, b.Agenda)
	if p.Match != "" {
		p.Event = expr.Prune(t.shape, t.trees)
	}
}

// matcher reports a matcher that can't be parsed, and suggests a correction if one is likely.
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

// refuses reports a hook that is closed on an event that can't be refused.
func (b *Binding) refuses(n Node) {
	if b.Hook.Closed && b.Agenda.Refuse == "" {
		n.Faultf(CheckIgnored, "onError: %s can't be refused, want open", b.Event)
	}
}
