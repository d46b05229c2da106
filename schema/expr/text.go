package expr

import "github.com/expr-lang/expr/ast"

// text formats a part of an expression so that it can be parsed again: as an operand, a let must be
// in parentheses, which the tree doesn't keep.
func text(n ast.Node) string { return grouped(n).String() }

// grouped returns a tree that prints with these parentheses. A let at the top or within another let
// needs none.
func grouped(n ast.Node) ast.Node {
	switch n := n.(type) {
	case *ast.UnaryNode:
		own := *n
		own.Node = enclosed(n.Node)
		return &own
	case *ast.BinaryNode:
		own := *n
		own.Left, own.Right = enclosed(n.Left), enclosed(n.Right)
		return &own
	case *ast.ConditionalNode:
		own := *n
		own.Cond, own.Exp1, own.Exp2 = enclosed(n.Cond), enclosed(n.Exp1), enclosed(n.Exp2)
		return &own
	case *ast.VariableDeclaratorNode:
		own := *n
		own.Value, own.Expr = enclosed(n.Value), grouped(n.Expr)
		return &own
	case *ast.PredicateNode:
		own := *n
		own.Node = grouped(n.Node)
		return &own
	case *ast.BuiltinNode:
		own := *n
		own.Arguments = allEnclosed(n.Arguments)
		return &own
	case *ast.CallNode:
		own := *n
		own.Arguments = allEnclosed(n.Arguments)
		return &own
	}
	return n
}

func allEnclosed(nodes []ast.Node) (all []ast.Node) {
	for _, n := range nodes {
		all = append(all, enclosed(n))
	}
	return all
}

func enclosed(n ast.Node) ast.Node {
	own := grouped(n)
	if let, ok := own.(*ast.VariableDeclaratorNode); ok {
		return &group{let}
	}
	return own
}

// A group is a let in parentheses, only for printing.
type group struct{ *ast.VariableDeclaratorNode }

func (g *group) String() string { return "(" + g.VariableDeclaratorNode.String() + ")" }
