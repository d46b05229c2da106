package schema

import (
	"slices"
	"strings"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/expr"

	"cuelang.org/go/cue"
)

// at returns the vocabulary of a hook's expressions at an event.
func (h *Hook) at(event string) expr.Vocabulary {
	var lets []plan.Let
	for _, l := range h.Lets {
		lets = append(lets, l.Let)
	}
	return expr.At(EventField, event, lets)
}

// idle disables the rules of a hook whose own condition never holds at the event.
func (b *Binding) idle(h *Hook) {
	never := b.Scope.Never(h.When.text)
	for i, r := range b.Hook.Rules {
		if never {
			b.Hook.Rules[i] = plan.Rule{Pos: r.Pos, ID: r.ID, Doc: r.Doc, Off: true}
		}
	}
}

// unasked returns the lets that a hook uses only at other events. They may name fields that only
// those events have.
func (h *Hook) unasked(b *Binding) []string {
	here, anywhere := map[string]bool{}, map[string]bool{}
	for _, name := range h.head.Prefetch {
		here[name] = true
	}
	note := func(src string, live bool) {
		for _, name := range expr.Identifiers(src) {
			anywhere[name] = true
		}
		for _, name := range b.Scope.Asks(src) {
			here[name] = here[name] || live
		}
	}
	for _, src := range []string{h.When.text, text(h.Each.Node)} {
		note(src, true)
	}
	for i, r := range h.Rules {
		own := b.Hook.Rules[i]
		live := !own.Off && !b.Scope.Never(r.When.text)
		note(r.When.text, !own.Off)
		note(text(r.Each.Node), !own.Off)
		for _, step := range r.Steps {
			note(step.When.text, live)
			for _, src := range expressions(step.Node) {
				note(src, live)
			}
		}
	}
	var all []string
	for _, l := range slices.Backward(h.Lets) { // dependents come last
		if anywhere[l.Name] && !here[l.Name] {
			all = append(all, l.Name)
		}
		note(l.Expr.Src, !slices.Contains(all, l.Name))
	}
	return all
}

// text returns a string value, "" if there is none.
func text(n Node) string {
	if !n.Exists() {
		return ""
	}
	s, _ := n.String()
	return s
}

// expressions returns the expressions in the templates of an action's arguments.
func expressions(n Node) (all []string) {
	switch n.IncompleteKind() {
	case cue.StringKind:
		all = expr.Expressions(text(n))
	case cue.ListKind:
		for _, item := range n.Items() {
			all = append(all, expressions(item)...)
		}
	case cue.StructKind:
		for name, field := range n.Members() {
			if strings.Contains(name, "${") {
				all = append(all, expr.Expressions(name)...)
			}
			all = append(all, expressions(field)...)
		}
	}
	return all
}
