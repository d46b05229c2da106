package vet

import (
	"regexp"
	"slices"
	"strings"

	"bcrules.dev/schema"
	"bcrules.dev/schema/expr"

	"github.com/expr-lang/expr/ast"
)

// oneForAll warns of a mark that stands for more than its author says: one key for all items of an
// each, or a mark of all sessions if the hook speaks of one session.
func (s *Subject) oneForAll(h *Hook, rule int, step schema.Step, name string, r *schema.Report) {
	key, err := step.Field("key").String()
	if err != nil || !s.ownsMarks(name) {
		return
	}
	each := h.Rules[rule].Each.Name
	if each == "" {
		each = h.Each.Name
	}
	if each != "" && !strings.Contains(key, "${") && !h.Bindings[0].Hook.First && h.saysOf(rule, each) {
		finding{at: step.Field("key").Written(), check: checkValue, mild: true,
			text: step.Action + ": found the key " + key + " for each " + each + ", so that only the first is said; want ${" + each + "…} in it"}.say(r)
	}
	marks := s.Set.Source.Root.Field("marks").Field(name)
	claims, _ := marks.Field("claims").String()
	doc, _ := h.Field("doc").String()
	whole := claims + key
	if ofSession.MatchString(doc) && !strings.Contains(whole, "${") && !step.Field("within").Exists() && !s.removesMarks(name) {
		finding{at: marks.Field("claims").Written(), check: checkValue, mild: true,
			text: "found the folder " + claims + " for the marks of all sessions, and " + h.Listed.Name + " speaks of one; want ${session().id} in it"}.say(r)
	}
}

// ofSession matches a doc that says how often something is done.
var ofSession = regexp.MustCompile(`(?i)\b(once|first)\b.*\bsession\b|\beach session\b.*\bonce\b|\bper session\b`)

// saysOf reports whether a rule says anything of its item.
func (h *Hook) saysOf(rule int, item string) bool {
	return slices.ContainsFunc(h.expressions, func(x expression) bool {
		return x.rule == rule && x.let == "" && x.Written() != h.Rules[rule].When.Written() && x.Written() != h.Rules[rule].Each.Written() &&
			slices.Contains(expr.Identifiers(x.src), item)
	})
}

// removesMarks reports whether an action of the scope removes marks of a name.
func (s *Subject) removesMarks(name string) bool {
	return slices.ContainsFunc(s.Set.Written, func(h *schema.Hook) bool {
		return slices.ContainsFunc(h.Rules, func(rule schema.Rule) bool {
			return slices.ContainsFunc(rule.Steps, func(step schema.Step) bool {
				a := s.Schema.Library.Actions[step.Action]
				of, err := step.Field(a.Marks).String()
				return a.Marks != "" && !a.Once && (err != nil || of == name)
			})
		})
	})
}

// alwaysNew warns of a path or key that is to keep an action from being repeated, but contains the
// second of the event.
func (s *Subject) alwaysNew(h *Hook, step schema.Step, n schema.Node, r *schema.Report) {
	text, _ := n.String()
	for _, src := range expr.Expressions(text) {
		tree := h.Bindings[0].Scope.Parsed(src)
		if tree != nil && toTheSecond(tree) {
			finding{at: n.Written(), check: checkValue, mild: true,
				text: step.Action + ": found " + src + ", which is another at each event, so that nothing is kept from being done again; want a time of the length that is meant, such as format(now(), '%F')"}.say(r)
		}
	}
}

// toTheSecond reports whether an expression is the time of the event, either as it is or in a
// layout that has its seconds.
func toTheSecond(n ast.Node) bool {
	var name string
	var args []ast.Node
	switch n := n.(type) {
	case *ast.CallNode:
		if id, ok := n.Callee.(*ast.IdentifierNode); ok {
			name, args = id.Value, n.Arguments
		}
	case *ast.BuiltinNode:
		name, args = n.Name, n.Arguments
	}
	if name == "now" {
		return true
	}
	if len(args) > 1 && toTheSecond(args[0]) {
		layout, ok := args[1].(*ast.StringNode)
		return ok && seconds.MatchString(layout.Value)
	}
	return false
}

// seconds matches a layout with the seconds of a time.
var seconds = regexp.MustCompile(`%[-_0]?[STscX]`)
