package vet

import (
	"slices"

	"github.com/expr-lang/expr/ast"
)

// A beginning is a program with the operands that it is known to start with.
type beginning []string

// beginnings returns the possible beginnings of a command at the part of an expression that uses
// it; none if any is possible. The command is an item of a list, that of the expression or that of
// an each.
func (h *Hook) beginnings(x expression, at ast.Node, command string) (all []beginning) {
	done := false
	ast.Walk(&x.tree, nodes(func(n ast.Node) { // inner functions come first
		if f, ok := n.(*ast.BuiltinNode); ok && !done && len(f.Arguments) > 1 && within(f.Arguments[1], at) {
			all, done = narrower(x.begins(f.Arguments[0], item), x.begins(f.Arguments[1], item)), true
		}
	}))
	if done || command == item {
		return all
	}
	for _, other := range h.expressions {
		if other.let != "" || other.rule != x.rule && other.rule >= 0 || other.binding != x.binding {
			continue
		}
		if h.isListOf(other, command) {
			all = narrower(all, other.begins(other.tree, item))
		}
		all = narrower(all, other.begins(other.tree, command))
	}
	return all
}

// item is the name of a list's item in expressions.
const item = "#"

// isListOf reports whether an expression is the list whose items an each gives a name.
func (h *Hook) isListOf(x expression, name string) bool {
	each := h.Each
	if x.rule >= 0 {
		each = h.Rules[x.rule].Each
	}
	return each.Exists() && each.Name == name && each.Written() == x.Written()
}

// within reports whether a node is in a tree.
func within(tree, n ast.Node) (is bool) {
	ast.Walk(&tree, nodes(func(of ast.Node) { is = is || of == n }))
	return is
}

// narrower returns the more specific of two lists of beginnings, both of which hold.
func narrower(a, b []beginning) []beginning {
	if len(a) == 0 || len(b) > 0 && len(b[0]) > len(a[0]) {
		return b
	}
	return a
}

// begins returns the beginnings that a condition on a command, or the list that contains it,
// determines.
func (x expression) begins(n ast.Node, command string) []beginning {
	switch n := n.(type) {
	case *ast.PredicateNode:
		return x.begins(n.Node, command)
	case *ast.BuiltinNode:
		if slices.Contains([]string{"any", "filter", "one", "find"}, n.Name) && len(n.Arguments) > 1 {
			return narrower(x.begins(n.Arguments[0], command), x.begins(n.Arguments[1], command))
		}
	case *ast.CallNode:
		if _, fact, ok := x.factOf(n); ok && fact.Takes(1) == "program" && len(n.Arguments) > 1 && n.Arguments[0].String() == command {
			var b beginning
			for _, arg := range n.Arguments[1:] {
				texts := textsIn(arg)
				if len(texts) != 1 {
					return nil
				}
				b = append(b, texts[0].Value)
			}
			return []beginning{b}
		}
	case *ast.BinaryNode:
		switch {
		case isAnd(n):
			return narrower(x.begins(n.Left, command), x.begins(n.Right, command))
		case isOr(n):
			left, right := x.begins(n.Left, command), x.begins(n.Right, command)
			if len(left) == 0 || len(right) == 0 {
				return nil
			}
			return append(left, right...)
		case (n.Operator == "==" || n.Operator == "in") && isOf(n.Left, "program") && n.Left.(*ast.MemberNode).Node.String() == command:
			var all []beginning
			for _, s := range textsIn(n.Right) {
				all = append(all, beginning{s.Value})
			}
			return all
		}
	}
	return nil
}

// isOf reports whether a node selects a field of a form. In the list of an each, types are unknown,
// so a field that has the form's name counts.
func isOf(n ast.Node, form string) bool {
	m, ok := n.(*ast.MemberNode)
	if !ok {
		return false
	}
	name, named := m.Property.(*ast.StringNode)
	return tagOf(m).Get("form") == form || tagOf(m) == "" && named && name.Value == form
}

// commanded checks a comparison of an operand with a text that the operand can't be, given the
// programs that the rule is about.
func (x expression) commanded(h *Hook, n *ast.BinaryNode) finding {
	if n.Operator != "==" && n.Operator != "in" {
		return finding{}
	}
	if f := x.ownOperand(h, n); f.text != "" {
		return f
	}
	m, ok := n.Left.(*ast.MemberNode)
	if !ok || !isOf(m.Node, "operand") {
		return finding{}
	}
	i, ok := m.Property.(*ast.IntegerNode)
	texts, all := textsIn(n.Right), h.beginnings(x, n, m.Node.(*ast.MemberNode).Node.String())
	if !ok || len(texts) == 0 || len(all) == 0 || i.Value < 0 {
		return finding{}
	}
	for _, b := range all {
		if i.Value+1 >= len(b) || slices.ContainsFunc(texts, func(s *ast.StringNode) bool { return s.Value == b[i.Value+1] }) {
			return finding{}
		}
	}
	return x.value(texts[0], "%s: found %s, and it is %s here: operands begin with the subcommand; want .operands[%d]", m, texts[0].Value, all[0][i.Value+1], i.Value+len(all[0])-1)
}

// ownOperand finds an operand that is compared with the program itself, which isn't an operand.
func (x expression) ownOperand(h *Hook, n *ast.BinaryNode) finding {
	var of ast.Node
	with := n.Right
	if n.Operator == "in" && isOf(n.Right, "operand") {
		of, with = n.Right, n.Left
	} else if m, ok := n.Left.(*ast.MemberNode); ok && isOf(m.Node, "operand") {
		of = m.Node
	} else {
		return finding{}
	}
	all := h.beginnings(x, n, of.(*ast.MemberNode).Node.String())
	for _, s := range textsIn(with) {
		if len(all) > 0 && !slices.ContainsFunc(all, func(b beginning) bool { return b[0] != s.Value }) {
			return x.value(s, "%s: found %s, which is the program itself: operands begin after it", n.Left, s.Value)
		}
	}
	return finding{}
}
