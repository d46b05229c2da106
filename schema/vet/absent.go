package vet

import (
	"bcrules.dev/schema"

	"github.com/expr-lang/expr/ast"
)

// nothing is what a field reads as that was not sent, by its kind, and so what it is asked
// against.
var nothing = map[string]string{"string": " != ''", "int": " != 0", "number": " != 0", "bool": "", "list": " != []", "object": " != {}"}

// absent looks at a question whether the event has a field. What is known of an event is
// always there, empty where it was not sent, so that conditions can't fail on it; and of
// what is known nothing else is there.
func (x expression) absent(table *schema.EventTable, n *ast.BinaryNode) finding {
	name, text := n.Left.(*ast.StringNode)
	root, path, ok := x.named(n.Right)
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
