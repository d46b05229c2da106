package vet

import (
	"slices"
	"strings"
	"unicode/utf16"

	"bcrules.dev/engine"
	"bcrules.dev/schema"
	"bcrules.dev/schema/expr"

	"github.com/expr-lang/expr/ast"
)

// checkLong is the name of the check for texts that are cut.
const checkLong = "too-long"

// lengths warns of texts that can be longer than the agent accepts.
func lengths(s *Subject, r *schema.Report) {
	for t := range takings(s.Hooks...) {
		l := long{s.Schema.Events.Traits(t.b.Event, t.b.Agenda.Matcher, t.b.Hook.Match).Long, t.b.Binding.Rules[t.rule]}
		lengthsOf(s.Schema, r, l, t.b.Event, t.step)
	}
}

// lengthsOf is lengths for the texts of an action.
func lengthsOf(s *schema.Schema, r *schema.Report, l long, event string, step schema.Step) {
	for _, use := range s.Library.Actions[step.Action].Uses {
		max := s.Events.Limits(event, use.Output).Max
		text := step.Field(use.Arg)
		if use.Arg == "" {
			text = step.Node
		}
		bound, err := step.Field(use.Bound).Int64()
		if use.Bound != "" && err == nil && bound <= int64(max) {
			neverFits(s.Library.Actions[step.Action], r, step, use, bound)
			continue // a character has at least one byte
		}
		length(r, l, step.Action, text, max)
	}
}

// neverFits warns of a text that is longer than its bound, if no other text is said instead.
func neverFits(a engine.Action, r *schema.Report, step schema.Step, use engine.Use, bound int64) {
	text, err := step.Field(use.Arg).String()
	for _, need := range a.Needs {
		if slices.Contains(need.Others, use.Bound) && step.Field(need.Arg).Exists() {
			return // it is said instead
		}
	}
	literal := 0
	for _, p := range expr.Pieces(text) {
		if p.Literal {
			literal += len(p.Text)
		}
	}
	if err == nil && int64(literal) > bound {
		r.Warnf(step.Field(use.Arg).Written(), checkNever, "%s: found %d bytes, and %s: %d is all that there is room for, so that it is never said", step.Action, literal, use.Bound, bound)
	}
}

// length warns of one text.
func length(r *schema.Report, l long, action string, n schema.Node, max int) {
	text, err := n.String()
	if err != nil || max == 0 {
		return
	}
	literal := 0
	for _, p := range l.scope.Pieces(text) {
		if p.Literal {
			literal += len(utf16.Encode([]rune(p.Text)))
		} else if what := l.part(l.scope.Tree(p.Text), ""); what != "" {
			r.Warnf(n.Inside(p.Offset), checkLong, "%s: %s can be longer than the %d characters the agent takes, want a part of it such as [:500]", action, what, max)
		}
	}
	if literal > max {
		r.Warnf(n.Written(), checkLong, "%s: found %d characters, the agent takes %d", action, literal, max)
	}
}

// A long knows which fields of an event may be long, and the scope of a hook's lets.
type long struct {
	fields map[string]bool
	scope  *expr.Scope
}

// part returns the part of an expression that may make it long, "" if none is known to. self is the
// name of the let that the expression belongs to.
func (l long) part(n ast.Node, self string) string {
	any := func(nodes ...ast.Node) string {
		for _, n := range nodes {
			if what := l.part(n, self); what != "" {
				return what
			}
		}
		return ""
	}
	switch n := n.(type) {
	case *ast.MemberNode:
		if root, path, ok := expr.Trail(n); ok && root == "event" && l.field(strings.Join(path, ".")) {
			return "event." + strings.Join(path, ".")
		}
	case *ast.ChainNode:
		return any(n.Node)
	case *ast.CallNode:
		id, ok := n.Callee.(*ast.IdentifierNode)
		switch {
		case !ok:
		case id.Value != self && l.scope.LetTree(id.Value) != nil:
			return l.part(l.scope.LetTree(id.Value), id.Value)
		case l.scope.Fact(id.Value).Long:
			return n.String()
		}
	case *ast.ConditionalNode:
		return any(n.Exp1, n.Exp2)
	case *ast.BinaryNode:
		if n.Operator == "+" || n.Operator == "??" {
			return any(n.Left, n.Right)
		}
	case *ast.SliceNode:
		if n.To == nil && !fromEnd(n.From) {
			return any(n.Node)
		}
	case *ast.BuiltinNode:
		if slices.Contains(keepLength, n.Name) && len(n.Arguments) > 0 {
			return any(n.Arguments[0])
		}
	}
	return ""
}

// keepLength are functions whose results are about as long as their arguments.
var keepLength = []string{"lower", "replace", "string", "toJSON", "trim", "trimPrefix", "trimSuffix", "upper"}

// fromEnd reports whether a slice starts at an offset from the end.
func fromEnd(from ast.Node) bool {
	minus, ok := from.(*ast.UnaryNode)
	return ok && minus.Operator == "-"
}

// field reports whether a field of the event, or one nested in it, may be long.
func (l long) field(path string) bool {
	for long := range l.fields {
		if long == path || strings.HasPrefix(long, path+".") {
			return true
		}
	}
	return false
}
