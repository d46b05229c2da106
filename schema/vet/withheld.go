package vet

import (
	"slices"
	"strconv"
	"strings"

	"bcrules.dev/schema"

	"github.com/expr-lang/expr/ast"
)

// withheld finds a field of an answer that is always empty or false, because of the options of the
// fact, or the arguments of the action.
func (s *Subject) withheld(h *Hook, x expression, m *ast.MemberNode) finding {
	option, value, _ := strings.Cut(tagOf(m).Get("unless"), "=")
	of, own := x.resolved(m.Node)
	if call, ok := of.(*ast.CallNode); ok && option != "" {
		name, _, isFact := own.factOf(call)
		if isFact && givenAs(call, option, value) {
			return x.value(m.Property, "%s: found .%s, which is empty with %s: %s", name, tagOf(m).Get("expr"), option, value)
		}
	}
	if f := x.neverOf(m); f.text != "" {
		return f
	}
	result, ok := of.(*ast.MemberNode)
	if option == "" {
		result, ok = m, true
	}
	if !ok || tagOf(result).Get("expr") != "value" {
		return finding{}
	}
	step := h.named(result.Node)
	if step == nil {
		return finding{}
	}
	if text, _ := step.Field(option).String(); option != "" && text == value {
		return x.value(m.Property, "%s: found .%s, which is empty with %s: %q", step.Action, tagOf(m).Get("expr"), option, value)
	}
	waits := s.Schema.Library.Actions[step.Action].Waits
	if waits == "" {
		return finding{}
	}
	if waited, err := step.Field(waits).Bool(); err == nil && !waited {
		return x.value(result.Property, "%s: found .value, which it has not with %s: false, as the rules go on before it is done", step.Action, waits)
	}
	return finding{}
}

// givenAs reports whether a fact is called with a literal value of an option.
func givenAs(call *ast.CallNode, option, value string) bool {
	return slices.ContainsFunc(call.Arguments, func(arg ast.Node) bool {
		options, ok := arg.(*ast.MapNode)
		return ok && slices.ContainsFunc(options.Pairs, func(n ast.Node) bool {
			pair := n.(*ast.PairNode)
			key, named := pair.Key.(*ast.StringNode)
			is, isBool := pair.Value.(*ast.BoolNode)
			return named && key.Value == option && isBool && strconv.FormatBool(is.Value) == value
		})
	})
}

// named returns the step whose outcome a node asks for, nil if it is none.
func (h *Hook) named(n ast.Node) *schema.Step {
	call, ok := n.(*ast.CallNode)
	if !ok || len(call.Arguments) > 0 {
		return nil
	}
	for _, rule := range h.Rules {
		for i, step := range rule.Steps {
			if step.As != "" && step.As == call.Callee.String() {
				return &rule.Steps[i]
			}
		}
	}
	return nil
}

// neverOf finds a field that holds of no item which a fact gives.
func (x expression) neverOf(m *ast.MemberNode) finding {
	field := tagOf(m).Get("expr")
	if field == "" {
		return finding{}
	}
	call := x.listed(m.Node, x.items())
	if call == nil {
		return finding{}
	}
	if name, fact, ok := x.factOf(call); ok && fact.Never == field {
		return x.value(m.Property, "%s: found .%s, which none of what it gives is", name, field)
	}
	return finding{}
}
