package schema

import (
	"reflect"
	"slices"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/expr"
	"bcrules.dev/schema/prove"
)

// Changes is the verb for a clause of another layer that differs only in its condition and doesn't
// provably say less. There is no verb for a clause that says more: a condition may be wider as
// written and still fail at every event.
const Changes = "changes"

// A proviso is the condition of a clause at an event, and what the clause does.
type proviso struct {
	when  *plan.Expression // nil for always
	scope *expr.Scope
	names *prove.Scope
	does  []plan.Step
}

// Provable returns the meaning of names in a hook's conditions at one of its events, except items
// of its rules' lists.
func (h *Hook) Provable(b *Binding) *prove.Scope {
	s := &prove.Scope{Lets: map[string]prove.Let{}, Outcomes: map[string]bool{}, Items: map[string]string{}, Fits: b.Scope.Fits, Within: b.Scope.Within}
	for _, l := range h.Lets {
		s.Lets[l.Name] = prove.Let{Tree: b.Scope.LetTree(l.Name), Open: l.Open() || b.Scope.Open(l.Expr.Src)}
	}
	for _, rule := range b.Hook.Rules {
		for _, step := range rule.Do {
			s.Outcomes[step.As] = true
		}
	}
	if each := b.Hook.Each; each != nil {
		s.Items[each.Name] = "@"
	}
	return s
}

// condition returns the condition of a proviso as a proposition, with the values of its scope.
func (p proviso) condition(share *prove.Budget) prove.Prop {
	if p.when == nil {
		return prove.Always()
	}
	return p.names.Prop(share, p.scope.Tree(p.when.Src), false)
}

// onlyWhen reports whether two versions of a clause differ in nothing but conditions.
func (c Clause) onlyWhen(is Clause) bool {
	return c.sameBut(is, "when") && slices.EqualFunc(c.steps, is.steps, func(a, b plan.Step) bool { return reflect.DeepEqual(a, b) }) &&
		reflect.DeepEqual(unconditional(c.acts), unconditional(is.acts))
}

// unconditional returns a clause's part of the plan without its condition.
func unconditional(acts any) any {
	switch acts := acts.(type) {
	case map[string]plan.Hook:
		all := map[string]plan.Hook{}
		for event, h := range acts {
			h.When = nil
			all[event] = h
		}
		return all
	case map[string]plan.Rule:
		all := map[string]plan.Rule{}
		for event, r := range acts {
			r.When = nil
			all[event] = r
		}
		return all
	}
	return acts
}

// less reports whether a clause provably says less at some event than before, given onlyWhen.
// Either it no longer applies where it did or, if it lets calls pass, it newly applies.
func (w *weakening) less(was, is Clause) bool {
	for event, before := range was.provisos {
		share, now := w.budget.Share(), is.provisos[event]
		p, q := before.condition(share), now.condition(share)
		narrower, wider := !share.Possible(q, prove.Not(p)), !share.Possible(p, prove.Not(q))
		w.late = w.late || share.Late()
		lets := slices.ContainsFunc(before.does, func(s plan.Step) bool { return w.letsPass(event, s) })
		others := len(before.does) == 0 || slices.ContainsFunc(before.does, func(s plan.Step) bool { return !w.letsPass(event, s) })
		if narrower && !wider && others || wider && !narrower && lets {
			return true
		}
	}
	return false
}

// letsPass reports whether an action gives an output its weakest value.
func (w *weakening) letsPass(event string, s plan.Step) bool {
	at := w.at(event)
	for _, use := range w.library.Actions[s.Action].Uses {
		if at == nil {
			break
		}
		if values := at.Outputs[use.Output].Values; len(values) > 1 && use.Value == values[len(values)-1] {
			return true
		}
	}
	return false
}
