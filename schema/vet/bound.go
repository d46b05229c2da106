package vet

import (
	"bcrules.dev/schema"
	"bcrules.dev/schema/prove"

	"github.com/expr-lang/expr/ast"
)

// unbound looks at A || B && C, where A and B ask the same and one of them always holds: so
// that B says nothing, and C is asked where A doesn't hold alone.
func (x expression) unbound(s *Subject, n *ast.BinaryNode) finding {
	then, ok := n.Right.(*ast.BinaryNode)
	if !ok || !isOr(n) || !isAnd(then) || x.let != "" || x.rule >= len(x.binding.rules) {
		return finding{}
	}
	first, second := x.equals(n.Left), x.equals(then.Left)
	if first == "" || first != second {
		return finding{}
	}
	of := x.binding.hook()
	if x.rule >= 0 {
		of = x.binding.rules[x.rule]
	}
	share := s.budget.Share()
	prop := func(n ast.Node) prove.Prop { return prove.Not(of.names.Prop(share, n, x.open())) }
	if share.Possible(of.match, x.binding.by, prop(n.Left), prop(then.Left)) {
		return finding{}
	}
	return finding{at: x.at(then.Left), check: schema.CheckAlways, text: then.Left.String() + " always holds where what stands before || doesn't; && binds before ||, want ( ) around A || B", mild: true}
}

// equals returns what a comparison, or several with || between, asks whether it is some texts;
// "" for another condition.
func (x expression) equals(n ast.Node) string {
	b, ok := n.(*ast.BinaryNode)
	switch {
	case !ok:
		return ""
	case isOr(b):
		if of := x.equals(b.Left); of == x.equals(b.Right) {
			return of
		}
		return ""
	case (b.Operator == "==" || b.Operator == "in") && len(textsIn(b.Right)) > 0:
		return b.Left.String()
	}
	return ""
}

func isAnd(n *ast.BinaryNode) bool { return n.Operator == "&&" || n.Operator == "and" }
func isOr(n *ast.BinaryNode) bool  { return n.Operator == "||" || n.Operator == "or" }
