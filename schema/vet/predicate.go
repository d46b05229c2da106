package vet

import (
	"slices"

	"bcrules.dev/schema"
	"bcrules.dev/schema/expr"
	"bcrules.dev/schema/prove"
)

// predicates judges the conditions of predicates, whatever they are asked of, and those of
// their parts.
func (s *Subject) predicates() {
	for _, p := range s.Set.Predicates {
		if p.Sound && s.own(p.Written().Pos) {
			s.alone(row{scope: p.Scope, names: &prove.Scope{}}, p.Is)
		}
	}
}

// alone judges a condition by itself, and if nothing is to be said of it, its parts.
func (s *Subject) alone(of row, c schema.Condition) {
	share := s.budget.Share()
	p := of.part(share, c)
	found := finding{at: c.Written(), mild: p.Open}
	switch {
	case !share.Possible(p):
		found.check, found.text = checkNever, "can never hold"+of.clash(share, c, p.Open)
	case !share.Possible(prove.Not(p)):
		found.check, found.text = schema.CheckAlways, "always holds, leave it out"
	}
	s.judged = append(s.judged, found)
	for _, part := range c.Parts {
		if found.text == "" {
			s.alone(of, part)
		}
	}
}

// idlePredicates warns of predicates that nothing asks, and of arguments that theirs don't.
func (s *Subject) idlePredicates(r *schema.Report) {
	if r.Faults() > 0 { // what asks them may have some
		return
	}
	asked := map[string]bool{}
	note := func(src string) {
		for _, name := range expr.Identifiers(src) {
			asked[name] = true
		}
	}
	for _, h := range s.Hooks {
		for _, x := range h.asked {
			note(x.src)
		}
	}
	for _, p := range s.Set.Predicates {
		src, _ := p.Is.Text()
		note(src)
	}
	for _, p := range s.Set.Predicates {
		if !asked[p.Name()] && s.own(p.Written().Pos) {
			r.Warnf(p.Label(), checkUnused, "predicates: nothing asks %s", p.Name())
		}
		src, _ := p.Is.Text()
		for name, n := range p.Field("args").Members() {
			if p.Sound && !slices.Contains(expr.Identifiers(src), name) {
				r.Warnf(n.Label(), checkUnused, "args: its condition doesn't ask %s", name)
			}
		}
	}
}
