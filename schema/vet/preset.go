package vet

import (
	"reflect"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"
)

// needless finds a value after ?? that never stands in, as the left side is never nil. An empty
// value there says as much as what it would stand in for.
func (x expression) needless(n *ast.BinaryNode) finding {
	of, own := x.resolved(n.Left)
	call, ok := of.(*ast.CallNode)
	if n.Operator != "??" || !ok || zero(n.Right) {
		return finding{}
	}
	name, fact, ok := own.factOf(call)
	if !ok || fact.Ask.Type().Out(0).Kind() != reflect.String {
		return finding{}
	}
	return x.value(n.Right, "??: found %s, which never stands in, as %s() is never nil and empty where there is none; want  %s != '' ? %[3]s : %[1]s", n.Right, name, n.Left)
}

// zero reports whether a node is an empty literal.
func zero(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value == ""
	case *ast.IntegerNode:
		return n.Value == 0
	case *ast.BoolNode:
		return !n.Value
	case *ast.NilNode:
		return true
	case *ast.ArrayNode:
		return len(n.Nodes) == 0
	case *ast.MapNode:
		return len(n.Pairs) == 0
	}
	return false
}

// heldByNone finds a != that also holds if there is nothing to compare: between a field of data and
// a number, or between a column of a query's one row and a text that is never empty. A condition
// that asks more about the same thing is taken as intended.
func (s *Subject) heldByNone(h *Hook, x expression, n *ast.BinaryNode) finding {
	m, ok := n.Left.(*ast.MemberNode)
	if n.Operator != "!=" || !ok {
		return finding{}
	}
	name, named := m.Property.(*ast.StringNode)
	root, path, trail := x.trail(m)
	unknown := m.Type() == nil || m.Type().Kind() == reflect.Interface
	var f finding
	switch {
	case !named:
		return finding{}
	case unknown && trail && len(path) > 0 && mayLack(root, path) && isNumber(n.Right):
		f = x.value(n, "found %s != %s, which holds where there is no %s, too; want  (%[1]s ?? %[2]s) != %[2]s", m, n.Right, name.Value)
	case s.ofOneRow(x, m) && x.neverEmpty(n.Right):
		f = x.value(n, "found %s != %s, which holds where there is no row, too, as .%s is empty then; want  %[1]s not in ['', %[2]s], or such a condition for what is to happen then", m, n.Right, name.Value)
	default:
		return finding{}
	}
	if x.asksAgain(h, m, n) { // last, as it walks the whole rule
		return finding{}
	}
	f.mild = true
	return f
}

// mayLack reports whether what a name leads to is data that others write: a file's, a program's, or
// a tool's answer.
func mayLack(root string, path []string) bool {
	return root != "event" || len(path) > 1 && strings.HasSuffix(path[0], "_response")
}

func isNumber(n ast.Node) bool {
	_, ok := number(n)
	return ok
}

// asksAgain reports whether a rule asks for the same thing more than once, or for what it is part
// of.
func (x expression) asksAgain(h *Hook, m *ast.MemberNode, beside *ast.BinaryNode) bool {
	return slices.ContainsFunc(h.expressions, func(other expression) bool {
		if other.binding != x.binding || other.let != "" || other.rule != x.rule && other.rule >= 0 && x.rule >= 0 {
			return false
		}
		again := false
		ast.Walk(&other.tree, nodes(func(n ast.Node) {
			b, ok := n.(*ast.BinaryNode)
			if ok && b != beside && (b.Left.String() == m.String() || b.Right.String() == m.String() || b.Left.String() == m.Node.String()) {
				again = true
			}
		}))
		return again
	})
}

// ofOneRow reports whether a node is a column of the one row of a query that is asked here. Rows of
// an action's query may have been written by the same action.
func (s *Subject) ofOneRow(x expression, m *ast.MemberNode) bool {
	of, _ := x.resolved(m.Node)
	call, ok := of.(*ast.CallNode)
	if !ok {
		return false
	}
	for _, st := range s.Set.Plan.Stores {
		if q := st.Statements[call.Callee.String()]; q != nil && q.Query && q.One {
			return true
		}
	}
	return false
}

// neverEmpty reports whether a node is a text that is never empty, as what a session is called.
func (x expression) neverEmpty(n ast.Node) bool {
	if s, ok := n.(*ast.StringNode); ok {
		return s.Value != ""
	}
	root, _, ok := x.trail(n)
	return ok && (root == "session" || root == "project")
}
