package vet

import (
	"reflect"
	"slices"
	"strings"

	"bcrules.dev/schema"

	"github.com/expr-lang/expr/ast"
)

// summing are the operators that fail on nil.
var summing = append([]string{"+", "-", "*", "/", "%", "**"}, ordering...)

// empty finds operations that hold, or fail, if an operand is absent, where nothing tests whether
// it is.
func (x expression) empty(h *Hook, n *ast.BinaryNode) finding {
	for _, side := range []ast.Node{n.Left, n.Right} {
		if slices.Contains(summing, n.Operator) && x.mayBeNil(side) {
			return finding{at: x.at(side), check: checkFails, text: n.Operator + ": " + side.String() + " is nil where there is none yet, which it fails with, want (" + side.String() + " ?? 0)", mild: true}
		}
	}
	switch n.Operator {
	case "contains", "startsWith", "endsWith", "matches":
		if at := x.mayBeEmpty(n.Right); at != "" && !h.usesTwice(at, n.Right.String()) {
			return finding{at: x.at(n), check: schema.CheckAlways, text: "always holds where " + at + " is empty, want  " + at + " != ''  before it", mild: true}
		}
	}
	return finding{}
}

// mayBeNil reports whether a node calls a name that an action defines and whose type is unknown.
func (x expression) mayBeNil(n ast.Node) bool {
	call, ok := n.(*ast.CallNode)
	if !ok || len(call.Arguments) > 0 || n.Type() == nil || n.Type().Kind() != reflect.Interface {
		return false
	}
	id, isName := call.Callee.(*ast.IdentifierNode)
	return isName && x.scope.Fact(id.Value).Ask == nil && x.scope.LetTree(id.Value) == nil && strings.Count(x.src, id.Value+"()") == 1 && !strings.Contains(x.src, "??")
}

// mayBeEmpty returns the call in a node if its fact answers with a text that is empty if the thing
// asked about doesn't exist; else "".
func (x expression) mayBeEmpty(n ast.Node) string {
	n, x = x.resolved(n)
	call, ok := n.(*ast.CallNode)
	if !ok {
		return ""
	}
	_, fact, ok := x.factOf(call)
	if !ok || fact.Learns == "" && fact.Reads == "" || fact.Ask.Type().Out(0).Kind() != reflect.String {
		return ""
	}
	return call.String()
}

// usesTwice reports whether a hook's expressions use one of some parts more than once.
func (h *Hook) usesTwice(parts ...string) bool {
	for _, part := range parts {
		count := 0
		seen := map[schema.Place]bool{}
		for _, x := range h.expressions {
			if at := x.at(x.tree); !seen[at] && x.let == "" {
				seen[at] = true
				ast.Walk(&x.tree, nodes(func(n ast.Node) {
					if b, ok := n.(*ast.BinaryNode); ok && (b.Left.String() == part || b.Right.String() == part) {
						count++
					}
				}))
			}
		}
		if count > 1 {
			return true
		}
	}
	return false
}
