package schema

import (
	"fmt"
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/expr"

	"cuelang.org/go/cue"
	"github.com/expr-lang/expr/ast"
)

// A texts compiles conditions and templates that use the same names, and reports their
// faults.
type texts struct {
	*env
	scope *expr.Scope
	outer *expr.Scope // without the names that only an action knows; nil outside such arguments

	// The hook that the texts belong to; zero for none.
	event string
	match string
	shape *plan.Shape // of the event

	item  string     // the name of the item of the hook's list
	trees []ast.Node // of compiled expressions
}

// rule compiles the condition of a rule and the texts of its actions, and checks the answers that
// these give.
func (t *texts) rule(p *plan.Rule, r Rule, a *plan.Agenda) {
	p.When = t.condition(r.When)
	if src, _ := r.When.String(); t.scope.Never(src) { // its actions may be meant for other events
		p.Do = slices.DeleteFunc(p.Do, func(s plan.Step) bool { return s.As == "" }) // named steps stay, as other texts use their outcomes
		for i := range p.Do {
			p.Do[i].Args = nil
		}
		return
	}
	n := 0
	for _, step := range r.Steps {
		all, late := t.step(step)
		if !step.sound {
			continue
		}
		if len(all) > 0 {
			p.Do[n].Texts, p.Do[n].Late = all, late
		}
		p.Do[n].When = t.condition(step.When)
		t.uses(a, step)
		n++
	}
}

// step compiles the texts in a step's arguments. late are the texts that use names known only to
// the action.
func (t *texts) step(step Step) (all map[string]plan.Template, late []string) {
	all = map[string]plan.Template{}
	action := t.Library.Actions[step.Action]
	if action.Late == "" || step.IncompleteKind() != cue.StructKind {
		t.templates(step.Node, all)
		return all, nil
	}
	for name, arg := range step.Members() {
		of, texts := t, all
		if name == action.Late {
			knows := *t
			knows.scope, knows.outer = t.scope.Own(action.Own), t.scope
			of, texts = &knows, map[string]plan.Template{}
		}
		of.templates(arg, texts)
		t.trees = of.trees
		for src := range texts {
			all[src] = texts[src]
			if own := ownNames(src, action.Own); of != t && len(own) > 0 {
				late = append(late, src)
				t.covered(arg, step.Action, own)
			}
		}
	}
	slices.Sort(late)
	return all, late
}

// ownNames returns the action's own names that a template uses.
func ownNames(src string, own []engine.Own) (used []string) {
	for _, x := range expr.Expressions(src) {
		for _, name := range expr.Identifiers(x) {
			if slices.ContainsFunc(own, func(o engine.Own) bool { return o.Name == name }) {
				used = append(used, name)
			}
		}
	}
	return used
}

// covered notes an action's own names that have another meaning in the rules.
func (t *texts) covered(n Node, action string, own []string) {
	for _, name := range own {
		if slices.Contains(t.scope.Names(), name) {
			n.Report().Faultf(n.Label(), CheckName, "%s: found %s(), which is its own here and the rules' elsewhere, want another name there", action, name)
		}
	}
}

// templates compiles all strings with expressions in a step's arguments.
func (t *texts) templates(n Node, all map[string]plan.Template) {
	switch n.IncompleteKind() {
	case cue.StringKind:
		if src, err := n.String(); err != nil || strings.Contains(src, "${") {
			all[src] = t.template(n)
		}
	case cue.ListKind:
		for _, item := range n.Items() {
			t.templates(item, all)
		}
	case cue.StructKind:
		for name, field := range n.Members() {
			if strings.Contains(name, "${") {
				labels := *t
				if t.outer != nil {
					labels.scope = t.outer
				}
				all[name] = labels.filled(name, field.InLabel)
				t.trees = labels.trees
			}
			t.templates(field, all)
		}
	}
}

