package vet

import (
	"regexp"
	"slices"

	"bcrules.dev/schema"
	"bcrules.dev/schema/expr"

	"github.com/expr-lang/expr/ast"
)

// ungiven finds a field of a fact's answer that is empty unless an option asks for it.
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
	name, fact, ok := own.factOf(call)
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

// halfAsked finds a condition not .FIELD that also holds for an object whose other field says that
// there is nothing.
func (x expression) halfAsked(h *Hook, n *ast.UnaryNode) finding {
	m, ok := n.Node.(*ast.MemberNode)
	if !ok || n.Operator != "!" && n.Operator != "not" {
		return finding{}
	}
	tag := tagOf(m)
	if item, ok := m.Node.(*ast.PointerNode); ok && tag == "" && x.items()[item] != nil {
		tag = tagIn(x.binding.names.ItemOf(x.items()[item]), m)
	}
	field := tag.Get("given")
	of, ok := m.Node.(*ast.CallNode)
	if field == "" || x.binding.Hook.First || ok && h.hasRun(x.rule, of.Callee.String()) && !x.factual(m.Node) {
		return finding{}
	}
	beside := (&ast.MemberNode{Node: m.Node, Property: &ast.StringNode{Value: field}}).String()
	for _, other := range h.expressions {
		if (other.rule == x.rule || other.rule < 0) && (other.contains(beside) || x.factual(m.Node) && other.asksMore(m)) {
			return finding{}
		}
	}
	f := x.value(m.Property, "found not %s, which holds of one that is not .%s as well; want  %s && !%s", m, field, beside, m)
	f.mild = true
	return f
}

// factual reports whether a node is the answer of a fact, or a let with one.
func (x expression) factual(n ast.Node) bool {
	of, own := x.resolved(n)
	call, ok := of.(*ast.CallNode)
	if ok {
		_, _, ok = own.factOf(call)
	}
	return ok
}

// asksMore reports whether an expression uses another field of the same object.
func (x expression) asksMore(m *ast.MemberNode) (does bool) {
	ast.Walk(&x.tree, nodes(func(n ast.Node) {
		other, ok := n.(*ast.MemberNode)
		does = does || ok && other.Node.String() == m.Node.String() && other.String() != m.String()
	}))
	return does
}

// contains reports whether an expression has a part that is written in these words.
func (x expression) contains(what string) (is bool) {
	ast.Walk(&x.tree, nodes(func(n ast.Node) { is = is || n.String() == what }))
	return is
}

// hasRun reports whether a step with this name has certainly run when a rule uses it, being the
// rule's own or without conditions, or whether no step has the name.
func (h *Hook) hasRun(rule int, name string) bool {
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

// pathLike matches texts that are file paths as people write them, and hardly anything else.
var pathLike = regexp.MustCompile(`^[~.]?/?[\w.-]+(/[\w.-]+)*\.[a-z]\w{0,4}$`)

// unreadFile finds a literal text in place of a file's content or an expression's value.
func (x expression) unreadFile(call *ast.CallNode) finding {
	name, fact, ok := x.factOf(call)
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

// onlyStarted finds a refusal that depends on the success of an action that only starts something.
func (s *Subject) onlyStarted(h *Hook, x expression, m *ast.MemberNode) finding {
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

// wholeListPerItem finds a condition on a whole list in a rule that runs for each item of it: the
// condition holds for all items or for none.
func (x expression) wholeListPerItem(h *Hook, n *ast.BuiltinNode) finding {
	if x.rule < 0 || x.let != "" || len(n.Arguments) < 2 {
		return finding{}
	}
	rule := h.Rules[x.rule]
	if !rule.Each.Exists() || !rule.When.Exists() {
		return finding{}
	}
	src, _ := rule.Each.String()
	list := x.scope.Parsed(src)
	if list == nil || !mayBe(list, n.Arguments[0]) || list.String() != n.Arguments[0].String() || slices.Contains(expr.Identifiers(x.src), rule.Each.Name) {
		return finding{}
	}
	if x.Written() != rule.When.Written() { // last, as a position takes long to determine
		return finding{}
	}
	f := x.value(n, "%s: asks all of %s and not %s, so that it holds for each of them or for none, want it asked of %s", n.Name, src, rule.Each.Name, rule.Each.Name)
	f.mild = true
	return f
}
