package expr

import (
	"slices"

	"bcrules.dev/engine/plan"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"
)

// A moment is the event at which expressions are evaluated. Parts that are reached only at other
// events are removed before the check, as they may use fields that only those events have:
// event.hook_event_name == 'Stop' && event.stop_hook_active is valid at each event.
type moment struct {
	field string              // the event's field that has its name
	event string              // the event's name, "" if unknown
	lets  map[string]ast.Node // their expressions, as written
}

// At is the vocabulary of an event in a hook with some lets; field is the event's field that has
// its name.
func At(field, event string, lets []plan.Let) Vocabulary {
	v := newVocabulary()
	v.at = moment{field, event, map[string]ast.Node{}}
	for _, l := range lets {
		if is := read(l.Expr.Src); is.err == nil {
			v.at.lets[l.Name] = is.tree
		}
	}
	return v
}

// Never reports whether the event's name alone makes a condition false.
func (s *Scope) Never(src string) bool {
	holds, known := s.at.decide(read(src).tree, nil)
	return known && !holds
}

// Reads reports whether a condition can be parsed and isn't decided by the event's name alone.
func (s *Scope) Reads(src string) bool {
	is := read(src)
	_, known := s.at.decide(is.tree, nil)
	return is.err == nil && !known
}

// Asks returns the names in an expression, except those in parts that aren't reached at the event.
func (s *Scope) Asks(src string) []string {
	is := read(src)
	if is.err != nil || !s.at.cuts(is.tree) {
		return slices.Clone(is.names)
	}
	tree, err := parser.Parse(src)
	if err != nil {
		return nil
	}
	return Names(s.at.live(tree.Node))
}

// cuts reports whether a tree has parts that aren't reached.
func (m moment) cuts(tree ast.Node) (any bool) {
	ast.Walk(&tree, visitor(func(n ast.Node) {
		whole := n
		pruner{m}.Visit(&n)
		any = any || n != whole
	}))
	return any
}

// live returns a tree without the parts that aren't reached.
func (m moment) live(tree ast.Node) ast.Node {
	if m.event != "" {
		ast.Walk(&tree, pruner{m})
	}
	return tree
}

type pruner struct{ moment }

// Visit implements ast.Visitor.
func (p pruner) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.BinaryNode:
		holds, known := p.decide(n.Left, nil)
		if known && (isAnd(n) && !holds || isOr(n) && holds) {
			*node = n.Left
		}
	case *ast.ConditionalNode:
		if holds, known := p.decide(n.Cond, nil); known && holds {
			*node = n.Exp1
		} else if known {
			*node = n.Exp2
		}
	}
}

func isAnd(n *ast.BinaryNode) bool { return n.Operator == "&&" || n.Operator == "and" }
func isOr(n *ast.BinaryNode) bool  { return n.Operator == "||" || n.Operator == "or" }

// decide returns whether a condition holds, if the event's name decides it. within are the lets
// being followed.
func (m moment) decide(n ast.Node, within []string) (holds, known bool) {
	switch n := n.(type) {
	case *ast.BoolNode:
		return n.Value, true
	case *ast.UnaryNode:
		if n.Operator == "!" || n.Operator == "not" {
			holds, known = m.decide(n.Node, within)
			return !holds, known
		}
	case *ast.CallNode:
		id, ok := n.Callee.(*ast.IdentifierNode)
		if ok && len(n.Arguments) == 0 && m.lets[id.Value] != nil && !slices.Contains(within, id.Value) {
			return m.decide(m.lets[id.Value], append(within, id.Value))
		}
	case *ast.ConditionalNode:
		if cond, known := m.decide(n.Cond, within); known && cond {
			return m.decide(n.Exp1, within)
		} else if known {
			return m.decide(n.Exp2, within)
		}
	case *ast.BinaryNode:
		if isAnd(n) || isOr(n) {
			return m.both(n, within)
		}
		return m.compare(n)
	}
	return false, false
}

// both decides a condition of two operands.
func (m moment) both(n *ast.BinaryNode, within []string) (holds, known bool) {
	left, known1 := m.decide(n.Left, within)
	right, known2 := m.decide(n.Right, within)
	if enough := isOr(n); known1 && left == enough || known2 && right == enough {
		return enough, true
	}
	return right, known1 && known2
}

// compare decides a comparison of the event's name with texts.
func (m moment) compare(n *ast.BinaryNode) (holds, known bool) {
	of, with := n.Left, n.Right
	if !m.isEventName(of) {
		of, with = with, of
	}
	if !m.isEventName(of) {
		return false, false
	}
	switch with := with.(type) {
	case *ast.StringNode:
		switch n.Operator {
		case "==":
			return m.event == with.Value, true
		case "!=":
			return m.event != with.Value, true
		}
	case *ast.ArrayNode:
		for _, item := range with.Nodes {
			text, ok := item.(*ast.StringNode)
			if !ok || n.Operator != "in" {
				return false, false
			}
			holds = holds || text.Value == m.event
		}
		return holds, n.Operator == "in"
	}
	return false, false
}

// isEventName reports whether a node is the field with the event's name.
func (m moment) isEventName(n ast.Node) bool {
	root, path, ok := Trail(n)
	return ok && m.event != "" && root == "event" && slices.Equal(path, []string{m.field})
}
