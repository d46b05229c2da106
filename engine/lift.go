package engine

import (
	"slices"
	"strconv"

	"bcrules.dev/engine/plan"
)

// A person may lift a rule for a time if the rule allows it. A lifted rule only observes: what it
// would have said is recorded under its name. Whether a rule is lifted is looked up only if it has
// something to say.

// lift removes what a lifted rule has said since a mark from the reply, and reports whether the
// rule is lifted.
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

// RuleName returns the name that people use for rule number n of a hook: HOOK/ID, or HOOK/n if the
// rule has no ID.
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
