package schema

import (
	"slices"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/expr"
)

// need returns what the event must have for the hook to do anything: what its own condition needs, or
// else one of its rules'. It is nil if nothing is known, or if something is asked before the
// conditions.
func (b *Binding) need() *plan.Need {
	h := &b.Hook
	var all []plan.Need
	switch {
	case h.When != nil:
		all = b.Scope.Needs(h.When.Src)
	case h.Each != nil || len(h.Prefetch) > 0:
		return nil
	default:
		for i := range h.Rules {
			if h.Rules[i].Off {
				continue
			}
			of := b.needs(i)
			if all == nil {
				all = of
			} else {
				all = expr.Either(all, of)
			}
			if len(all) == 0 {
				return nil
			}
		}
	}
	return b.best(all)
}

// needs returns what the event must have for a rule to do anything; none if something is asked before
// its condition.
func (b *Binding) needs(rule int) []plan.Need {
	r := &b.Hook.Rules[rule]
	if r.Off || r.When == nil || r.Each != nil || r.Event != nil {
		return nil
	}
	return b.Rules[rule].Needs(r.When.Src)
}

// best returns the need with the longest words, which the fewest events have. It ignores needs of
// the field that matchers are compared with, and returns nil if there are no others.
func (b *Binding) best(all []plan.Need) (best *plan.Need) {
	for i, need := range all {
		if !slices.Equal(need.Path, []string{b.Agenda.Matcher.Field}) && (best == nil || shortestOf(need.Words) > shortestOf(best.Words)) {
			best = &all[i]
		}
	}
	return best
}

// shortestOf returns the length of the shortest word, bytes.
func shortestOf(words []string) int {
	return len(slices.MinFunc(words, func(a, b string) int { return len(a) - len(b) }))
}
