package vet

import (
	"reflect"

	"bcrules.dev/schema"

	"github.com/expr-lang/expr/ast"
)

// nothing maps kinds to the comparison that tells a field from one that was not sent.
var nothing = map[string]string{"string": " != ''", "int": " != 0", "number": " != 0", "bool": "", "list": " != []", "object": " != {}"}

// absent checks a test whether the event has a field. A known field always exists, and is empty if
// it was not sent, so that conditions can't fail on it; an unknown field never exists.
func (x expression) absent(table *schema.EventTable, n *ast.BinaryNode) finding {
	name, text := n.Left.(*ast.StringNode)
	root, path, ok := x.trail(n.Right)
	if n.Operator != "in" || !text || !ok || root != "event" {
		return finding{}
	}
	of := comparison{expression: x, root: root, path: path}.subject()
	shape := table.Shape(x.binding.Event, x.binding.Agenda, x.match()).At(path)
	if shape == nil || shape.Kind != "object" {
		return finding{}
	}
	field := shape.Fields[name.Value]
	switch {
	case field != nil:
		return x.value(n.Left, "found %s in %s, which always holds, as what wasn't sent reads as empty; want %s.%s%s", name.Value, of, of, name.Value, nothing[field.Kind])
	case !shape.Open:
		return x.value(n.Left, "found %s in %s, which never has it", name.Value, of)
	}
	return finding{}
}

// neverNil checks a comparison of a fact's answer with nil, where the answer is never nil.
func (x expression) neverNil(n *ast.BinaryNode) finding {
	of, other := n.Left, n.Right
	if _, is := of.(*ast.NilNode); is {
		of, other = other, of
	}
	_, is := other.(*ast.NilNode)
	of, _ = x.resolved(of)
	call, called := of.(*ast.CallNode)
	if !is || !called || n.Operator != "==" && n.Operator != "!=" {
		return finding{}
	}
	name, ok := call.Callee.(*ast.IdentifierNode)
	if !ok || x.scope.Fact(name.Value).Ask == nil {
		return finding{}
	}
	empty, fact := "", x.scope.Fact(name.Value)
	switch fact.Ask.Type().Out(0).Kind() {
	case reflect.String:
		empty = "of what isn't there it is an empty text, want " + n.Operator + " ''"
	case reflect.Slice:
		empty = "of what isn't there it is an empty list, want len(…) " + n.Operator + " 0"
	case reflect.Map:
		empty = "of what isn't there it is an empty object, want len(…) " + n.Operator + " 0, or one of its fields"
	case reflect.Interface, reflect.Pointer:
		if fact.Absent == "" {
			return finding{}
		}
		empty = "of what isn't there it is " + fact.Absent + ", want len(…) " + n.Operator + " 0, or one of its fields"
	default:
		empty = "want one of its fields, or what it is"
	}
	return x.value(n, "%s() is never nil: %s", name.Value, empty)
}
