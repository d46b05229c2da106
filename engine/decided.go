package engine

import "slices"

// Many rules may hold at an event but few decide it. Each vote records its rule, so that the log
// can name the rule that decided.

// A voter is a rule: the name of its hook and its number; the zero voter is none.
type voter struct {
	hook string
	rule int
}

// by records the rule that added the ops since a mark.
func (r *Reply) by(v voter, since int) {
	for i := range r.ops[since:] {
		r.ops[since+i].by = v
	}
}

// decided returns the hooks that ran, with the rules that voted for what was chosen.
func (r *Reply) decided(all []Ran) []Ran {
	all, chosen := slices.Clone(all), r.chosen()
	for _, o := range r.ops {
		i := slices.IndexFunc(all, func(ran Ran) bool { return ran.Hook == o.by.hook })
		if i < 0 || !r.votes(o, chosen) || slices.Contains(all[i].Decided, o.by.rule) {
			continue
		}
		all[i].Decided = append(all[i].Decided, o.by.rule)
	}
	return all
}

// votes reports whether an op votes for what was chosen.
func (r *Reply) votes(o op, chosen map[string]string) bool {
	if o.value != "" {
		return chosen[o.output] == o.value
	}
	for output, value := range r.agenda.Outputs[o.output].Also {
		if chosen[output] == value {
			return true
		}
	}
	return false
}
