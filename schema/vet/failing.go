package vet

import (
	"reflect"
	"slices"
	"time"

	"bcrules.dev/schema"

	"github.com/expr-lang/expr/ast"
)

// checkFails is the name of the check for expressions that end a hook on ordinary input.
const checkFails = "can-fail"

// failing warns of functions that end the hook if they can't convert an argument, of arguments that
// they never can convert, and of texts that the agent would parse as a reply.
func failing(s *Subject, r *schema.Report) {
	braces(s, r)
	for _, h := range s.Hooks {
		for _, x := range h.expressions {
			asked := testedCalls(x.tree)
			ast.Walk(&x.tree, nodes(func(n ast.Node) {
				switch n := n.(type) {
				case *ast.BuiltinNode:
					s.converts(x, n, asked[n]).say(r)
				case *ast.CallNode:
					if m, ok := n.Callee.(*ast.MemberNode); ok {
						finding{at: x.at(m.Property), check: checkFails, text: "found a method of a Go type, want functions and operators alone, such as a comparison with duration('1h') or date('2026-01-31')", mild: true}.say(r)
					}
				}
			}))
		}
	}
}

var (
	converting = []string{"fromJSON", "int", "float"}
	joining    = []string{"&&", "and", "||", "or"}
)

// testedCalls returns the conversions whose argument an earlier condition tests, as in x matches
// `^\d+$` && int(x) > 2.
func testedCalls(tree ast.Node) map[ast.Node]bool {
	all := map[ast.Node]bool{}
	note := func(before, then ast.Node) {
		var calls []*ast.BuiltinNode
		ast.Walk(&then, nodes(func(n ast.Node) {
			if call, ok := n.(*ast.BuiltinNode); ok && slices.Contains(converting, call.Name) && len(call.Arguments) == 1 {
				calls = append(calls, call)
			}
		}))
		for _, call := range calls {
			of := call.Arguments[0].String()
			ast.Walk(&before, nodes(func(n ast.Node) {
				if b, ok := n.(*ast.BinaryNode); !ok || !slices.Contains(joining, b.Operator) {
					all[call] = all[call] || n.String() == of
				}
			}))
		}
	}
	ast.Walk(&tree, nodes(func(n ast.Node) {
		switch n := n.(type) {
		case *ast.BinaryNode:
			if slices.Contains(joining, n.Operator) {
				note(n.Left, n.Right)
			}
		case *ast.ConditionalNode:
			note(n.Cond, n.Exp1)
			note(n.Cond, n.Exp2)
		}
	}))
	return all
}

// converts checks a conversion; asked says that an earlier condition tests its argument.
func (s *Subject) converts(x expression, n *ast.BuiltinNode, asked bool) finding {
	if len(n.Arguments) != 1 {
		return finding{}
	}
	of := n.Arguments[0]
	_, literal := of.(*ast.StringNode)
	free := !literal && !asked && !x.described(of, x.items()).form.Digits() && !s.digits(x, of)
	duration, text := of.Type() == reflect.TypeFor[time.Duration](), of.Type() != nil && of.Type().Kind() == reflect.String
	switch {
	case n.Name == "fromJSON" && free && !x.isJSON(of):
		return finding{at: x.at(n), check: checkFails, text: "fromJSON: ends the hook where the text is no JSON, want json(…) of a file, or a condition before it that it looks like some", mild: true}
	case n.Name == "float" && duration:
		return finding{at: x.at(n), check: checkFails, text: "float: found a duration, which it can't take, want it compared with duration('1h'), or seconds(…)", mild: false}
	case n.Name == "int" && duration:
		return finding{at: x.at(n), check: checkFails, text: "int: found a duration, of which it gives nanoseconds, want it compared with duration('1h'), or seconds(…)", mild: true}
	case (n.Name == "int" || n.Name == "float") && text && free:
		return finding{at: x.at(n), check: checkFails, text: n.Name + ": ends the hook where the text is no number, want a condition before it, such as  TEXT matches `^[0-9]+$`", mild: true}
	}
	return finding{}
}

// isJSON reports whether a text was made as JSON, and is that or what replacements left of it.
func (x expression) isJSON(n ast.Node) bool {
	for range maxLets {
		n, x = x.resolved(n)
		if is := x.described(n, x.items()).form; is.Is("compact") || is.Is("indented") {
			return true
		}
		switch f := n.(type) {
		case *ast.BuiltinNode:
			if f.Name != "replace" {
				return false
			}
			n = f.Arguments[0]
		case *ast.CallNode:
			_, fact, ok := x.factOf(f)
			if !ok || len(f.Arguments) < 3 || fact.Takes(2) != "replacement" {
				return false
			}
			n = f.Arguments[0]
		default:
			return false
		}
	}
	return false
}
