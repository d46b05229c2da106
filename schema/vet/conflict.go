package vet

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
	"bcrules.dev/schema/prove"
)

// checkConflict is the name of the check for rules that undo what other rules do.
const checkConflict = "conflict"

// An edit is a field of the event's data that a rule sets.
type edit struct {
	binding *Binding
	rule    int // its index
	step    schema.Step
	when    *plan.Expression // the action's own condition, nil for none
	texts   bool             // its value contains expressions
	output  string
	field   string
	value   json.RawMessage
}

// conflicts warns of rules that set the same field at an event, so that one undoes the other, and
// of choices that are always outranked.
func conflicts(s *Subject, r *schema.Report) {
	outranked(s, r)
	overruled(s, r)
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

// A choice is an output's value that a rule chooses by an action without a condition.
type choice struct {
	rule   int
	step   schema.Step
	output string
	rank   int // of its value; 0 is the strongest
}

// choices returns the choices of a hook's rules.
func (s *Subject) choices(h *Hook) (all []choice) {
	b := h.Bindings[0]
	for i := range h.Rules {
		for _, step := range b.steps(h, i) {
			use, ok := s.Schema.Library.Actions[step.Action].Use("")
			if ok && use.Value != "" && !step.When.Exists() {
				all = append(all, choice{i, step, use.Output, slices.Index(b.Agenda.Outputs[use.Output].Values, use.Value)})
			}
		}
	}
	return all
}

// outranked warns of choices without effect, because a stronger one is made wherever they are made:
// by the same rule, or by one of the hook that holds wherever theirs does.
func outranked(s *Subject, r *schema.Report) {
	for _, h := range s.Hooks {
		all := s.choices(h)
		for _, weak := range all {
			i := slices.IndexFunc(all, func(c choice) bool {
				return c.output == weak.output && c.rank < weak.rank && (c.rule == weak.rule || h.always(c.rule) || s.implied(h, weak.rule, c.rule))
			})
			if i < 0 {
				continue
			}
			who := "the rule does %s too, which"
			if all[i].rule != weak.rule {
				who = fmt.Sprintf("the rule at %s does %%s wherever this one holds, which", beside(all[i].step.Written(), weak.step.Written()))
			}
			r.Warnf(weak.step.Written(), checkConflict, "%s: "+who+" outranks it: %[1]s says nothing", weak.step.Action, all[i].step.Action)
		}
	}
}

// implied reports whether the rule at by holds wherever the other rule holds, whatever the
// settings.
func (s *Subject) implied(h *Hook, rule, by int) bool {
	share := s.budget.Share()
	return !slices.ContainsFunc(h.Bindings, func(b *Binding) bool {
		known := []prove.Prop{b.by, b.match, b.when, b.rules[rule].holds, b.rules[by].fails()}
		return b.Hook.First || b.Hook.Rules[by].Off || rests(known) || share.Possible(known...) || !share.Possible(known[:4]...)
	})
}

// always reports whether a rule holds at every event of its hook.
func (h *Hook) always(rule int) bool {
	of, own := h.Rules[rule], h.Bindings[0].Hook
	return !own.First && !of.When.Exists() && of.Each.Name == "" && own.Rules[rule].Match == "" && !of.Node.Field("on").Exists()
}

// maxPairs limits how many pairs of edits of one field are compared.
const maxPairs = 2000

// editsOf returns the fields that a hook's rules set: the arguments of actions whose output changes
// an object.
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

// conflict reports whether two edits may set a field to different values at an event that may reach
// both.
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
		match = prove.Is(eventField(m.Field), both...)
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

// holds returns the propositions that hold when a rule's actions run.
func (b *Binding) holds(rule int) []prove.Prop {
	all := []prove.Prop{b.when, b.rules[rule].holds}
	for n := max(0, rule-maxRows); n < rule && b.Hook.First; n++ {
		if !b.Hook.Rules[n].Off {
			all = append(all, b.rules[n].fails())
		}
	}
	return all
}
