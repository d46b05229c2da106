package vet

import (
	"slices"

	"bcrules.dev/schema"

	"github.com/expr-lang/expr/ast"
)

// freely warns of permissions by all(LIST, …), which holds of no items as well, where nothing
// asks whether there are some.
func (s *Subject) freely(h *Hook, r *schema.Report) {
	for _, x := range h.asked {
		b := x.binding
		if x.rule < 0 || x.let != "" || !slices.ContainsFunc(b.steps(h, x.rule), func(step schema.Step) bool { return skips(s.Schema, b.Event, step) }) {
			continue
		}
		for _, n := range conjuncts(x.tree) {
			all, ok := n.(*ast.BuiltinNode)
			if !ok || all.Name != "all" || s.shells(x) {
				continue
			}
			list := all.Arguments[0].String()
			if names(h, list) == 1 {
				finding{at: x.at(all), check: checkPrompt, text: "all: holds where " + list + " is empty, too, so that any such call is allowed; want  len(" + list + ") > 0  beside it", mild: true}.say(r)
			}
		}
	}
}

// conjuncts returns what must hold, all of it, for a condition to.
func conjuncts(n ast.Node) []ast.Node {
	if b, ok := n.(*ast.BinaryNode); ok && isAnd(b) {
		return append(conjuncts(b.Left), conjuncts(b.Right)...)
	}
	return []ast.Node{n}
}

// shells reports whether an expression is asked of calls of shells alone, which have commands.
func (s *Subject) shells(x expression) bool {
	tools, exact := x.binding.Agenda.Matcher.Names(x.match())
	return exact && x.match() != "" && !slices.ContainsFunc(tools, func(tool string) bool {
		inputs := s.Schema.Events.Inputs([]string{tool})
		return !slices.ContainsFunc(inputs[tool], func(field string) bool {
			return slices.Contains([]string{"shell", "powershell"}, s.Schema.Events.Does(tool, field))
		})
	})
}

// names returns how often a hook's expressions ask a list, or whether it is empty.
func names(h *Hook, list string) (count int) {
	seen := map[schema.Place]bool{}
	for _, x := range h.asked {
		if at := x.at(x.tree); !seen[at] {
			seen[at] = true
			ast.Walk(&x.tree, nodes(func(n ast.Node) {
				if n.String() == list {
					count++
				}
			}))
		}
	}
	return count
}
