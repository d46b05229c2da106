package vet

import (
	"bcrules.dev/engine"
	"bcrules.dev/schema/expr"
	"bcrules.dev/schema/form"

	"github.com/expr-lang/expr/ast"
)

// handed returns the argument of an action that a text is given for, and the form of the facts'
// fields that it takes alone; false if no such argument has this text.
func (g given) handed(of engine.Action, text string) (arg string, is form.Form, ok bool) {
	for _, w := range of.Words {
		if own, _ := g.step.Field(w.Param).String(); own == text && text != "" {
			return w.Param, form.Of(w.Form), true
		}
	}
	return "", form.Form{}, false
}

// unhanded finds a text written for an argument that takes only what a fact has given.
func (l literal) unhanded(a engine.Action) finding {
	whole, _ := l.String()
	arg, is, ok := l.handed(a, whole)
	if !ok || whole != l.text {
		return finding{}
	}
	return finding{at: l.Written(), check: checkValue, text: l.step.Action + ": found " + l.text + " for " + arg + ", want " + is.Doc(), mild: l.Open()}
}

// unhanded finds a wrong field for an argument that takes only what a fact has given: one of another
// form, or of another file than the action's.
func (x expression) unhanded(a engine.Action) finding {
	whole, _ := x.String()
	arg, is, ok := x.given.handed(a, whole)
	if !ok || !expr.Whole(whole) {
		return finding{}
	}
	n, own := x.resolved(x.tree)
	root, _, known := expr.Trail(n)
	m, field := n.(*ast.MemberNode)
	switch {
	case field && form.Of(tagOf(m).Get("form")).Is(is.Name()):
		call := own.listed(m.Node, own.items())
		if call == nil {
			return finding{}
		}
		_, fact, _ := own.factOf(call)
		for _, to := range a.Writes {
			path, err := x.given.step.Field(to).String()
			if at := fact.Place(); err == nil && at >= 0 && at < len(call.Arguments) {
				if from := textsIn(call.Arguments[at]); len(from) == 1 && from[0].Value != path {
					return x.value(x.tree, "%s: found .%s of %s for %s, and %s is %s; want that of one file", x.given.step.Action, tagOf(m).Get("expr"), call, arg, to, path)
				}
			}
		}
		return finding{}
	case field && tagOf(m) != "", known && (root == "event" || own.scope.Fact(root).Ask != nil && own.scope.Fact(root).Reads == ""):
		return x.value(x.tree, "%s: found %s for %s, want %s", x.given.step.Action, oneLine(x.tree), arg, is.Doc())
	}
	return finding{}
}
