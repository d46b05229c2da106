package expr

import (
	"bcrules.dev/engine/plan"

	"github.com/expr-lang/expr/ast"
)

// Prune returns the part of an event's shape that trees use, so that a hook reads only those
// fields. An expression that uses an object as a whole keeps all of it.
func Prune(shape *plan.Shape, trees []ast.Node) *plan.Shape {
	used := &usage{fields: map[string]*usage{}}
	for _, tree := range trees {
		used.read(tree)
	}
	return used.prune(shape)
}

// A usage is the set of an object's fields that are used; whole if the object itself is.
type usage struct {
	fields map[string]*usage
	whole  bool
}

// read records the fields that an expression uses. event.a.b uses event.a.b, but neither event nor
// event.a as a whole.
func (u *usage) read(root ast.Node) {
	passed := map[ast.Node]bool{}
	ast.Walk(&root, visitor(func(n ast.Node) {
		m, ok := n.(*ast.MemberNode)
		if _, named := pathOf(n); !ok || !named {
			return
		}
		passed[m.Node] = true
		if chain, ok := m.Node.(*ast.ChainNode); ok {
			passed[chain.Node] = true
		}
	}))
	ast.Walk(&root, visitor(func(n ast.Node) {
		if chain, ok := n.(*ast.ChainNode); ok {
			passed[chain.Node] = true // the chain represents it
		}
	}))
	ast.Walk(&root, visitor(func(n ast.Node) {
		if path, ok := pathOf(n); ok && !passed[n] {
			u.note(path)
		}
	}))
}

// note records the use of the value at a path below the event.
func (u *usage) note(path []string) {
	for _, name := range path {
		if u.fields[name] == nil {
			u.fields[name] = &usage{fields: map[string]*usage{}}
		}
		u = u.fields[name]
	}
	u.whole = true
}

func (u *usage) prune(s *plan.Shape) *plan.Shape {
	if u.whole || s.Kind != "object" {
		return s
	}
	out := *s
	out.Fields = map[string]*plan.Shape{}
	for name, f := range u.fields {
		if s.Fields[name] != nil {
			out.Fields[name] = f.prune(s.Fields[name])
		}
	}
	return &out
}

// pathOf returns the path from the event to the value of a node. It reports false for values of
// other origin.
func pathOf(n ast.Node) ([]string, bool) {
	switch n := n.(type) {
	case *ast.IdentifierNode:
		return nil, n.Value == "event"
	case *ast.ChainNode:
		return pathOf(n.Node)
	case *ast.MemberNode:
		path, ok := pathOf(n.Node)
		name, constant := n.Property.(*ast.StringNode)
		if !ok || !constant {
			return nil, false
		}
		return append(path, name.Value), true
	}
	return nil, false
}

type visitor func(ast.Node)

// Visit implements ast.Visitor.
func (v visitor) Visit(n *ast.Node) { v(*n) }
