package vet

import (
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
	"bcrules.dev/schema/prove"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"
)

// A Subject is a rule set as it is looked at.
type Subject struct {
	Schema *schema.Schema
	Set    *schema.Set
	Hooks  []*Hook // those that are on and have no faults

	budget   *prove.Budget
	unproved []schema.Place // conditions of which something was not proved
}

// A Hook is a hook without faults.
type Hook struct {
	*schema.Hook
	Bindings []*Binding // at least one

	misspelt []finding // constants that the matcher's field is compared with
	judged   []finding // what is proved of its conditions
}

// A Binding is a hook at one of its events, with what conditions say there.
type Binding struct {
	*schema.Binding
	names *prove.Scope

	by    prove.Prop   // what the event's name says
	match prove.Prop   // what the matcher says
	when  prove.Prop   // the hook's condition
	rules []prove.Prop // conditions of the rules
}

// A finding is what is wrong at a place, for the report.
type finding struct {
	at    schema.Place
	check string
	text  string
	mild  bool // a warning is enough
}

func (f finding) say(r *schema.Report) {
	if f.mild {
		r.Warnf(f.at, f.check, "%s", f.text)
	} else {
		r.Faultf(f.at, f.check, "%s", f.text)
	}
}

func newSubject(of *schema.Schema, set *schema.Set) *Subject {
	s := &Subject{Schema: of, Set: set, budget: prove.NewBudget()}
	for _, written := range set.Written {
		if !written.Sound || len(written.Bindings) == 0 {
			continue
		}
		h := &Hook{Hook: written}
		for _, binding := range written.Bindings {
			h.Bindings = append(h.Bindings, newBinding(h, binding))
		}
		h.misspelt = misspellings(of.Events, h)
		s.judge(h)
		s.Hooks = append(s.Hooks, h)
	}
	return s
}

func newBinding(h *Hook, of *schema.Binding) *Binding {
	b := &Binding{Binding: of, when: prove.Always(), names: &prove.Scope{Lets: map[string]prove.Let{}, Outcomes: map[string]bool{}}}
	for _, l := range h.Lets {
		b.names.Lets[l.Name] = prove.Let{Tree: b.Scope.LetTree(l.Name), Open: l.Open()}
	}
	for _, rule := range b.Hook.Rules {
		for _, step := range rule.Do {
			b.names.Outcomes[step.As] = true
		}
	}
	b.by = prove.Is(asked(schema.EventField), b.Event)
	b.match = b.matched(h)
	return b
}

// prop returns the condition of a hook or rule; Always if it has none.
func (b *Binding) prop(share *prove.Budget, x *plan.Expression, when schema.Node) prove.Prop {
	if x == nil {
		return prove.Always()
	}
	return b.names.Prop(share, b.Scope.Tree(x.Src), when.Open())
}

// matched returns what is known of the event by the hook's matcher.
func (b *Binding) matched(h *Hook) prove.Prop {
	m, match := b.Agenda.Matcher, b.Hook.Match
	if match == "" || match == "*" || m.Field == "" || m.Base {
		return prove.Always()
	}
	p := prove.Fits(asked(m.Field), func(v string) bool { return m.Matches(match, v) })
	if names, ok := m.Names(match); ok {
		var values []string
		for _, n := range names {
			values = append(values, m.Spellings(n)...)
		}
		p = prove.Is(asked(m.Field), values...)
	}
	p.Open = h.Field("match").Open()
	return p
}

// asked is how conditions name a field of the event.
func asked(name string) ast.Node {
	tree, err := parser.Parse("event." + name)
	if err != nil { // not a name
		return nil
	}
	return tree.Node
}
