package prove

import (
	"math"
	"reflect"
	"slices"
	"time"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/compiler"
	"github.com/expr-lang/expr/conf"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/vm"
)

// constant returns the value of a constant subexpression: a string, float64, time.Duration, bool,
// nil or a []any of these.
func (t translator) constant(n ast.Node) (any, bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.BoolNode:
		return n.Value, true
	case *ast.IntegerNode:
		return comparable(n.Value)
	case *ast.NilNode:
		return nil, true
	case *ast.ArrayNode:
		list := []any{}
		for _, item := range n.Nodes {
			v, ok := t.constant(item)
			if !ok {
				return nil, false
			}
			list = append(list, v)
		}
		return list, true
	}
	size := 0
	if !closed(n, &size) || t.work.budget.spent() {
		return nil, false
	}
	t.work.budget.spend(stepsOfConstant)
	program, err := compiler.Compile(&parser.Tree{Node: n}, conf.CreateNew())
	if err != nil {
		return nil, false
	}
	machine := vm.VM{MemoryBudget: maxList}
	v, err := machine.Run(program, nil)
	if err != nil {
		return nil, false
	}
	return comparable(v)
}

// maxClosed limits the number of nodes of a subexpression to evaluate.
const maxClosed = 50

// closed reports whether a subexpression consists of constants, operators and functions that are
// deterministic and fast.
func closed(n ast.Node, size *int) bool {
	if *size++; *size > maxClosed {
		return false
	}
	all := func(nodes ...ast.Node) bool {
		return !slices.ContainsFunc(nodes, func(n ast.Node) bool { return n != nil && !closed(n, size) })
	}
	switch n := n.(type) {
	case *ast.NilNode, *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.StringNode:
		return true
	case *ast.UnaryNode:
		return all(n.Node)
	case *ast.BinaryNode:
		return n.Operator != "matches" && all(n.Left, n.Right)
	case *ast.ConditionalNode:
		return all(n.Cond, n.Exp1, n.Exp2)
	case *ast.ArrayNode:
		return all(n.Nodes...)
	case *ast.BuiltinNode:
		return !slices.Contains(unfolded, n.Name) && all(n.Arguments...)
	}
	return false
}

// unfolded are functions that are not evaluated: the result of now varies, and the others can make
// texts that fill the memory.
var unfolded = []string{"now", "repeat", "replace", "join"}

// exact bounds the whole numbers that float64 represents exactly.
const exact = 1 << 53

// comparable returns a value in the form that domains hold; false if there is none.
func comparable(v any) (any, bool) {
	switch v := v.(type) {
	case nil, string, bool, time.Duration:
		return v, true
	case int:
		return float64(v), -exact < v && v < exact
	case float64:
		return v, !math.IsNaN(v) && math.Abs(v) < exact
	}
	r := reflect.ValueOf(v)
	if r.Kind() != reflect.Slice || r.Len() > maxList {
		return nil, false
	}
	list := []any{}
	for i := range r.Len() {
		item, ok := comparable(r.Index(i).Interface())
		if !ok {
			return nil, false
		}
		list = append(list, item)
	}
	return list, true
}

// maxList limits the length of lists that a term is looked up in.
const maxList = 500
