package expr

import (
	"bcrules.dev/engine"

	"github.com/expr-lang/expr/ast"
)

// seek makes facts look for one item if an expression only tests whether their list has it
// (engine.Fact.Sought):
//
//	KEY in marked('said', {within: '1h'})  →  len(marked('said', {within: '1h', key: KEY})) > 0
//
// Within a closure the whole list is kept, as it is searched for each item of another list.
func seek(tree *ast.Node, facts map[string]engine.Fact) {
	inner := map[ast.Node]bool{}
	ast.Walk(tree, visitor(func(n ast.Node) {
		if p, ok := n.(*ast.PredicateNode); ok {
			ast.Walk(&p.Node, visitor(func(n ast.Node) { inner[n] = true }))
		}
	}))
	ast.Walk(tree, patcher(func(n *ast.Node) {
		in, ok := (*n).(*ast.BinaryNode)
		if !ok || in.Operator != "in" || inner[in] {
			return
		}
		fact := facts[callee(in.Right)]
		if fact.Sought == "" {
			return
		}
		if call := sought(in.Right.(*ast.CallNode), fact, in.Left); call != nil {
			ast.Patch(n, &ast.BinaryNode{Operator: ">", Left: &ast.BuiltinNode{Name: "len", Arguments: []ast.Node{call}}, Right: &ast.IntegerNode{Value: 0}})
		}
	}))
}

// sought returns a call of a fact with one more option, nil if the options of the call aren't
// literal.
func sought(call *ast.CallNode, fact engine.Fact, item ast.Node) ast.Node {
	last := fact.Most() - 1
	pair := &ast.PairNode{Key: &ast.StringNode{Value: fact.Sought}, Value: item}
	args := append([]ast.Node{}, call.Arguments...)
	switch {
	case len(args) == last:
		args = append(args, &ast.MapNode{Pairs: []ast.Node{pair}})
	case len(args) == last+1:
		options, ok := args[last].(*ast.MapNode)
		if !ok {
			return nil
		}
		args[last] = &ast.MapNode{Pairs: append(append([]ast.Node{}, options.Pairs...), pair)}
	default:
		return nil
	}
	found := &ast.CallNode{Callee: call.Callee, Arguments: args}
	found.SetLocation(call.Location())
	return found
}
