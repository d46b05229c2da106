package vet

import (
	"reflect"
	"slices"

	"bcrules.dev/schema"

	"github.com/expr-lang/expr/ast"
)

// freely checks rules that decide about a call by one of the actions in it: a permission covers all
// of them, and a refusal is meant for any.
func (s *Subject) freely(h *Hook, r *schema.Report) {
	for _, x := range h.expressions {
		if x.rule < 0 || x.let != "" {
			continue
		}
		b := x.binding
		if slices.ContainsFunc(b.steps(h, x.rule), func(step schema.Step) bool { return skips(s.Schema, b.Event, step) }) {
			s.permitted(h, x).say(r)
		} else if slices.ContainsFunc(b.steps(h, x.rule), func(step schema.Step) bool { return s.refuses(b, step) }) {
			x.ofNone(h).say(r)
			for _, n := range conjuncts(x.tree) {
				if all, ok := n.(*ast.BuiltinNode); ok && all.Name == "all" && x.actionList(all.Arguments[0]) != "" {
					list := all.Arguments[0].String()
					x.wholeCall(all, "all: refuses where all of "+list+" are so, and not where something else is beside it; want any("+list+", …)").say(r)
				}
			}
		}
	}
}

// ofNone finds a condition that refuses calls for lacking an item in a list. It also refuses every
// call whose list is empty.
func (x expression) ofNone(h *Hook) finding {
	rule := h.Rules[x.rule]
	if !rule.When.Exists() || x.Written() != rule.When.Written() || rule.Each.Exists() || h.When.Exists() || x.match() != "" || x.binding.Hook.First {
		return finding{}
	}
	n := x.tree
	not, negated := n.(*ast.UnaryNode)
	if negated {
		n = not.Node
	}
	list, ok := n.(*ast.BuiltinNode)
	if !ok || len(list.Arguments) != 2 || list.Name != "none" && (list.Name != "any" || !negated) || list.Name == "none" && negated || x.actionList(list.Arguments[0]) != "any" {
		return finding{}
	}
	of := list.Arguments[0].String()
	return x.wholeCall(list, oneLine(x.tree)+": holds of each call that has nothing in "+of+", too; want any("+of+", not …)")
}

// wholeCall returns a finding about a condition that decides on a whole call.
func (x expression) wholeCall(at ast.Node, text string) finding {
	return finding{at: x.at(at), check: checkPrompt, text: text, mild: true}
}

// permitted checks the conditions of a permission.
func (s *Subject) permitted(h *Hook, x expression) finding {
	parts := conjuncts(x.tree)
	if x.rule < len(h.Rules) && h.Rules[x.rule].Each.Exists() && x.Written() == h.Rules[x.rule].Each.Written() {
		parts = []ast.Node{x.tree}
	}
	for _, n := range parts {
		if f := s.permittedBy(h, x, n); f.text != "" {
			return f
		}
	}
	return finding{}
}

// permittedBy is permitted for a part of the condition, or for the list of an each.
func (s *Subject) permittedBy(h *Hook, x expression, n ast.Node) finding {
	switch n := n.(type) {
	case *ast.MemberNode:
		tag := tagOf(n)
		if want := tag.Get("known"); want != "" && countUses(h, n.Node) == 1 {
			return x.wholeCall(n, tag.Get("expr")+": says that all of it is known, and not that it harms nobody; want "+n.Node.String()+"."+want+", or what else it has to be")
		}
		if x.actionList(n) != "" && countUses(h, n.Node) == 1 {
			return x.wholeCall(n, "each: one of "+n.String()+" allows the whole call, whatever else it does; want  all("+n.String()+", …)  in when")
		}
	case *ast.BinaryNode:
		if n.Operator == "in" && x.actionList(n.Right) != "" && countUses(h, ownerOf(n.Right)) == 1 {
			return x.wholeCall(n, "in: one of "+n.Right.String()+" allows the whole call, whatever else it does; want  all("+n.Right.String()+", …)")
		}
	case *ast.BuiltinNode:
		if len(n.Arguments) < 2 {
			break
		}
		does := x.actionList(n.Arguments[0])
		if does == "" && n.Name != "all" {
			break
		}
		list := n.Arguments[0].String()
		switch {
		case n.Name == "all" && countUses(h, n.Arguments[0]) == 1 && (!s.shells(x) || does == "any" && countUses(h, ownerOf(n.Arguments[0])) == 1):
			return x.wholeCall(n, "all: holds where "+list+" is empty, too, so that any such call is allowed; want  len("+list+") > 0  beside it")
		case (n.Name == "any" || n.Name == "filter" || n.Name == "one") && does != "" && countUses(h, ownerOf(n.Arguments[0])) == 1:
			return x.wholeCall(n, n.Name+": one of "+list+" allows the whole call, whatever else it does; want  all("+list+", …)")
		}
	}
	return finding{}
}

