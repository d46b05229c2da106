package vet

import (
	"slices"
	"strings"

	"bcrules.dev/schema"

	"github.com/expr-lang/expr/ast"
)

// unbound checks A || B && C without parentheses where A and B test the same thing: the author
// probably wants C to hold in both cases, but && ties it to B alone. A condition with more parts
// than these three was probably laid out with care.
func (x expression) unbound(n *ast.BinaryNode) finding {
	if !isOr(n) || ast.Node(n) != x.tree {
		return finding{}
	}
	for _, sides := range [][2]ast.Node{{n.Left, n.Right}, {n.Right, n.Left}} {
		then, ok := sides[1].(*ast.BinaryNode)
		if !ok || !isAnd(then) || x.enclosed(then) {
			continue
		}
		near, far := then.Left, then.Right
		if sides[1] == n.Left {
			near, far = far, near
		}
		if of := asksOf(sides[0]); of != "" && of == asksOf(near) && of != asksOf(far) {
			return finding{at: x.at(then), check: schema.CheckAlways, text: "found " + near.String() + " && …, which binds before ||: what else is asked counts for it alone, want ( ) around what stands beside ||, or around && where that is meant", mild: true}
		}
	}
	return finding{}
}

// enclosed reports whether an operation has its own parentheses.
func (x expression) enclosed(n *ast.BinaryNode) bool {
	src := []rune(x.src)
	first, operator := n.Left, n.Location().From
	for {
		var before ast.Node
		switch f := first.(type) {
		case *ast.BinaryNode:
			before = f.Left
		case *ast.MemberNode:
			before = f.Node
		case *ast.ChainNode:
			before = f.Node
		case *ast.SliceNode:
			before = f.Node
		case *ast.CallNode:
			before = f.Callee
		}
		if before == nil {
			break
		}
		first = before
	}
	if !strings.HasPrefix(string(src[min(operator, len(src)):]), n.Operator) {
		return true // it comes from a predicate
	}
	depth := 0 // parentheses open between there and the operator
	for i := min(operator, len(src)) - 1; i >= 0; i-- {
		switch {
		case src[i] == ')':
			depth++
		case src[i] == '(' && depth > 0:
			depth--
		case src[i] == '(' && i <= first.Location().From:
			return strings.TrimSpace(string(src[i+1:max(i+1, first.Location().From)])) == "" || onlyOpens(src[i+1:first.Location().From])
		}
	}
	return false
}

// onlyOpens reports whether a text consists of opening parentheses, ! and the names of items.
func onlyOpens(text []rune) bool {
	return !slices.ContainsFunc(text, func(r rune) bool { return !strings.ContainsRune("(!#. \t\n", r) })
}

// asksOf returns the thing that a condition tests, without the text that it is compared or called
// with; "" for other conditions. In a chain of || all operands must test the same thing.
func asksOf(n ast.Node) string {
	switch n := n.(type) {
	case *ast.BinaryNode:
		if isOr(n) {
			if of := asksOf(n.Left); of == asksOf(n.Right) {
				return of
			}
			return ""
		}
		if slices.Contains(textual, n.Operator) && n.Operator != "!=" && len(textsIn(n.Right)) > 0 {
			return n.Left.String()
		}
	case *ast.CallNode:
		if len(n.Arguments) > 1 && plain(n.Arguments[1]) {
			return n.Callee.String() + "(" + n.Arguments[0].String()
		}
	}
	return ""
}

func isAnd(n *ast.BinaryNode) bool { return n.Operator == "&&" || n.Operator == "and" }
func isOr(n *ast.BinaryNode) bool  { return n.Operator == "||" || n.Operator == "or" }
