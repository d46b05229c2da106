package expr

import (
	"slices"
	"sync"

	"github.com/expr-lang/expr/ast"
)

// A Bound is an expression that a name stands for.
type Bound struct {
	Tree ast.Node // its expression
	Item bool     // the name is each item of the tree's list
	text func() string
}

// Bounds are the expressions that names stand for. A name may stand for different ones in different
// rules.
type Bounds map[string][]Bound

// Add records the expression that a name stands for.
func (b Bounds) Add(name string, tree ast.Node, item bool) {
	if tree != nil {
		b[name] = append(b[name], Bound{tree, item, sync.OnceValue(tree.String)})
	}
}

// Literal returns data as the tree of an author's literal.
func Literal(data any) ast.Node { return literal(data) }

// A boundsReader knows the expressions that names in one tree stand for.
type boundsReader struct {
	names Bounds
	items map[ast.Node]Bound // for each #, the list whose item it is
}

// newBoundsReader returns a reader of a tree; known are the names bound outside it.
func newBoundsReader(tree ast.Node, known Bounds) boundsReader {
	t := boundsReader{Bounds{}, map[ast.Node]Bound{}}
	for name, all := range known {
		t.names[name] = slices.Clone(all)
	}
	ast.Walk(&tree, visitor(func(n ast.Node) { // children first
		switch n := n.(type) {
		case *ast.VariableDeclaratorNode:
			t.names.Add(n.Name, n.Value, false)
		case *ast.BuiltinNode:
			for _, arg := range n.Arguments[min(1, len(n.Arguments)):] {
				if asked, ok := arg.(*ast.PredicateNode); ok {
					list := n.Arguments[0]
					t.ranges(asked, Bound{list, true, sync.OnceValue(list.String)})
				}
			}
		}
	}))
	return t
}

// ranges records the list whose items a condition applies to.
func (t boundsReader) ranges(asked *ast.PredicateNode, list Bound) {
	ast.Walk(&asked.Node, visitor(func(n ast.Node) {
		if _, ok := n.(*ast.PointerNode); ok && t.items[n].Tree == nil {
			t.items[n] = list
		}
	}))
}

// whence returns the meaning of the names in a part of the tree, as x = 1 or x of [1], and of the
// names in these; none if no name is bound.
func (t boundsReader) whence(part ast.Node) []string {
	var all []string
	var tell func(part ast.Node)
	say := func(name string, of Bound) {
		between := " = "
		if of.Item {
			between = " of "
		}
		if text := name + between + of.text(); !slices.Contains(all, text) {
			all = append(all, text)
			tell(of.Tree)
		}
	}
	tell = func(part ast.Node) {
		ast.Walk(&part, visitor(func(n ast.Node) {
			switch n := n.(type) {
			case *ast.PointerNode:
				if list := t.items[n]; list.Tree != nil {
					say("#"+n.Name, list)
				}
			case *ast.IdentifierNode:
				for _, b := range t.names[n.Value] {
					say(n.Value, b)
				}
			}
		}))
	}
	tell(part)
	return all
}

// Whence returns the meaning of the names in the tree of an expression, one text each.
func Whence(tree ast.Node, known Bounds) []string { return newBoundsReader(tree, known).whence(tree) }