// actionList returns "some" for a list of a call's actions that always has items for a shell's
// command line, "any" for one that may be empty, and "" for other lists. In the list of an each,
// types are unknown, so the fact's type decides.
func (x expression) actionList(n ast.Node) string {
	m, ok := n.(*ast.MemberNode)
	if !ok {
		return ""
	}
	tag := tagOf(m)
	if call, ok := m.Node.(*ast.CallNode); ok && tag == "" {
		if _, fact, ok := x.factOf(call); ok {
			tag = tagIn(fact.Ask.Type().Out(0), m)
		}
	}
	return tag.Get("does")
}

// ownerOf returns the value that a list is a field of.
func ownerOf(n ast.Node) ast.Node { return n.(*ast.MemberNode).Node }

// firstOnly finds a condition on only the first of the actions of a call.
func (x expression) firstOnly(h *Hook, of, at ast.Node) finding {
	if of == nil || x.actionList(of) == "" || countUses(h, &ast.BuiltinNode{Name: "len", Arguments: []ast.Node{of}}) > 0 {
		return finding{}
	}
	f := x.value(at, "found the first of %s alone, want any(%s, …), as there may be others before it", of, of)
	f.mild = true
	return f
}

// conjuncts returns the parts of a condition that must all hold.
func conjuncts(n ast.Node) []ast.Node {
	if b, ok := n.(*ast.BinaryNode); ok && isAnd(b) {
		return append(conjuncts(b.Left), conjuncts(b.Right)...)
	}
	return []ast.Node{n}
}

// shells reports whether an expression is evaluated only for calls of shells, whose input has
// commands.
func (s *Subject) shells(x expression) bool {
	tools, exact := x.binding.Agenda.Matcher.Names(x.match())
	return exact && x.match() != "" && !slices.ContainsFunc(tools, func(tool string) bool {
		inputs := s.Schema.Events.Inputs([]string{tool})
		return !slices.ContainsFunc(inputs[tool], func(field string) bool {
			return slices.Contains([]string{"shell", "powershell"}, s.Schema.Events.Does(tool, field))
		})
	})
}

// countUses counts how often a hook's expressions use a list, or its length.
func countUses(h *Hook, of ast.Node) (count int) {
	list := of.String()
	seen := map[schema.Place]bool{}
	for _, x := range h.expressions {
		if at := x.at(x.tree); !seen[at] {
			seen[at] = true
			ast.Walk(&x.tree, nodes(func(n ast.Node) {
				if mayBe(n, of) && n.String() == list {
					count++
				}
			}))
		}
	}
	return count
}

// mayBe reports whether two nodes may be written alike. Other nodes needn't be written out, which
// takes long for some.
func mayBe(a, b ast.Node) bool {
	holds := func(n ast.Node) bool {
		switch n.(type) {
		case *ast.ChainNode, *ast.ConstantNode: // written as what they hold
			return true
		}
		return false
	}
	return holds(a) || holds(b) || reflect.TypeOf(a) == reflect.TypeOf(b)
}