// template compiles a string value as a template.
func (t *texts) template(n Node) plan.Template {
	src, ok := n.Text()
	if !ok {
		return nil
	}
	return t.filled(src, n.Inside)
}

// filled compiles a template; at maps its offsets to their places.
func (t *texts) filled(src string, at func(offset int) Place) plan.Template {
	made, err := t.scope.Template(src)
	if err != nil {
		t.fault(at, err)
	}
	for _, p := range t.scope.Pieces(src) {
		t.note(p.Tree)
	}
	return made
}

// note adds the tree of an expression, unless it is nil.
func (t *texts) note(tree ast.Node) {
	if tree != nil {
		t.trees = append(t.trees, tree)
	}
}

// each compiles an each and adds the name of its item; nil if there is none.
func (t *texts) each(x Each) *plan.Each {
	if x.Name == "" {
		return nil
	}
	src, ok := x.Text()
	if !ok {
		return nil
	}
	code, item, err := t.scope.List(src)
	if err != nil {
		t.fault(x.Inside, err)
	}
	t.note(t.scope.Parsed(src))
	t.scope = t.scope.Over(src, expr.Item(x.Name, item))
	return &plan.Each{Name: x.Name, Expr: plan.Expression{Src: src, Pos: x.Written().Pos, Code: code}}
}

// condition compiles a condition; nil if there is none.
func (t *texts) condition(n Condition) *plan.Expression {
	if !n.Exists() {
		return nil
	}
	src, ok := n.Text()
	if !ok {
		return nil
	}
	code, err := t.scope.Condition(src)
	if n.Parts != nil && (err != nil || !t.whole(n)) && !t.sound(n) {
		return nil
	}
	if err != nil {
		t.fault(n.Inside, err)
	}
	t.scope.Docs(code, n.docs(nil))
	t.note(t.scope.Parsed(src))
	return &plan.Expression{Src: src, Pos: n.Written().Pos, Code: code}
}

// whole reports whether each part of a sound condition is an expression by itself and is evaluated
// at the event.
func (t *texts) whole(n Condition) bool {
	return !slices.ContainsFunc(n.from, func(p piece) bool {
		src, text := p.of.Text()
		return text && !t.scope.Reads(src)
	})
}

// sound notes the faults of a condition's parts, each by itself, and reports whether there are
// none.
func (t *texts) sound(n Condition) (ok bool) {
	ok = true
	for _, p := range n.from {
		if src, text := p.of.Text(); text {
			if _, err := t.scope.Condition(src); err != nil {
				t.fault(p.of.Inside, err)
				ok = false
			}
		}
	}
	return ok
}

// let compiles a let, whose name is known to later texts.
func (t *texts) let(l Let) plan.Let {
	if err := t.scope.Let(&l.Let); err != nil {
		t.fault(l.Inside, err)
	}
	t.note(t.scope.Parsed(l.Expr.Src))
	return l.Let
}

// fault notes a fault within a text; at maps the text's offsets to their places.
func (t *texts) fault(at func(offset int) Place, err error) {
	se, ok := err.(*expr.SourceError)
	if !ok {
		t.report.Faultf(at(0), CheckExpression, "%w", err)
		return
	}
	check, is := CheckExpression, error(Mistaken(se.Name, se.Meant, "%s", se.Msg))
	name, unknown := strings.CutPrefix(se.Msg, "unknown name ")
	field := t.unknownField(se)
	switch {
	case se.What != "":
		what := se.What
		if _, of, ok := strings.Cut(what, " of "); ok && t.plan.Tables[of] != nil {
			what = "column of " + of
		}
		check, is = CheckName, Unknown(what, se.Name, se.Known)
	case field != nil:
		check, is = CheckName, field
	case unknown:
		check, is = CheckName, t.unknownName(name)
	}
	if se.Of != "" {
		is = fmt.Errorf("%s: %w", se.Of, is)
	}
	t.report.Faultf(at(se.Offset), check, "%w", is)
}
