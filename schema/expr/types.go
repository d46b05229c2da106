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

// typeOf returns the type of a shape, for checks.
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

// goType returns the Go type of a shape, for functions, whose results expr checks only by Go type.
// An object is a struct whose fields have their names in expr tags.
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

// natureType returns the Go type of a value as expr inferred it, nil if it is unknown. The Go type
// of a list that expr made says nothing about its items.
func natureType(n *nature.Nature) reflect.Type {
	if n.Type == reflect.TypeFor[[]any]() && n.Ref != nil {
		if item := natureType(n.Ref); item != nil {
			return reflect.SliceOf(item)
		}
	}
	return n.Type
}

// itemOf returns the type of a list's items. It reports false for other values.
func itemOf(list *nature.Nature) (types.Type, bool) {
	switch {
	case list.Ref != nil:
		return natured{*list.Ref}, true
	case list.IsArray():
		return natured{nature.FromType(list.Type.Elem())}, true
	}
	return types.Any, list.Type == nil && !list.Nil || list.Type.Kind() == reflect.Interface
}

// inWords returns the noun for values of a type.
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

// A natured is a type that expr inferred.
type natured struct{ nature nature.Nature }

// Nature implements types.Type.
func (t natured) Nature() nature.Nature { return t.nature }

// Equal implements types.Type.
func (t natured) Equal(u types.Type) bool { return t.String() == u.String() }

func (t natured) String() string { return t.nature.String() }

// A carrier replaces calls of facts that return the items of their first argument by that argument,
// so that the type of the items is known where the result is used.
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

// deep returns how deeply the items of a call's first argument are nested in its result, 0 if they
// aren't in it.
func (c carrier) deep(call *ast.CallNode) int {
	name, ok := call.Callee.(*ast.IdentifierNode)
	if !ok || len(call.Arguments) == 0 {
		return 0
	}
	return c.facts[name.Value].Items
}

// in reports whether a tree has such a call.
func (c carrier) in(tree ast.Node) (found bool) {
	ast.Walk(&tree, visitor(func(n ast.Node) {
		call, ok := n.(*ast.CallNode)
		found = found || ok && c.deep(call) > 0
	}))
	return found
}
