package vet

import (
	"strings"

	"bcrules.dev/schema"
	"bcrules.dev/schema/expr"

	"github.com/expr-lang/expr/ast"
)

// unequal finds keys of marks that are never marked already: with what each event has for itself,
// or looked for in another length than they are marked.
func (s *Subject) unequal(h *Hook, rule int, step schema.Step, name string, r *schema.Report) {
	key, err := step.Field("key").String()
	if err != nil || !s.ownsMarks(name) {
		return
	}
	b := h.Bindings[0]
	single := s.Schema.Events.Traits(b.Event, b.Agenda.Matcher, b.Hook.Match).Single
	if !s.readsMarks(name) && len(s.keys(name)) == 1 {
		for _, src := range expr.Expressions(key) {
			if field, ok := strings.CutPrefix(src, "event."); ok && single[field] {
				finding{at: step.Field("key").Written(), check: checkValue, text: step.Action + ": found " + src + ", which is another at each event, so that no key is ever marked already; want what comes again", mild: true}.say(r)
			}
		}
	}
	long, ok := 0, false
	for _, other := range s.keys(name) {
		n, known := lengthOf(b.Scope, other)
		if !known || ok && n != long {
			return
		}
		long, ok = n, true
	}
	for _, q := range h.questions(name) {
		ast.Walk(&q.tree, nodes(func(n ast.Node) {
			in, is := n.(*ast.BinaryNode)
			if !is || in.Operator != "in" || in.Right != ast.Node(q.call) {
				return
			}
			if n, known := lengthOfNode(q.scope, in.Left); known && n != long && ok {
				q.value(in.Left, "%s: found %s, of %d characters, and the keys that are marked have %d, want the same text", q.call, in.Left, n, long).say(r)
			}
		}))
	}
}

// lengthOf returns how long the text of a template is, if that is known.
func lengthOf(scope *expr.Scope, template string) (n int, ok bool) {
	for _, p := range expr.Pieces(template) {
		if p.Literal {
			n += len(p.Text)
			continue
		}
		of, known := lengthOfNode(scope, scope.Parsed(p.Text))
		if !known {
			return 0, false
		}
		n += of
	}
	return n, true
}

// lengthOfNode returns how long the text of an expression is, if that is known.
func lengthOfNode(scope *expr.Scope, n ast.Node) (int, bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		return len(n.Value), true
	case *ast.SliceNode:
		whole, ok := lengthOfNode(scope, n.Node)
		to, literal := n.To.(*ast.IntegerNode)
		if from, zero := n.From.(*ast.IntegerNode); n.From != nil && (!zero || from.Value != 0) {
			return 0, false
		}
		if ok && literal && to.Value >= 0 {
			return min(whole, to.Value), true
		}
	case *ast.CallNode:
		if id, ok := n.Callee.(*ast.IdentifierNode); ok {
			length := scope.Fact(id.Value).Length
			return length, length > 0
		}
	case *ast.BinaryNode:
		left, ok := lengthOfNode(scope, n.Left)
		right, also := lengthOfNode(scope, n.Right)
		return left + right, ok && also && strings.TrimSpace(n.Operator) == "+"
	}
	return 0, false
}
