package vet

import (
	"fmt"
	"slices"
	"strings"

	"bcrules.dev/schema"
	"bcrules.dev/schema/prove"

	"github.com/expr-lang/expr/ast"
)

// idle finds parts of an expression that decide nothing: a condition that all or none of the items
// pass, and an exclusion of something that another part has already excluded.
func (s *Subject) idle(x expression, r *schema.Report) {
	if x.open() || !s.own(x.Written().Pos) {
		return
	}
	if x.Parts == nil { // parts are compared with each other
		x.excluding(s, x.tree, r)
	}
	inner := map[ast.Node]bool{} // alternatives among others
	ast.Walk(&x.tree, nodes(func(n ast.Node) {
		if or, ok := n.(*ast.BinaryNode); ok && isOr(or) {
			inner[or.Left], inner[or.Right] = true, true
		}
	}))
	ast.Walk(&x.tree, nodes(func(n ast.Node) {
		if or, ok := n.(*ast.BinaryNode); ok && isOr(or) && !inner[or] && x.Parts == nil {
			x.covered(disjuncts(or)).say(r)
		}
		each, ok := n.(*ast.PredicateNode)
		if !ok {
			return
		}
		if f := x.forAll(s.budget.Share(), each.Node); f.text != "" {
			f.say(r)
		} else {
			x.excluding(s, each.Node, r)
		}
	}))
}

// forAll finds a condition on an item, of several parts, that holds of every item or of none.
func (x expression) forAll(share *prove.Budget, n ast.Node) finding {
	if not, ok := n.(*ast.UnaryNode); ok {
		n = not.Node
	}
	whole := n
	both, ok := n.(*ast.BinaryNode)
	if !ok || !isAnd(both) && !isOr(both) {
		return finding{}
	}
	p := x.binding.names.Prop(share, whole, false)
	switch {
	case isAnd(both) && !share.Possible(p):
		return finding{at: x.at(n), check: checkNever, text: whole.String() + ": holds of no item, whatever the list"}
	case isOr(both) && !share.Possible(prove.Not(p)):
		return finding{at: x.at(n), check: schema.CheckAlways, text: whole.String() + ": holds of every item, whatever the list"}
	}
	return finding{}
}

// excluding finds an operand of && that excludes a text which what stands beside it doesn't allow.
func (x expression) excluding(s *Subject, n ast.Node, r *schema.Report) {
	all := conjuncts(n)
	for i, part := range all {
		c := excluded(part)
		if c == nil || len(textsIn(c.Right)) == 0 || slices.ContainsFunc(textsIn(c.Right), func(s *ast.StringNode) bool { return s.Value == "" }) {
			continue
		}
		for n, other := range all {
			with, ok := other.(*ast.BinaryNode)
			if n == i || !ok || excluded(other) != nil || !slices.Contains(textual, with.Operator) || with.Left.String() != c.Left.String() {
				continue
			}
			share := s.budget.Share()
			names := x.binding.names
			if p := names.Prop(share, with, false); !share.Possible(p, prove.Not(names.Prop(share, part, false))) && share.Possible(p) {
				finding{at: x.at(c), check: schema.CheckAlways, mild: true,
					text: fmt.Sprintf("found %s, which excludes nothing beside %s; want it left out, or what is to be excluded", oneLine(part), with)}.say(r)
			}
		}
	}
}

// covered finds an alternative of some that says of a text what holds only where another says it of
// the same text, such as that it contains npm ci beside that it contains npm.
func (x expression) covered(all []ast.Node) finding {
	for i, part := range all {
		for n, other := range all {
			narrow, wide := compared(part), compared(other)
			if n != i && narrow.with != nil && wide.with != nil && narrow.of == wide.of && narrow.op == wide.op && covers[narrow.op](narrow.with.Value, wide.with.Value) && (n < i || narrow.with.Value != wide.with.Value) {
				return finding{at: x.at(part), check: checkUnreached, text: oneLine(part) + ": holds only where " + oneLine(other) + " does, leave it out", mild: true}
			}
		}
	}
	return finding{}
}

// covers says, by operator, whether all that passes a comparison with one text passes that with
// another.
var covers = map[string]func(narrow, wide string) bool{
	"contains": strings.Contains, "startsWith": strings.HasPrefix, "endsWith": strings.HasSuffix,
	"==": func(narrow, wide string) bool { return narrow == wide },
}

// A saying compares a value, as written, with a text; it is zero for other conditions.
type saying struct {
	of, op string
	with   *ast.StringNode
}

// compared returns a condition as a saying.
func compared(n ast.Node) saying {
	c, ok := n.(*ast.BinaryNode)
	if !ok || covers[c.Operator] == nil {
		return saying{}
	}
	with, _ := c.Right.(*ast.StringNode)
	return saying{c.Left.String(), c.Operator, with}
}

// disjuncts returns the operands of a chain of ||.
func disjuncts(n ast.Node) []ast.Node {
	if b, ok := n.(*ast.BinaryNode); ok && isOr(b) {
		return append(disjuncts(b.Left), disjuncts(b.Right)...)
	}
	return []ast.Node{n}
}

// oneLine returns an expression as people write it, on one line.
func oneLine(n ast.Node) string { return strings.Join(strings.Fields(n.String()), " ") }

// excluded returns the comparison with texts that a condition negates, nil for other conditions.
func excluded(n ast.Node) *ast.BinaryNode {
	if not, ok := n.(*ast.UnaryNode); ok && (not.Operator == "!" || not.Operator == "not") {
		if c, ok := not.Node.(*ast.BinaryNode); ok && slices.Contains(textual, c.Operator) && c.Operator != "!=" {
			return c
		}
	}
	if c, ok := n.(*ast.BinaryNode); ok && c.Operator == "!=" {
		return c
	}
	return nil
}
