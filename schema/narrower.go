package schema

import (
	"reflect"
	"slices"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/expr"
	"bcrules.dev/schema/prove"
)

// Changes is the verb of what a layer does to a clause of others where nothing but the
// condition differs and nobody can show that less is said by it. That a condition says
// more is never said: one may be wider by its words and fail at each event.
const Changes = "changes"

// A proviso is under which condition a clause does what at an event.
type proviso struct {
	when  *plan.Expression // nil for always
	scope *expr.Scope
	names *prove.Scope
	does  []plan.Step
}

// Provable returns what the names in conditions of a hook stand for at one of its events,
// but for the items of its lists.
func (h *Hook) Provable(b *Binding) *prove.Scope {
	s := &prove.Scope{Lets: map[string]prove.Let{}, Outcomes: map[string]bool{}, Items: map[string]string{}, Fits: b.Scope.Fits}
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

// condition returns the condition of a proviso, its values as they are here.
func (p proviso) condition(share *prove.Budget) prove.Prop {
	if p.when == nil {
		return prove.Always()
	}
	return p.names.Prop(share, p.scope.Tree(p.when.Src), false)
}

// onlyWhen reports whether nothing but conditions differs between a clause and what it is
// now.
func (c Clause) onlyWhen(is Clause) bool {
	return c.sameBut(is, "when") && slices.EqualFunc(c.steps, is.steps, func(a, b plan.Step) bool { return reflect.DeepEqual(a, b) }) &&
		reflect.DeepEqual(unconditional(c.acts), unconditional(is.acts))
}

// unconditional is what a plan has of a clause, without its condition.
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

// less reports whether it can be shown that a clause says less at some event than it did,
// of which onlyWhen is true: that it is passed over where it held and does nothing where
// it didn't, or the reverse where what it does is to let pass.
func (w *weakening) less(was, is Clause) bool {
	for event, before := range was.provisos {
		share, now := w.budget.Share(), is.provisos[event]
		p, q := before.condition(share), now.condition(share)
		narrower, wider := !share.Possible(q, prove.Not(p)), !share.Possible(p, prove.Not(q))
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
	at := w.agendas[event]
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
