package schema

import (
	"bytes"
	"encoding/json"
	"maps"
	"path/filepath"
	"slices"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/prove"
)

// An edit is a field that a rule sets of what the event carries.
type edit struct {
	scene  *scene
	rule   int
	step   plan.Step
	output string
	field  string
	value  json.RawMessage
}

// conflicts warns of rules that set the same field at one event, so that the one
// undoes what the other did.
func (c *compiler) conflicts() {
	edits := map[string][]edit{} // by event, output and field
	var order []string
	for _, s := range c.scenes {
		for _, e := range c.edits(s) {
			key := s.event + "\x00" + e.output + "\x00" + e.field
			if edits[key] == nil {
				order = append(order, key)
			}
			edits[key] = append(edits[key], e)
		}
	}
	for _, key := range order {
		pairs := 0
		for i, e := range edits[key] {
			for _, before := range edits[key][:i] {
				if pairs++; pairs > maxPairs {
					break
				}
				if c.conflict(before, e) {
					c.hook, c.rule = e.scene.hook.Name, e.rule+1
					c.warnf(checkConflict, e.step.Pos, "%s: sets %s, which the rule at %s sets too", e.step.Action, e.field, c.beside(before.step.Pos, e.step.Pos))
					break
				}
			}
		}
	}
	c.hook, c.rule = "", 0
}

// maxPairs bounds the pairs of edits of one field that are compared.
const maxPairs = 2000

// edits returns the fields that a hook's rules set: those of actions whose
// arguments are the fields of what an output changes.
func (c *compiler) edits(s *scene) []edit {
	var all []edit
	for i, rule := range s.hook.Rules {
		for _, step := range rule.Do {
			use, ok := c.tables.Actions[step.Action].Use("")
			out := s.agenda.Outputs[use.Output]
			fields := map[string]json.RawMessage{}
			if !ok || out.Kind != "edit" || out.Field != "" || json.Unmarshal(step.Args, &fields) != nil {
				continue
			}
			for _, name := range slices.Sorted(maps.Keys(fields)) {
				all = append(all, edit{s, i, step, use.Output, name, fields[name]})
			}
		}
	}
	return all
}

// conflict reports whether two edits set a field to what may differ, and some
// event is known that both are for.
func (c *compiler) conflict(a, b edit) bool {
	same := bytes.Equal(a.value, b.value) && len(a.step.Texts)+len(b.step.Texts) == 0
	if same || a.scene == b.scene && (a.rule == b.rule || a.scene.hook.First) {
		return false
	}
	m := a.scene.agenda.Matcher
	match := a.scene.match
	if a.scene.hook.Match != b.scene.hook.Match {
		var both []string
		for _, v := range c.matched(a.scene.event, m).names {
			if m.Matches(a.scene.hook.Match, v) && m.Matches(b.scene.hook.Match, v) {
				both = append(both, v)
			}
		}
		match = prove.Is(asked(m.Field), both...)
	}
	return c.budget.Share().Possible(slices.Concat([]prove.Prop{a.scene.by, match}, a.scene.holds(a.rule), b.scene.holds(b.rule))...)
}

// holds returns what holds where a rule is done.
func (s *scene) holds(rule int) []prove.Prop {
	all := []prove.Prop{s.when, s.rules[rule]}
	for n := max(0, rule-maxRows); n < rule && s.hook.First; n++ {
		all = append(all, prove.Not(s.rules[n]))
	}
	return all
}

// beside names a place as seen from another.
func (c *compiler) beside(at, from plan.Pos) string {
	file := at.File
	at.File = ""
	if file == from.File {
		return at.String()[1:]
	}
	return Display(file, filepath.Dir(filepath.FromSlash(from.File))) + at.String()
}
