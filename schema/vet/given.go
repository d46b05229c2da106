package vet

import (
	"regexp"
	"slices"

	"bcrules.dev/schema"
	"bcrules.dev/schema/expr"

	"github.com/expr-lang/expr/ast"
)

// ungiven looks at a field of a fact's answer that is empty where no option asks for it.
func (x expression) ungiven(m *ast.MemberNode) finding {
	option := tagOf(m).Get("needs")
	if option == "" {
		return finding{}
	}
	of, own := x.resolved(m.Node)
	call, ok := of.(*ast.CallNode)
	if !ok {
		return finding{}
	}
	name, fact, ok := own.called(call)
	if !ok || !slices.Contains(fact.Options, option) {
		return finding{}
	}
	for _, arg := range call.Arguments[1:] {
		options, written := arg.(*ast.MapNode)
		if !written || slices.ContainsFunc(options.Pairs, func(n ast.Node) bool {
			key, ok := n.(*ast.PairNode).Key.(*ast.StringNode)
			return !ok || key.Value == option
		}) {
			return finding{}
		}
	}
	return x.value(m.Property, "%s: found .%s without the option %s of %s, which says how many; want  {%s: 5}  or so beside the %s", name, tagOf(m).Get("expr"), option, name, option, fact.Reads)
}

// halfAsked looks at not .FIELD where this is so as well of what another field says isn't there.
func (x expression) halfAsked(h *Hook, n *ast.UnaryNode) finding {
	m, ok := n.Node.(*ast.MemberNode)
	if !ok || n.Operator != "!" && n.Operator != "not" {
		return finding{}
	}
	field := tagOf(m).Get("given")
	of, ok := m.Node.(*ast.CallNode)
	if field == "" || x.binding.Hook.First || ok && h.sure(x.rule, of.Callee.String()) && !x.factual(m.Node) {
		return finding{}
	}
	beside := m.Node.String() + "." + field
	for _, other := range h.asked {
		if (other.rule == x.rule || other.rule < 0) && (other.asks(beside) || x.factual(m.Node) && other.asksMore(m)) {
			return finding{}
		}
	}
	f := x.value(m.Property, "found not %s, which holds of one that is not .%s as well; want  %s && !%s", m, field, beside, m)
	f.mild = true
	return f
}

// factual reports whether a node is the answer of a fact, or a let of one.
func (x expression) factual(n ast.Node) bool {
	of, own := x.resolved(n)
	call, ok := of.(*ast.CallNode)
	if ok {
		_, _, ok = own.called(call)
	}
	return ok
}

// asksMore reports whether an expression asks another field of what one is asked of.
func (x expression) asksMore(m *ast.MemberNode) (does bool) {
	ast.Walk(&x.tree, nodes(func(n ast.Node) {
		other, ok := n.(*ast.MemberNode)
		does = does || ok && other.Node.String() == m.Node.String() && other.String() != m.String()
	}))
	return does
}

// asks reports whether something stands in an expression as people write it.
func (x expression) asks(what string) (is bool) {
	ast.Walk(&x.tree, nodes(func(n ast.Node) { is = is || n.String() == what }))
	return is
}

// sure reports whether a name is of a step that has run where a rule asks it: it is one of the
// rule's own, or there is no condition to it.
func (h *Hook) sure(rule int, name string) bool {
	for i, r := range h.Rules {
		for _, step := range r.Steps {
			free := !r.When.Exists() && !step.When.Exists() && !r.Field("match").Exists() && !r.Field("on").Exists()
			if step.As == name && (i == rule || free) {
				return true
			}
		}
	}
	return !slices.ContainsFunc(h.Rules, func(r schema.Rule) bool {
		return slices.ContainsFunc(r.Steps, func(step schema.Step) bool { return step.As == name })
	})
}

// pathLike is a text that is the path of a file as people write one, and hardly anything else.
var pathLike = regexp.MustCompile(`^[~.]?/?[\w.-]+(/[\w.-]+)*\.[a-z]\w{0,4}$`)

// unread looks at a text that is written down where one is looked at that a file has, or an
// expression gives.
func (x expression) unread(call *ast.CallNode) finding {
	name, fact, ok := x.called(call)
	if !ok {
		return finding{}
	}
	at := fact.Param("text")
	if at < 0 || at >= len(call.Arguments) {
		return finding{}
	}
	s, ok := call.Arguments[at].(*ast.StringNode)
	switch {
	case !ok:
		return finding{}
	case speaks(x.scope, s.Value):
		return x.value(s, "%s: found the text %s, which is not asked, want it without quotes", name, s.Value)
	case pathLike.MatchString(s.Value):
		f := x.value(s, "%s: found the text %s and not what stands in such a file, want read('%s')", name, s.Value, s.Value)
		f.mild = true
		return f
	}
	return finding{}
}

// begun looks at a refusal that asks whether an action did what it should that leaves what it
// starts to itself.
func (s *Subject) begun(h *Hook, x expression, m *ast.MemberNode) finding {
	of, ok := m.Node.(*ast.CallNode)
	if !ok || tagOf(m).Get("given") == "" || x.rule < 0 || !slices.ContainsFunc(x.binding.steps(h, x.rule), func(step schema.Step) bool { return s.refuses(x.binding, step) }) {
		return finding{}
	}
	for _, rule := range h.Rules {
		for _, step := range rule.Steps {
			if step.As == of.Callee.String() && s.Schema.Library.Actions[step.Action].Goes {
				return x.value(m.Property, "%s: says of %s that it was started, and not how it ends, want an action that waits for it", m, step.Action)
			}
		}
	}
	return finding{}
}

// besides looks at a condition on all of a list where it is asked of each of its items: it holds
// of each or of none.
func (x expression) besides(h *Hook, n *ast.BuiltinNode) finding {
	if x.rule < 0 || x.let != "" || len(n.Arguments) < 2 {
		return finding{}
	}
	rule := h.Rules[x.rule]
	if !rule.Each.Exists() || !rule.When.Exists() {
		return finding{}
	}
	src, _ := rule.Each.String()
	list := x.scope.Parsed(src)
	if list == nil || list.String() != n.Arguments[0].String() || slices.Contains(expr.Identifiers(x.src), rule.Each.Name) {
		return finding{}
	}
	if x.Written() != rule.When.Written() { // last, as where something stands takes the longest to tell
		return finding{}
	}
	f := x.value(n, "%s: asks all of %s and not %s, so that it holds for each of them or for none, want it asked of %s", n.Name, src, rule.Each.Name, rule.Each.Name)
	f.mild = true
	return f
}
