package test

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
	"bcrules.dev/schema/form"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/literal"
	"cuelang.org/go/cue/token"
)

// idle warns of expectations that are met whatever the rules do.
func (r *reader) idle(t Test, n schema.Node) {
	if !slices.ContainsFunc(t.Steps, r.answered) {
		n.Report().Warnf(n.Field("event").Written(), schema.CheckAlways, "event: no hook is on any event of the test, so that nothing can come of it")
	}
	for _, step := range t.Steps {
		r.unasked(step, n.Report())
	}
	r.unwritten(t, n.Report())
	for _, step := range append([]schema.Node{n}, n.Field("then").Items()...) {
		expect := step.Field("expect")
		r.misplaced(step)
		r.exits(step)
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

// misplaced notes a field that a test expects of a reply, but that no reply to the event has there.
func (r *reader) misplaced(step schema.Node) {
	event, _ := step.Field("event", schema.EventField).String()
	expect := step.Field("expect")
	if !r.Events.Has(event) || step.Field("agent").Exists() || expect.IncompleteKind() != cue.StructKind || r.beside() || newConstraint(r.Schema, expect).Check([]byte("{}")) == nil {
		return
	}
	heads, inner, nested := map[string]bool{}, map[string]string{}, map[string][]string{}
	agenda := r.Events.Agenda(event)
	paths := []string{agenda.Stamp}
	for _, out := range agenda.Outputs {
		paths = append(paths, out.Path, out.Reason)
	}
	for _, path := range paths {
		head, rest, _ := strings.Cut(path, ".")
		heads[head], inner[rest] = true, path
		if next, _, _ := strings.Cut(rest, "."); next != "" && !slices.Contains(nested[head], next) {
			nested[head] = append(nested[head], next)
		}
	}
	delete(heads, "") // from outputs without a reason
	for name, n := range expect.Members() {
		for part, n := range n.Members() {
			if len(nested[name]) > 0 && !slices.Contains(nested[name], part) {
				n.Report().Faultf(n.Label(), schema.CheckName, "expect: %w", schema.Unknown("field of "+name+" in a reply to "+event, part, nested[name]))
			}
		}
		if heads[name] {
			continue
		}
		want := "one of " + strings.Join(slices.Sorted(maps.Keys(heads)), ", ")
		if path := inner[name]; path != "" {
			want = strings.ReplaceAll(path, ".", ": ")
		}
		n.Report().Faultf(n.Label(), schema.CheckName, "expect: found %s, which no reply to %s has there, want %s", name, event, want)
	}
	r.unsaid(event, expect)
}

// unsaid notes an expected choice that no reply to the event makes.
func (r *reader) unsaid(event string, expect schema.Node) {
	for _, out := range r.Events.Agenda(event).Outputs {
		n := expect.Field(strings.Split(out.Path, ".")...)
		text, err := n.String()
		if out.Kind != "choice" || err != nil || slices.Contains(out.Values, text) {
			continue
		}
		var values []string
		for _, value := range out.Values {
			values = append(values, strconv.Quote(value))
		}
		n.Faultf(schema.CheckForm, "expect: %w", schema.Among(strconv.Quote(text), values))
	}
}

// exits notes an exit code of an event that is answered by a reply alone, and that no closed hook
// refuses.
func (r *reader) exits(step schema.Node) {
	event, _ := step.Field("event", schema.EventField).String()
	code, err := step.Field("exit").Int64()
	if err != nil || code == 0 || !r.Events.Has(event) || step.Field("agent").Exists() || r.plan.Refuses(event) {
		return
	}
	for _, out := range r.Events.Agenda(event).Outputs {
		if out.Plain || out.Exit != 0 {
			return
		}
	}
	step.Field("exit").Faultf(schema.CheckForm, "exit: found %d, and what is decided at %s stands in the reply, with exit code 0; want expect", code, event)
}

// beside reports whether a rule adds fields of its own to replies.
func (r *reader) beside() bool {
	for _, a := range r.plan.Events {
		for _, h := range a.Hooks {
			for _, rule := range h.Rules {
				if slices.ContainsFunc(rule.Do, func(step plan.Step) bool { return r.Library.Actions[step.Action].Beside }) {
					return true
				}
			}
		}
	}
	return false
}

// optional warns of a constraint that requires no field, but gives optional ones a value: it also
// holds if no rule says anything.
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

// defaults warns of constraints with a default, as they allow all other values, too.
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
