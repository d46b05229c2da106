package schema

import (
	"bytes"
	"maps"
	"reflect"
	"slices"

	"bcrules.dev/engine/plan"
)

// Tightens is the verb for a clause of another layer that refuses more and is otherwise the
// same.
const Tightens = "makes stricter"

// stricter reports whether a clause differs only in that it refuses more: a hook now refuses the
// call if it fails, or a rule gives a stronger answer than before. It is false if a condition
// differs (Changes).
func (w *weakening) stricter(was, is Clause) bool {
	switch a := was.acts.(type) {
	case map[string]plan.Hook:
		b, _ := is.acts.(map[string]plan.Hook)
		return was.sameBut(is, "onError", "mode") && maps.EqualFunc(a, b, func(a, b plan.Hook) bool {
			more := (b.Closed || !a.Closed) && (a.Observes || !b.Observes)
			a.Closed, a.Observes = b.Closed, b.Observes
			return more && reflect.DeepEqual(a, b)
		})
	case map[string]plan.Rule:
		b, _ := is.acts.(map[string]plan.Rule)
		if len(a) != len(b) {
			return false
		}
		for event, rule := range a {
			now, ok := b[event]
			if !ok || !w.firmer(w.at(event), rule, now) {
				return false
			}
		}
		return true
	}
	return false
}

// sameBut reports whether two clauses say the same with the same values, except in the given
// fields.
func (c Clause) sameBut(other Clause, fields ...string) bool {
	for _, name := range eitherName(c.says, other.says) {
		if !slices.Contains(fields, name) && !reflect.DeepEqual(c.says[name], other.says[name]) {
			return false
		}
	}
	for _, name := range slices.Concat(c.names, other.names) {
		a, _ := c.value(name)
		b, _ := other.value(name)
		if !reflect.DeepEqual(a, b) {
			return false
		}
	}
	return true
}

// firmer reports whether a rule differs only in steps that refuse more.
func (w *weakening) firmer(at *plan.Agenda, was, is plan.Rule) bool {
	steps, now := was.Do, is.Do
	was.Do, is.Do = nil, nil
	was.Doc, is.Doc = "", ""
	return at != nil && reflect.DeepEqual(was, is) && slices.EqualFunc(steps, now, func(a, b plan.Step) bool {
		if a.Action != b.Action && !w.refusesMore(at, a, b) {
			return false
		}
		same := bytes.Equal(a.Args, b.Args)
		a.Action, b.Action = "", ""
		a.Args, b.Args = nil, nil
		return same && reflect.DeepEqual(a, b)
	})
}

// refusesMore reports whether an action now gives an output its strongest value instead of a weaker
// one, or any value instead of its weakest, and has no other effect.
func (w *weakening) refusesMore(at *plan.Agenda, was, is plan.Step) bool {
	a, b := w.library.Actions[was.Action], w.library.Actions[is.Action]
	if len(a.Uses) != 1 || len(b.Uses) != 1 || len(a.Abilities())+len(b.Abilities()) > 0 {
		return false
	}
	old, now := a.Uses[0], b.Uses[0]
	out := at.Outputs[old.Output]
	weaker, stronger := slices.Index(out.Values, old.Value), slices.Index(out.Values, now.Value)
	return old.Output == now.Output && old.Arg == "" && now.Arg == "" &&
		stronger >= 0 && stronger < weaker && (stronger == 0 || weaker == len(out.Values)-1)
}
