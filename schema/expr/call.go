package expr

import "github.com/expr-lang/expr/ast"

// A Call is one that an expression makes by name.
type Call struct {
	Name string
	Args []Argument
}

// An Argument is a text that stands in the call, or else the source of what gives it.
type Argument struct {
	Text    string
	Literal bool
}

// Calls returns the calls in a tree.
func Calls(tree ast.Node) []Call {
	var calls []Call
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
				c.Args = append(c.Args, Argument{s.Value, true})
			} else {
				c.Args = append(c.Args, Argument{Text: arg.String()})
			}
		}
		calls = append(calls, c)
	}))
	return calls
}
