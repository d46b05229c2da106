package expr

import "github.com/expr-lang/expr/ast"

// A Call is a call by name in an expression.
type Call struct {
	Name string
	Args []Argument
}

// An Argument is an argument of a call: a literal text, or an expression with its source.
type Argument struct {
	Text    string // of a literal
	Literal bool
	Tree    ast.Node
	names   boundsReader
}

// String returns the text of a literal, or else the source of the expression.
func (a Argument) String() string {
	if a.Literal {
		return a.Text
	}
	return a.Tree.String()
}

// Whence returns the meaning of the names in it.
func (a Argument) Whence() []string { return a.names.whence(a.Tree) }

// Calls returns the calls in a tree. known are the names bound outside it.
func Calls(tree ast.Node, known Bounds) []Call {
	var calls []Call
	reader := newBoundsReader(tree, known)
	ast.Walk(&tree, visitor(func(n ast.Node) {
		call, ok := n.(*ast.CallNode)
		if !ok {
			return
		}
		name, ok := call.Callee.(*ast.IdentifierNode)
		if !ok {
			return
		}
		c := Call{Name: name.Value}
		for _, arg := range call.Arguments {
			if s, ok := arg.(*ast.StringNode); ok {
				c.Args = append(c.Args, Argument{Text: s.Value, Literal: true, Tree: arg, names: reader})
			} else {
				c.Args = append(c.Args, Argument{Tree: arg, names: reader})
			}
		}
		calls = append(calls, c)
	}))
	return calls
}
