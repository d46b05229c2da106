package prove

import (
	"strconv"
	"strings"

	"github.com/expr-lang/expr/ast"
)

// key returns the canonical text of a subexpression, with lets expanded; false if its value may
// vary.
func (t translator) key(n ast.Node) (string, bool) {
	w := keyWriter{}
	if t.scope != nil {
		w.items = t.scope.Items
	}
	w.node(t, n)
	return w.b.String(), !w.changing
}

// A keyWriter writes subexpressions so that different meanings have different texts, which expr's
// own printing doesn't guarantee.
type keyWriter struct {
	b        strings.Builder
	changing bool
	items    map[string]string // as in Scope
}

// node writes a subexpression.
func (w *keyWriter) node(t translator, n ast.Node) {
	if w.changing || !t.step() {
		w.changing = true
		return
	}
	n, t = t.resolve(n)
	if s, ok := n.(*ast.StringNode); ok {
		t.work.budget.spend(len(s.Value) / bytesOfStep)
	}
	if !w.constant(n) {
		w.parts(t, n)
	}
}

// constant writes a node without parts; false for other nodes.
func (w *keyWriter) constant(n ast.Node) bool {
	switch n := n.(type) {
	case nil:
		w.b.WriteString("()")
	case *ast.NilNode:
		w.b.WriteString("nil")
	case *ast.IdentifierNode:
		w.b.WriteString(n.Value)
		w.b.WriteString(w.items[n.Value])
	case *ast.IntegerNode:
		w.b.WriteString(strconv.Itoa(n.Value))
	case *ast.FloatNode:
		w.b.WriteString("f" + strconv.FormatFloat(n.Value, 'g', -1, 64))
	case *ast.BoolNode:
		w.b.WriteString(strconv.FormatBool(n.Value))
	case *ast.StringNode:
		w.b.WriteString(strconv.Quote(n.Value))
	default:
		return false
	}
	return true
}

// parts writes a node with its parts.
func (w *keyWriter) parts(t translator, n ast.Node) {
	switch n := n.(type) {
	case *ast.PointerNode:
		if n.Name == "" && t.alias != "" {
			w.b.WriteString(t.alias + w.items[t.alias])
			return
		}
		w.b.WriteString("#" + n.Name)
	case *ast.UnaryNode:
		w.list(t, n.Operator, n.Node)
	case *ast.BinaryNode:
		w.list(t, n.Operator, n.Left, n.Right)
	case *ast.ChainNode:
		w.list(t, "chain", n.Node)
	case *ast.MemberNode:
		head := "."
		if n.Optional {
			head = "?."
		}
		w.list(t, head, n.Node, n.Property)
	case *ast.SliceNode:
		w.list(t, "slice", n.Node, n.From, n.To)
	case *ast.CallNode:
		if t.outcome(n) && !w.outcome(t, n) {
			w.changing = true
		}
		w.list(t, "call", append([]ast.Node{n.Callee}, n.Arguments...)...)
	case *ast.BuiltinNode:
		w.changing = w.changing || n.Name == "now" // expr's own now reads the clock each time
		w.list(t, "builtin "+n.Name, n.Arguments...)
	case *ast.PredicateNode:
		w.list(t.outside(), "each", n.Node)
	case *ast.ConditionalNode:
		w.list(t, "?", n.Cond, n.Exp1, n.Exp2)
	case *ast.ArrayNode:
		w.list(t, "array", n.Nodes...)
	case *ast.MapNode:
		w.list(t, "map", n.Pairs...)
	case *ast.PairNode:
		w.list(t, "pair", n.Key, n.Value)
	default: // variables, as their names may have another meaning later
		w.changing = true
	}
}

func (w *keyWriter) list(t translator, head string, nodes ...ast.Node) {
	w.b.WriteString("(" + head)
	for _, n := range nodes {
		w.b.WriteByte(' ')
		w.node(t, n)
	}
	w.b.WriteByte(')')
}

// outcome writes at which moment a call asks how a step went; false for other calls whose result
// may vary. A let is evaluated once, at a moment of its own.
func (w *keyWriter) outcome(t translator, n *ast.CallNode) bool {
	id, ok := n.Callee.(*ast.IdentifierNode)
	if !ok || !t.scope.Outcomes[id.Value] {
		return false
	}
	if _, let := t.scope.Lets[id.Value]; let && id.Value != t.self {
		return false
	}
	w.b.WriteString("@" + strconv.Itoa(t.work.moment) + t.self + " ")
	return true
}
