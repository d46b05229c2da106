package expr

import (
	"maps"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
)

// A filler replaces the names of values by their data, and fields of values by the data of the
// field.
type filler struct {
	values map[string]Value
	filled map[ast.Node]bool
}

// fill returns a tree in which the names of values are replaced by their data, as nodes that write
// makes.
func fill(tree ast.Node, values map[string]Value, write func(data any) ast.Node) ast.Node {
	if len(values) == 0 {
		return tree
	}
	f := filler{values, map[ast.Node]bool{}}
	ast.Walk(&tree, f)
	ast.Walk(&tree, writer{f.filled, write})
	return tree
}

// Visit implements ast.Visitor. It visits children first.
func (f filler) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.IdentifierNode:
		if v, ok := f.values[n.Value]; ok {
			f.put(node, v.Data)
		}
	case *ast.MemberNode:
		of, ok := n.Node.(*ast.ConstantNode)
		if !ok || !f.filled[n.Node] {
			return
		}
		switch key := n.Property.(type) {
		case *ast.StringNode:
			if m, ok := of.Value.(map[string]any); ok {
				f.put(node, m[key.Value])
			}
		case *ast.IntegerNode:
			if l, ok := of.Value.([]any); ok && key.Value >= 0 && key.Value < len(l) {
				f.put(node, l[key.Value])
			}
		}
	case *ast.ChainNode:
		if f.filled[n.Node] {
			*node = n.Node
		}
	case *ast.BuiltinNode:
		if text, ok := f.joined(n); ok {
			f.put(node, text)
		}
	}
}

// joined returns the result of join for a list of texts in a value and a literal separator.
func (f filler) joined(n *ast.BuiltinNode) (string, bool) {
	if n.Name != "join" || len(n.Arguments) != 2 {
		return "", false
	}
	list, ok1 := n.Arguments[0].(*ast.ConstantNode)
	between, ok2 := n.Arguments[1].(*ast.StringNode)
	if !ok1 || !ok2 || !f.filled[list] {
		return "", false
	}
	items, ok := list.Value.([]any)
	if !ok {
		return "", false
	}
	var texts []string
	for _, item := range items {
		text, ok := item.(string)
		if !ok {
			return "", false
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, between.Value), true
}

func (f filler) put(node *ast.Node, data any) {
	n := &ast.ConstantNode{Value: data}
	ast.Patch(node, n)
	f.filled[n] = true
}

// A writer replaces the data that a filler put into a tree by its final nodes.
type writer struct {
	filled map[ast.Node]bool
	write  func(data any) ast.Node
}

// Visit implements ast.Visitor.
func (w writer) Visit(node *ast.Node) {
	if n, ok := (*node).(*ast.ConstantNode); ok && w.filled[n] {
		ast.Patch(node, withLocation(w.write(n.Value), n.Location()))
	}
}

// folded returns a tree in which + of literal texts is replaced by the joined text, so that
// patterns are compiled with the expression and paths are known. For join, the filler has done so.
func folded(tree ast.Node) ast.Node {
	ast.Walk(&tree, folder{})
	return tree
}

type folder struct{}

// Visit implements ast.Visitor.
func (folder) Visit(node *ast.Node) {
	n, ok := (*node).(*ast.BinaryNode)
	if !ok || n.Operator != "+" {
		return
	}
	left, ok1 := n.Left.(*ast.StringNode)
	right, ok2 := n.Right.(*ast.StringNode)
	if ok1 && ok2 {
		*node = withLocation(literal(left.Value+right.Value), left.Location())
	}
}

// withLocation sets the location of all nodes of a tree.
func withLocation(n ast.Node, at file.Location) ast.Node {
	ast.Walk(&n, visitor(func(n ast.Node) { n.SetLocation(at) }))
	return n
}

// literal returns data as the nodes of an author's literal.
func literal(data any) ast.Node {
	switch v := data.(type) {
	case *Words:
		return &ast.IdentifierNode{Value: v.Name}
	case string:
		return &ast.StringNode{Value: v}
	case bool:
		return &ast.BoolNode{Value: v}
	case int:
		return &ast.IntegerNode{Value: v}
	case float64:
		return &ast.FloatNode{Value: v}
	case []any:
		list := &ast.ArrayNode{}
		for _, item := range v {
			list.Nodes = append(list.Nodes, literal(item))
		}
		return list
	case map[string]any:
		m := &ast.MapNode{}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			m.Pairs = append(m.Pairs, &ast.PairNode{Key: &ast.StringNode{Value: name}, Value: literal(v[name])})
		}
		return m
	}
	return &ast.NilNode{}
}
