package expr

import (
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"
)

// Field returns, for a fault in the name of a field, the value that lacks the field: event, or the
// name that is called, and the fields from there. ok is false for other values.
func (e *SourceError) Field() (root string, path []string, ok bool) {
	tree, err := parser.Parse(e.src)
	if err != nil {
		return "", nil, false
	}
	ast.Walk(&tree.Node, visitor(func(n ast.Node) {
		m, isMember := n.(*ast.MemberNode)
		if !isMember || ok {
			return
		}
		for _, at := range []int{m.Location().From, m.Property.Location().From} {
			if !ok && byteOffset(e.src, at) == e.at {
				root, path, ok = Trail(m.Node)
			}
		}
	}))
	return root, path, ok
}

// Trail returns the name at the start of a chain of fields, and the fields.
func Trail(n ast.Node) (root string, path []string, ok bool) {
	switch n := n.(type) {
	case *ast.IdentifierNode:
		return n.Value, nil, true
	case *ast.CallNode:
		return Trail(n.Callee)
	case *ast.ChainNode:
		return Trail(n.Node)
	case *ast.MemberNode:
		name, constant := n.Property.(*ast.StringNode)
		root, path, ok = Trail(n.Node)
		if !constant || !ok {
			return "", nil, false
		}
		return root, append(path, name.Value), true
	}
	return "", nil, false
}
