package vet

import (
	"slices"
	"strings"

	"bcrules.dev/schema"
	"bcrules.dev/schema/expr"

	"github.com/expr-lang/expr/ast"
)

// checkTool is the name of the check for fields that only some tools have.
const checkTool = "other-tool"

// lacking warns of expressions that use a field which some of the matched tools lack, so that it is
// empty for them. An expression that also tests the tool, or a field that only those tools have,
// already allows for that.
func lacking(s *Subject, r *schema.Report) {
	for _, h := range s.Hooks {
		for _, x := range h.expressions {
			names, exact := x.binding.Agenda.Matcher.Names(x.match())
			inputs := s.Schema.Events.Inputs(names)
			if x.let != "" && slices.ContainsFunc(h.Rules, func(rule schema.Rule) bool { return rule.Field("match").Exists() }) {
				continue // the let may belong to some of the rules
			}
			if !exact || len(names) < 2 || inputs == nil || !s.Schema.Events.OfTools(x.binding.Event) {
				continue
			}
			for field, at := range x.inputs() {
				if tool := x.without(field, names, inputs); tool != "" {
					finding{at: at, check: checkTool, text: "event." + schema.InputField + "." + field + ": " + tool + " has none, want a rule of its own for " + tool + ", or a condition on event." + schema.ToolField, mild: true}.say(r)
				}
			}
		}
	}
}

// lacks finds a field that a rule changes and that only some of the matched tools have.
func (s *Subject) lacks(h *Hook, b *Binding, rule int, of, field string, at schema.Node) finding {
	tools := b.chosen(rule)
	inputs := s.Schema.Events.Inputs(tools)
	lacking := slices.DeleteFunc(slices.Clone(tools), func(tool string) bool { return inputs[tool] == nil || slices.Contains(inputs[tool], field) })
	if of != schema.InputField || len(lacking) == 0 || len(lacking) == len(tools) || h.asksFor(rule) {
		return finding{}
	}
	for _, x := range h.expressions {
		if x.let == "" && (x.rule == rule || x.rule < 0) && x.contains("event."+schema.ToolField) {
			return finding{}
		}
	}
	return finding{at: at.Label(), check: checkTool, text: "changes event." + of + "." + field + ", and " + lacking[0] + " has none, want a rule of its own for " + lacking[0], mild: true}
}

// fieldless finds a change of one field of the input that none of the matched tools has.
func (s *Subject) fieldless(t taking) finding {
	for _, use := range s.Schema.Library.Actions[t.step.Action].Uses {
		out := t.b.Agenda.Outputs[use.Output]
		if out.Kind != "change" || out.Field == "" || use.Arg == "" || !setsOutput(t.step.Args, use) {
			continue
		}
		tools := t.b.chosen(t.rule)
		inputs := s.Schema.Events.Inputs(tools)
		if len(tools) > 0 && !slices.ContainsFunc(tools, func(tool string) bool { return inputs[tool] == nil || slices.Contains(inputs[tool], out.Field) }) {
			return finding{at: t.step.Field(use.Arg).Label(), check: checkTool, text: t.step.Action + ": found " + use.Arg + ", which changes event." + out.From + "." + out.Field + ", and " + strings.Join(tools, ", ") + " has none"}
		}
	}
	return finding{}
}

// inputs returns the fields of the tool's input that an expression uses, except those with a
// fallback, each with its first position; none if the expression tests which tool it is.
func (x expression) inputs() map[string]schema.Place {
	all := map[string]schema.Place{}
	tool := false
	spared := map[ast.Node]bool{} // nodes on the left of ??, which have a fallback
	ast.Walk(&x.tree, nodes(func(n ast.Node) {
		if b, ok := n.(*ast.BinaryNode); ok && b.Operator == "??" {
			ast.Walk(&b.Left, nodes(func(n ast.Node) { spared[n] = true }))
		}
	}))
	ast.Walk(&x.tree, nodes(func(n ast.Node) {
		root, path, ok := expr.Trail(n)
		if _, member := n.(*ast.MemberNode); !ok || !member || root != "event" {
			return
		}
		tool = tool || path[0] == schema.ToolField
		if len(path) == 2 && path[0] == schema.InputField && !spared[n] {
			at := x.at(n)
			if m, ok := n.(*ast.MemberNode); ok {
				at = x.at(m.Property)
			}
			if _, known := all[path[1]]; !known {
				all[path[1]] = at
			}
		}
	}))
	if tool {
		return nil
	}
	return all
}

// without returns a tool that lacks a field; "" if none does, or if the expression also uses a
// field that distinguishes the tool from those that have it.
func (x expression) without(field string, names []string, inputs map[string][]string) string {
	asked := x.inputs()
	for _, tool := range names {
		own := slices.ContainsFunc(inputs[tool], func(f string) bool {
			_, is := asked[f]
			return is && slices.ContainsFunc(names, func(other string) bool {
				return slices.Contains(inputs[other], field) && !slices.Contains(inputs[other], f)
			})
		})
		if !slices.Contains(inputs[tool], field) && !own {
			return strings.TrimSpace(tool)
		}
	}
	return ""
}
