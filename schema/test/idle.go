package test

import (
	"slices"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
	"bcrules.dev/schema/form"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/literal"
	"cuelang.org/go/cue/token"
)

// idle warns of expectations that hold whatever the rules do.
func (r *reader) idle(t Test, n schema.Node) {
	if !slices.ContainsFunc(t.Steps, r.answered) {
		n.Report().Warnf(n.Field("event").Written(), schema.CheckAlways, "event: no hook is on any event of the test, so that nothing can come of it")
	}
	for _, step := range append([]schema.Node{n}, n.Field("then").Items()...) {
		expect := step.Field("expect")
		r.optional(expect, expect.Exists() && newConstraint(r.Schema, expect).Check([]byte("{}")) == nil)
		for _, field := range []string{"expect", "stderr", "started", "log", "after", "rowsAfter"} {
			defaults(step.Field(field))
			everything(step.Field(field))
		}
	}
}

// answered reports whether a hook is on the event of a step.
func (r *reader) answered(s Step) bool {
	ev, err := plan.ReadEvent(s.Event)
	return err != nil || s.Agent != "" || r.plan.Events[ev.Name] != nil && len(r.plan.Events[ev.Name].Hooks) > 0
}

// optional warns of a constraint that requires no field, but gives optional ones a value: it also
// holds if nothing is said.
func (r *reader) optional(n schema.Node, within bool) {
	if !within || n.IncompleteKind() != cue.StructKind {
		return
	}
	for name, f := range n.Members() {
		concrete := f.IsConcrete() && f.IncompleteKind()&(cue.StructKind|cue.ListKind|cue.NullKind) == 0
		if concrete {
			f.Report().Warnf(f.Label(), schema.CheckAlways, "expect: found %s where it need not be, so that it holds where nothing is said; want it without ?", name)
			return
		}
		r.optional(f, true)
	}
}

// defaults warns of values with a default: they allow all other values, too.
func defaults(n schema.Node) {
	if !n.Exists() {
		return
	}
	if value, has := n.Default(); has && value.IsConcrete() && n.IncompleteKind()&(cue.StructKind|cue.ListKind) == 0 && !n.IsConcrete() {
		n.Report().Warnf(n.Label(), schema.CheckAlways, "found what has a default, %s, and allows all that it may be set to; want what it is, as in \"\\(name)\"", schema.OneLine(value))
		return
	}
	if n.IncompleteKind() == cue.StructKind {
		for _, f := range n.Members() {
			defaults(f)
		}
	}
}

// everything warns of patterns that match every text.
func everything(n schema.Node) {
	x := n.Syntax()
	if x == nil {
		return
	}
	ast.Walk(x, func(x ast.Node) bool {
		fits, ok := x.(*ast.UnaryExpr)
		if !ok || fits.Op != token.MAT {
			return true
		}
		lit, ok := fits.X.(*ast.BasicLit)
		if !ok {
			return true
		}
		if text, err := literal.Unquote(lit.Value); err == nil && form.Everything(text) {
			n.Report().Warnf(schema.Place{Pos: schema.Pos(lit.Pos())}, schema.CheckAlways, "=~: found %s, which fits every text", text)
		}
		return true
	}, nil)
}
