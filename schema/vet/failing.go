package vet

import (
	"reflect"
	"time"

	"bcrules.dev/schema"

	"github.com/expr-lang/expr/ast"
)

// checkFails is the name of the check for what ends a hook on ordinary input.
const checkFails = "can-fail"

// failing warns of functions that end the hook where they are given what they can't take,
// and of what can never be taken.
func failing(s *Subject, r *schema.Report) {
	for _, h := range s.Hooks {
		for _, x := range h.asked {
			ast.Walk(&x.tree, nodes(func(n ast.Node) {
				switch n := n.(type) {
				case *ast.BuiltinNode:
					x.converts(n).say(r)
				case *ast.CallNode:
					if m, ok := n.Callee.(*ast.MemberNode); ok {
						finding{x.at(m.Property), checkFails, "found a method of a Go type, want functions and operators alone, such as a comparison with duration('1h') or date('2026-01-31')", true}.say(r)
					}
				}
			}))
		}
	}
}

// converts looks at what is made of one kind out of another.
func (x expression) converts(n *ast.BuiltinNode) finding {
	if len(n.Arguments) != 1 {
		return finding{}
	}
	_, literal := n.Arguments[0].(*ast.StringNode)
	duration := n.Arguments[0].Type() == reflect.TypeFor[time.Duration]()
	switch {
	case n.Name == "fromJSON" && !literal:
		return finding{x.at(n), checkFails, "fromJSON: ends the hook where the text is no JSON, want json(…) of a file, or a condition before it that it looks like some", true}
	case n.Name == "float" && duration:
		return finding{x.at(n), checkFails, "float: found a duration, which it can't take, want it compared with duration('1h')", false}
	case n.Name == "int" && duration:
		return finding{x.at(n), checkFails, "int: found a duration, of which it gives nanoseconds, want it compared with duration('1h')", true}
	}
	return finding{}
}
