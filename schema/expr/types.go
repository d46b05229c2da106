package expr

import (
	"fmt"
	"maps"
	"reflect"
	"slices"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/checker/nature"
	"github.com/expr-lang/expr/types"
)

// typeOf returns the type that expressions over a shape are checked against.
func typeOf(s *plan.Shape) types.Type {
	switch s.Kind {
	case "string":
		return types.String
	case "int":
		return types.Int
	case "number":
		return types.Float64
	case "bool":
		return types.Bool
	case "list":
		if s.Item == nil {
			return types.Array(types.Any)
		}
		return types.Array(typeOf(s.Item))
	case "object":
		m := types.Map{}
		for name, f := range s.Fields {
			m[name] = typeOf(f)
		}
		if s.Open {
			m[types.Extra] = types.Any
		}
		return m
	}
	return types.Any
}

// goType returns a shape as a Go type, for functions, whose results expr checks
// by Go types only: an object is a struct whose fields bear the names as expr tags.
func goType(s *plan.Shape) reflect.Type {
	switch s.Kind {
	case "string":
		return reflect.TypeFor[string]()
	case "int":
		return reflect.TypeFor[int]()
	case "number":
		return reflect.TypeFor[float64]()
	case "bool":
		return reflect.TypeFor[bool]()
	case "list":
		if s.Item == nil {
			return reflect.TypeFor[[]any]()
		}
		return reflect.SliceOf(goType(s.Item))
	case "object":
		if s.Open {
			return reflect.TypeFor[map[string]any]()
		}
		var fields []reflect.StructField
		for i, name := range slices.Sorted(maps.Keys(s.Fields)) {
			fields = append(fields, reflect.StructField{
				Name: fmt.Sprintf("F%d", i),
				Type: goType(s.Fields[name]),
				Tag:  reflect.StructTag(fmt.Sprintf("expr:%q", name)),
			})
		}
		return reflect.StructOf(fields)
	}
	return reflect.TypeFor[any]()
}

// natureType returns what expr found out of a value as a Go type, nil for nothing:
// its own type of a list it made doesn't say of what.
func natureType(n *nature.Nature) reflect.Type {
	if n.Type == reflect.TypeFor[[]any]() && n.Ref != nil {
		if item := natureType(n.Ref); item != nil {
			return reflect.SliceOf(item)
		}
	}
	return n.Type
}

// itemOf returns the type of the items of a list; ok is false for what is none.
func itemOf(list *nature.Nature) (types.Type, bool) {
	switch {
	case list.Ref != nil:
		return natured{*list.Ref}, true
	case list.IsArray():
		return natured{nature.FromType(list.Type.Elem())}, true
	}
	return types.Any, list.Type == nil && !list.Nil || list.Type.Kind() == reflect.Interface
}

// inWords says what is of a type.
func inWords(n *nature.Nature) string {
	switch n.Kind {
	case reflect.String:
		return "a text"
	case reflect.Bool:
		return "true or false"
	case reflect.Map, reflect.Struct:
		return "an object"
	}
	return n.String()
}

// A natured type is one that expr found out.
type natured struct{ nature nature.Nature }

// Nature implements types.Type.
func (t natured) Nature() nature.Nature { return t.nature }

// Equal implements types.Type.
func (t natured) Equal(u types.Type) bool { return t.String() == u.String() }

func (t natured) String() string { return t.nature.String() }

// A carrier is the facts of a scope. Where one is called that gives the items of its
// first argument, it puts that argument itself in the place of the call, so that
// their type is known in what is done with the answer.
type carrier struct{ facts map[string]engine.Fact }

// Visit implements ast.Visitor.
func (c carrier) Visit(n *ast.Node) {
	call, ok := (*n).(*ast.CallNode)
	if !ok || c.deep(call) == 0 {
		return
	}
	list := call.Arguments[0]
	for range c.deep(call) - 1 {
		list = &ast.ArrayNode{Nodes: []ast.Node{list}}
	}
	ast.Patch(n, &ast.SequenceNode{Nodes: append(slices.Clone(call.Arguments[1:]), list)})
}

// deep returns how deep in lists the items of a call's first argument are in what it
// gives, 0 if they aren't there.
func (c carrier) deep(call *ast.CallNode) int {
	name, ok := call.Callee.(*ast.IdentifierNode)
	if !ok || len(call.Arguments) == 0 {
		return 0
	}
	return c.facts[name.Value].Items
}

// in reports whether there is such a call in a tree.
func (c carrier) in(tree ast.Node) (found bool) {
	ast.Walk(&tree, visitor(func(n ast.Node) {
		call, ok := n.(*ast.CallNode)
		found = found || ok && c.deep(call) > 0
	}))
	return found
}
