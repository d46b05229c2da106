package vet

import (
	"slices"

	"bcrules.dev/schema"
	"bcrules.dev/schema/expr"
	"bcrules.dev/schema/prove"

	"github.com/expr-lang/expr/ast"
)

// foreign finds fields of another of the hook's events, used at an event that doesn't send them. If
// such a field being empty keeps the rule from holding there, the use is taken as intended.
func (s *Subject) foreign(h *Hook) (found []finding) {
	for _, x := range h.expressions {
		b := x.binding
		if len(b.Lacks) == 0 {
			continue
		}
		var here []finding
		ast.Walk(&x.tree, nodes(func(n ast.Node) {
			m, ok := n.(*ast.MemberNode)
			root, path, named := expr.Trail(n)
			if ok && named && root == "event" && len(path) == 1 && b.Lacks[path[0]] != nil {
				here = append(here, finding{at: x.at(m.Property), check: schema.CheckName, text: b.Event + " does not send " + path[0] + "; " + s.Schema.Events.Senders(path[0])})
			}
		}))
		if len(here) > 0 && s.reached(h, x) { // last, as proofs take the longest
			found = append(found, here...)
		}
	}
	return found
}

// reached reports whether an expression is evaluated at its event although the fields that the
// event lacks are empty: it belongs to a rule that may hold there, or to a let that such a rule
// uses.
func (s *Subject) reached(h *Hook, x expression) bool {
	b := x.binding
	known := append(b.emptyFields(s.budget.Share()), b.by, b.match, b.when)
	switch {
	case x.rule >= 0:
		return s.budget.Share().Possible(append(known, b.rules[x.rule].holds)...)
	case x.let == "":
		return s.budget.Share().Possible(known...)
	}
	return slices.ContainsFunc(h.expressions, func(of expression) bool {
		return of.binding == b && of.let != x.let && slices.Contains(expr.Identifiers(of.src), x.let) && s.reached(h, of)
	})
}

// emptyFields returns propositions about the fields that an event lacks: they are empty.
func (b *Binding) emptyFields(share *prove.Budget) (known []prove.Prop) {
	for name, f := range b.Lacks {
		switch f.Kind {
		case "string":
			known = append(known, prove.Is(eventField(name), ""))
		case "bool":
			known = append(known, prove.Not(b.names.Prop(share, eventField(name), false)))
		}
	}
	return known
}
