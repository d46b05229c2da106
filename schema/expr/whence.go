package expr

import (
	"slices"
	"sync"

	"github.com/expr-lang/expr/ast"
)

// A Bound is what a name in an expression stands for.
type Bound struct {
	Tree ast.Node // its expression
	Item bool     // it is each item of the tree's list
	text func() string
}

// Bounds are what names stand for. A name may stand for different things in different rules.
type Bounds map[string][]Bound

// Add records what a name stands for.
func (b Bounds) Add(name string, tree ast.Node, item bool) {
	if tree != nil {
		b[name] = append(b[name], Bound{tree, item, sync.OnceValue(tree.String)})
	}
}

// Literal returns data as a tree, as an author would write it.
func Literal(data any) ast.Node { return literal(data) }

// A boundsReader tells what the names in parts of one tree stand for.
type boundsReader struct {
	names Bounds
	items map[ast.Node]Bound // the list that a # is an item of
}

// newBoundsReader returns a reader of a tree; known are the names bound outside of it.
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

// ranges records the list that a condition on items applies to.
func (t boundsReader) ranges(asked *ast.PredicateNode, list Bound) {
	ast.Walk(&asked.Node, visitor(func(n ast.Node) {
		if _, ok := n.(*ast.PointerNode); ok && t.items[n].Tree == nil {
			t.items[n] = list
		}
	}))
}

// whence returns what the names in a part of the tree stand for, as x = 1 or x of [1], and the
// names in that; none if all names stand for themselves.
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

// Whence returns what the names in the tree of an expression stand for, one text each.
func Whence(tree ast.Node, known Bounds) []string { return newBoundsReader(tree, known).whence(tree) }
