package vet

import (
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"
)

// parted finds a comparison of a value with a text that contains what the value has lost: the
// separator at which it was split, or text that was replaced in it.
func (x expression) parted(n *ast.BinaryNode) finding {
	if !slices.Contains(textual, n.Operator) || n.Operator == "matches" {
		return finding{}
	}
	of, with := n.Left, n.Right
	if n.Operator == "in" && len(textsIn(n.Right)) == 0 {
		of, with = &ast.BuiltinNode{Name: "first", Arguments: []ast.Node{n.Right}}, n.Left // 'x' in split(…)
	}
	for _, lost := range x.lost(of, x.items(), 0) {
		for _, s := range textsIn(with) {
			if strings.Contains(s.Value, lost.text) {
				return x.value(s, "%s: found %q, with %q, which %s leaves in nothing", n.Operator, s.Value, lost.text, lost.by)
			}
		}
	}
	return finding{}
}

// A loss is a text that a value never contains, with the function that has removed it.
type loss struct{ text, by string }

// lost returns the texts that a node's value never contains.
func (x expression) lost(n ast.Node, of items, deep int) []loss {
	if n == nil || deep > maxLets {
		return nil
	}
	n, own := x.resolved(n)
	if own.let != x.let {
		of = itemsIn(n)
	}
	x = own
	switch n := n.(type) {
	case *ast.ChainNode:
		return x.lost(n.Node, of, deep+1)
	case *ast.MemberNode:
		if _, named := n.Property.(*ast.StringNode); !named {
			return x.lostOfItems(n.Node, of, deep+1)
		}
	case *ast.PointerNode:
		return x.lostOfItems(of[n], of, deep+1)
	case *ast.IdentifierNode:
		if list := x.listOf(n.Value); list != nil {
			return x.lostOfItems(list, itemsIn(list), deep+1)
		}
	case *ast.BinaryNode:
		if n.Operator == "??" {
			if s, ok := n.Right.(*ast.StringNode); ok && s.Value == "" {
				return x.lost(n.Left, of, deep+1)
			}
		}
	case *ast.BuiltinNode:
		return x.lostBy(n, of, deep+1)
	}
	return nil
}

// lostBy is lost for the result of a function.
func (x expression) lostBy(f *ast.BuiltinNode, of items, deep int) []loss {
	if len(f.Arguments) == 0 {
		return nil
	}
	switch f.Name {
	case "first", "last", "find", "findLast":
		return x.lostOfItems(f.Arguments[0], of, deep)
	case "trim", "trimPrefix", "trimSuffix":
		return x.lost(f.Arguments[0], of, deep)
	case "replace":
		old, literal := f.Arguments[1].(*ast.StringNode)
		with, also := f.Arguments[2].(*ast.StringNode)
		if literal && also && len(f.Arguments) == 3 && len([]rune(old.Value)) == 1 && !strings.Contains(with.Value, old.Value) {
			return []loss{{old.Value, f.Name}}
		}
	}
	return nil
}

// lostOfItems returns the texts that items of a list never contain.
func (x expression) lostOfItems(list ast.Node, of items, deep int) []loss {
	if list == nil || deep > maxLets {
		return nil
	}
	list, own := x.resolved(list)
	if own.let != x.let {
		of = itemsIn(list)
	}
	switch f := list.(type) {
	case *ast.SliceNode:
		return own.lostOfItems(f.Node, of, deep+1)
	case *ast.BuiltinNode:
		switch f.Name {
		case "filter", "uniq", "sort", "reverse":
			return own.lostOfItems(f.Arguments[0], of, deep+1)
		case "map":
			if to, ok := f.Arguments[1].(*ast.PredicateNode); ok {
				return own.lost(to.Node, of, deep+1)
			}
		case "split":
			if s, ok := f.Arguments[1].(*ast.StringNode); ok && len(f.Arguments) == 2 && s.Value != "" {
				return []loss{{s.Value, f.Name}}
			}
		}
	}
	return nil
}
