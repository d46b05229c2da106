package schema

import (
	"maps"
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/expr"

	"cuelang.org/go/cue"
	"github.com/expr-lang/expr/ast"
)

// uses checks that the event honours the answers of a step.
func (t *texts) uses(a *plan.Agenda, step Step) {
	action := t.Library.Actions[step.Action]
	args := map[string]Node{}
	if step.IncompleteKind() == cue.StructKind {
		args = maps.Collect(step.Members())
	}
	if action.Beside {
		t.reserved(step, args)
	}
	for _, use := range action.Uses {
		switch n, given := args[use.Arg]; {
		case use.Arg == engine.Named:
			for _, name := range slices.Sorted(maps.Keys(args)) {
				t.answers(a, step, name, args[name])
			}
		case use.Arg == "":
			t.honoured(a, step.Action, use, step.Report(), step.Written())
			t.edits(a.Outputs[use.Output], args)
		case given:
			t.honoured(a, step.Action+" "+use.Arg, use, step.Report(), n.Label())
		}
	}
}

// edits notes arguments that aren't fields of the object that an output changes.
func (t *texts) edits(out plan.Output, args map[string]Node) {
	from := t.shape.Fields[out.From]
	if out.Kind != "change" || out.Field != "" || from == nil || from.Kind != "object" || from.Open {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(args)) {
		if n := args[name]; from.Fields[name] == nil {
			n.Report().Faultf(n.Label(), CheckName, "%w", Unknown("field of "+out.From, name, slices.Collect(maps.Keys(from.Fields))))
		}
	}
}

// reserved notes fields that a step adds to the reply but that the agent interprets itself. If the
// agent rejects one, the whole reply is lost.
func (t *texts) reserved(step Step, args map[string]Node) {
	taken := slices.Clone(t.Events.replies)
	for _, e := range t.Events.events {
		for _, out := range e.Outputs {
			for _, path := range []string{out.Path, out.Reason} {
				top, _, _ := strings.Cut(path, ".")
				taken = append(taken, top)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(args)) {
		if n := args[name]; slices.Contains(taken, name) {
			n.Report().Faultf(n.Label(), CheckForm, "%s: found %s, which the agent reads itself, want another name, or an action that says it", step.Action, name)
		}
	}
}

// honoured notes an output that the event ignores, or a value that it doesn't accept.
func (t *texts) honoured(a *plan.Agenda, what string, use engine.Use, r *Report, at Place) {
	out, ok := a.Outputs[use.Output]
	switch {
	case !ok:
		want := "none: it honours no output"
		if all := t.Events.Honours(t.Library.Actions, t.event); len(all) > 0 {
			want = strings.Join(all, ", ")
		}
		r.Faultf(at, CheckIgnored, "%s: %s ignores it, want %s", what, t.event, want)
	case use.Value != "" && !slices.Contains(out.Values, use.Value):
		r.Faultf(at, CheckIgnored, "%s: %s can't be answered so, want %s", what, t.event, strings.Join(out.Values, ", "))
	}
}

// answers checks an output that is set by its own name.
func (t *texts) answers(a *plan.Agenda, step Step, name string, n Node) {
	out, names := a.Outputs[name], Named(t.Library.Actions, a)
	if !slices.Contains(names, name) {
		n.Report().Faultf(n.Label(), CheckName, "%s: %w", step.Action, Unknown("output of "+t.event, name, names))
		return
	}
	kinds := map[string]cue.Kind{"string": cue.StringKind, "bool": cue.BoolKind, "object": cue.StructKind, "list": cue.ListKind, "objects": cue.ListKind, "any": cue.TopKind &^ cue.NullKind, "": cue.StringKind}
	kind := n.IncompleteKind()
	text, _ := n.String()
	if template := kind == cue.StringKind && expr.Whole(text); kind&kinds[out.Type] == 0 && !template {
		n.Report().Faultf(n.Label(), CheckForm, "%s: found %s for %s, want a %s", step.Action, kind, name, kinds[out.Type])
	}
	for _, said := range t.said(text) {
		if len(out.Values) > 0 && !slices.Contains(out.Values, said) {
			n.Report().Faultf(n.Written(), CheckForm, "%s: %w", step.Action, Mistaken(said, candidates(said, out.Values), "found %s for %s, want %s", said, name, Either(out.Values)))
		}
	}
}

// said returns the texts that a text may be said as, as far as they are literal: itself, or those
// that an expression which is all of it chooses from.
func (t *texts) said(text string) (all []string) {
	pieces := expr.Pieces(text)
	if len(pieces) != 1 {
		return nil
	}
	if pieces[0].Literal {
		return []string{text}
	}
	for nodes := []ast.Node{t.scope.Tree(pieces[0].Text)}; len(nodes) > 0; nodes = nodes[1:] {
		switch n := nodes[0].(type) {
		case *ast.StringNode:
			all = append(all, n.Value)
		case *ast.ConditionalNode:
			nodes = append(nodes, n.Exp1, n.Exp2)
		}
	}
	return all
}

// Named lists the outputs of an event that are set by their own names: values, and texts
// that no action sets.
func Named(actions map[string]engine.Action, a *plan.Agenda) (names []string) {
	said := map[string]bool{}
	for _, action := range actions {
		for _, use := range action.Uses {
			said[use.Output] = true
		}
	}
	for name, o := range a.Outputs {
		if o.Kind == "value" || o.Kind == "text" && !said[name] {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Honours lists the actions that an event honours, except those whose output the agent uses for
// another purpose (Limits.Lost).
func (t *EventTable) Honours(actions map[string]engine.Action, event string) []string {
	return actionsWith(actions, t.Agenda(event), func(out plan.Output, use engine.Use) bool {
		return (use.Value == "" || slices.Contains(out.Values, use.Value)) && t.Limits(event, use.Output).Lost == ""
	})
}

// plainly lists the actions whose text is all that is written to stdout.
func plainly(actions map[string]engine.Action, a *plan.Agenda) []string {
	return actionsWith(actions, a, func(out plan.Output, _ engine.Use) bool { return out.Plain })
}

// actionsWith lists the actions that have an output of an event for which so holds.
func actionsWith(actions map[string]engine.Action, a *plan.Agenda, so func(plan.Output, engine.Use) bool) []string {
	var names []string
	for name, action := range actions {
		for _, use := range action.Uses {
			if out, ok := a.Outputs[use.Output]; ok && so(out, use) {
				names = append(names, strings.TrimSpace(name+" "+use.Arg))
			}
		}
	}
	slices.Sort(names)
	return names
}
