package vet

import (
	"reflect"
	"slices"

	"bcrules.dev/engine/effects/programs"

	"github.com/expr-lang/expr/ast"
)

// A beginning is a program with the operands that it is known to begin with.
type beginning []string

// beginnings returns those of one of which a command is where a rule goes on with it; none if it
// may be of any.
func (h *Hook) beginnings(x expression) (all []beginning) {
	for _, other := range h.asked {
		if other.let == "" && (other.rule == x.rule || other.rule < 0) && other.binding == x.binding {
			all = narrower(all, other.begins(other.tree))
		}
	}
	return all
}

// narrower returns those of two lists, both of which hold, that say more.
func narrower(a, b []beginning) []beginning {
	if len(a) == 0 || len(b) > 0 && len(b[0]) > len(a[0]) {
		return b
	}
	return a
}

// begins is beginnings as a condition says it, or the list that it goes through.
func (x expression) begins(n ast.Node) []beginning {
	switch n := n.(type) {
	case *ast.PredicateNode:
		return x.begins(n.Node)
	case *ast.BuiltinNode:
		if slices.Contains([]string{"any", "filter", "one", "find"}, n.Name) && len(n.Arguments) > 1 {
			return narrower(x.begins(n.Arguments[0]), x.begins(n.Arguments[1]))
		}
	case *ast.CallNode:
		_, fact, ok := x.called(n)
		if at := slices.IndexFunc(n.Arguments, func(n ast.Node) bool { return !plain(n) }); !ok || fact.Takes(1) != "program" || at != 0 || slices.IndexFunc(n.Arguments[1:], func(n ast.Node) bool { return !plain(n) }) >= 0 {
			return nil
		}
		var b beginning
		for _, arg := range n.Arguments[1:] {
			b = append(b, textsIn(arg)[0].Value)
		}
		return []beginning{b}
	case *ast.BinaryNode:
		switch {
		case isAnd(n):
			return narrower(x.begins(n.Left), x.begins(n.Right))
		case isOr(n):
			left, right := x.begins(n.Left), x.begins(n.Right)
			if len(left) == 0 || len(right) == 0 {
				return nil
			}
			return append(left, right...)
		case (n.Operator == "==" || n.Operator == "in") && isOf(n.Left, "program"):
			var all []beginning
			for _, s := range textsIn(n.Right) {
				all = append(all, beginning{s.Value})
			}
			return all
		}
	}
	return nil
}

// isOf reports whether a node takes a field of a form. In the list of an each types are not told,
// and the field of a program is called so.
func isOf(n ast.Node, form string) bool {
	m, ok := n.(*ast.MemberNode)
	if !ok {
		return false
	}
	name, named := m.Property.(*ast.StringNode)
	return tagOf(m).Get("form") == form || tagOf(m) == "" && named && name.Value == form
}

// commanded looks at a comparison with what a command never has, being one of the programs that
// the rule is about.
func (x expression) commanded(h *Hook, n *ast.BinaryNode) finding {
	if n.Operator != "==" && n.Operator != "in" {
		return finding{}
	}
	if s, ok := n.Left.(*ast.StringNode); ok && n.Operator == "in" && isOf(n.Right, "flag") {
		if name := h.longer(x, s.Value); name != "" {
			return x.value(s, "%s: found %s, which stands there by its long name, want %s", n.Right, s.Value, name).instead(s.Value, name)
		}
		return finding{}
	}
	m, ok := n.Left.(*ast.MemberNode)
	if !ok || !isOf(m.Node, "operand") {
		return finding{}
	}
	i, ok := m.Property.(*ast.IntegerNode)
	texts, all := textsIn(n.Right), h.beginnings(x)
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

// hasFlag looks at a call that asks a command for flags by names that its program never has.
func (x expression) hasFlag(h *Hook, call *ast.CallNode) finding {
	name, fact, ok := x.called(call)
	if !ok || len(call.Arguments) < 2 || fact.Takes(1) != "flag" || fact.Ask.Type().Out(0).Kind() != reflect.Bool {
		return finding{}
	}
	meant := ""
	for _, arg := range call.Arguments[1:] {
		texts := textsIn(arg)
		if len(texts) != 1 || h.longer(x, texts[0].Value) == "" {
			return finding{}
		}
		meant = h.longer(x, texts[0].Value)
	}
	return x.value(call.Arguments[1], "%s: found %s, which stands there by its long name, want %s", name, call.Arguments[1], meant)
}

// longer returns by which name a flag stands that all programs that a rule is about have by
// another name; "" if one has it by this, or they aren't known.
func (h *Hook) longer(x expression, flag string) (name string) {
	for _, b := range h.beginnings(x) {
		words := []programs.Word{}
		for _, text := range b {
			words = append(words, programs.Word{Text: text, Known: true})
		}
		dash := "-"
		if len(flag) > 1 {
			dash = "--"
		}
		call := programs.Split(append(words, programs.Word{Text: dash + flag, Known: true}))
		names, _ := call.Given()
		if !call.IsFamiliar() || len(names) != 1 || names[0] == flag {
			return ""
		}
		name = names[0]
	}
	return name
}
