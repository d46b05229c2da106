package vet

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
	"bcrules.dev/schema/prove"
)

// checkConflict is the name of the check for rules that undo what others do.
const checkConflict = "conflict"

// An edit is a field that a rule sets of what the event carries.
type edit struct {
	binding *Binding
	rule    int // its index
	step    schema.Step
	when    *plan.Expression // the action's own condition, nil for none
	texts   bool             // its value has expressions
	output  string
	field   string
	value   json.RawMessage
}

// conflicts warns of rules that set the same field at one event, so that the one
// undoes what the other did, and of choices that a rule itself outranks.
func conflicts(s *Subject, r *schema.Report) {
	outranked(s, r)
	edits := map[string][]edit{} // by event, output and field
	var order []string
	for _, h := range s.Hooks {
		for _, b := range h.Bindings {
			for _, e := range editsOf(s.Schema, h, b) {
				key := b.Event + "\x00" + e.output + "\x00" + e.field
				if edits[key] == nil {
					order = append(order, key)
				}
				edits[key] = append(edits[key], e)
			}
		}
	}
	for _, key := range order {
		pairs := 0
		for i, e := range edits[key] {
			for _, before := range edits[key][:i] {
				if pairs++; pairs > maxPairs {
					break
				}
				if s.conflict(before, e) {
					r.Warnf(e.step.Written(), checkConflict, "%s: sets %s, which the rule at %s sets too", e.step.Action, e.field, beside(before.step.Written(), e.step.Written()))
					break
				}
			}
		}
	}
}

// outranked warns of rules that make two choices where one alone can count.
func outranked(s *Subject, r *schema.Report) {
	for _, h := range s.Hooks {
		b := h.Bindings[0]
		for i := range h.Rules {
			first := map[string]schema.Step{} // by output
			for _, step := range b.steps(h, i) {
				use, ok := s.Schema.Library.Actions[step.Action].Use("")
				if !ok || use.Value == "" || step.When.Exists() {
					continue
				}
				before, again := first[use.Output]
				first[use.Output] = step
				if was, _ := s.Schema.Library.Actions[before.Action].Use(""); again && was.Value != use.Value {
					wins, loses := before.Action, step.Action
					if values := b.Agenda.Outputs[use.Output].Values; slices.Index(values, use.Value) < slices.Index(values, was.Value) {
						wins, loses = loses, wins
					}
					r.Warnf(step.Written(), checkConflict, "%s: the rule does %s too, which outranks it: %s says nothing", step.Action, wins, loses)
				}
			}
		}
	}
}

// maxPairs bounds the pairs of edits of one field that are compared.
const maxPairs = 2000

// editsOf returns the fields that a hook's rules set: those of actions whose arguments
// are the fields of what an output changes.
func editsOf(s *schema.Schema, h *Hook, b *Binding) []edit {
	var all []edit
	for i := range h.Rules {
		for n, step := range b.steps(h, i) {
			use, ok := s.Library.Actions[step.Action].Use("")
			out := b.Agenda.Outputs[use.Output]
			fields := map[string]json.RawMessage{}
			if !ok || out.Kind != "change" || out.Field != "" || json.Unmarshal(step.Args, &fields) != nil {
				continue
			}
			texts := len(b.Hook.Rules[i].Do[n].Texts) > 0
			for _, name := range slices.Sorted(maps.Keys(fields)) {
				all = append(all, edit{b, i, step, b.Hook.Rules[i].Do[n].When, texts, use.Output, name, fields[name]})
			}
		}
	}
	return all
}

// conflict reports whether two edits set a field to what may differ, and some event is
// known that both are for.
func (s *Subject) conflict(a, b edit) bool {
	same := bytes.Equal(a.value, b.value) && !a.texts && !b.texts
	if same || a.binding == b.binding && (a.rule == b.rule || a.binding.Hook.First) {
		return false
	}
	m := a.binding.Agenda.Matcher
	match := a.binding.match
	if a.binding.Hook.Match != b.binding.Hook.Match {
		var both []string
		for _, v := range s.Schema.Events.Known(a.binding.Event, m).Names {
			if m.Matches(a.binding.Hook.Match, v) && m.Matches(b.binding.Hook.Match, v) {
				both = append(both, v)
			}
		}
		match = prove.Is(asked(m.Field), both...)
	}
	share := s.budget.Share()
	possible := share.Possible(slices.Concat([]prove.Prop{a.binding.by, match, a.own(share), b.own(share)}, a.binding.holds(a.rule), b.binding.holds(b.rule))...)
	if share.Short() {
		s.unproved = append(s.unproved, b.step.Written())
		return false
	}
	return possible
}

// own returns the action's own condition.
func (e edit) own(share *prove.Budget) prove.Prop {
	return e.binding.rules[e.rule].prop(share, e.when, e.step.When)
}

// holds returns what holds where a rule is done.
func (b *Binding) holds(rule int) []prove.Prop {
	all := []prove.Prop{b.when, b.rules[rule].holds}
	for n := max(0, rule-maxRows); n < rule && b.Hook.First; n++ {
		if !b.Hook.Rules[n].Off {
			all = append(all, b.rules[n].fails())
		}
	}
	return all
}
