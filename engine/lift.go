package engine

import (
	"slices"
	"strconv"

	"bcrules.dev/engine/plan"
)

// A person may lift a rule for a time, where it allows that: then it is as one of a hook that only
// observes, and what it would have said is kept with its name. Whether somebody did is asked only
// of a rule that has something to say.

// lift takes what a rule has said since a mark out of the reply, if the rule is lifted, and reports
// whether it is.
func (s *scene) lift(rule *plan.Rule, n, at int) bool {
	if len(s.reply.ops) == at || s.hook.Observes || s.host.Lifted == nil || !s.hook.Liftable(rule) {
		return false
	}
	name := RuleName(s.hook, rule, n)
	if !s.host.Lifted(name) {
		return false
	}
	s.would.ops = append(s.would.ops, s.reply.ops[at:]...)
	s.reply.rewind(at)
	if !slices.Contains(s.lifted, name) {
		s.lifted = append(s.lifted, name)
	}
	s.trace.rule(n - 1).lift()
	return true
}

// RuleName is what people call a rule, which is the one of a number of its hook: HOOK/ID, or by the
// number.
func RuleName(h *plan.Hook, r *plan.Rule, n int) string {
	if r.ID != "" {
		return h.Name + "/" + r.ID
	}
	return h.Name + "/" + strconv.Itoa(n)
}

// lift notes that a person lifted the rule.
func (t *RuleTrace) lift() {
	if t != nil {
		t.Lifted = true
	}
}
