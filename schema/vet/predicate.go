package vet

import (
	"slices"

	"bcrules.dev/schema"
	"bcrules.dev/schema/expr"
	"bcrules.dev/schema/prove"
)

// predicates judges the conditions of predicates and choices, and their parts, for any arguments.
func (s *Subject) predicates() {
	for _, p := range s.Set.Predicates {
		if !p.Sound || !s.own(p.Written().Pos) {
			continue
		}
		of := row{scope: p.Scope, names: &prove.Scope{Fits: p.Scope.Fits, Within: p.Scope.Within}}
		if p.Rows == nil {
			s.judgeAlone(of, p.Is)
		} else {
			s.choice(of, p.Rows)
		}
	}
}

// choice judges the rows of a choice: each must be able to hold where no earlier one does.
func (s *Subject) choice(of row, rows []schema.ChoiceRow) {
	share := s.budget.Share()
	var before []prove.Prop
	for i, row := range rows {
		p := prove.Always()
		if row.When.Exists() {
			p = of.part(share, row.When)
			if s.judgeAlone(of, row.When) {
				continue
			}
		}
		known := append(slices.Clone(before[max(0, len(before)-maxRows):]), p)
		if i > 0 && !share.Possible(known...) {
			s.judged = append(s.judged, finding{at: row.Written(), check: checkUnreached, text: "can't be reached: the rows before it take every case", mild: rests(known)})
		}
		before = append(before, prove.Not(p))
	}
}

// judgeAlone judges a condition by itself and, if there is no finding, its parts. It reports
// whether there is a finding.
func (s *Subject) judgeAlone(of row, c schema.Condition) (said bool) {
	share := s.budget.Share()
	p := of.part(share, c)
	found := finding{at: c.Written(), mild: p.Open}
	switch {
	case !share.Possible(p):
		found.check, found.text = checkNever, "can never hold"+of.clash(share, c, p.Open)
	case !share.Possible(prove.Not(p)):
		found.check, found.text = schema.CheckAlways, "always holds, leave it out"
	}
	said = found.text != ""
	if said {
		s.judged = append(s.judged, found)
		return true
	}
	for _, part := range c.Parts {
		said = s.judgeAlone(of, part) || said
	}
	return said
}

// idlePredicates warns of predicates and sets of words that nothing uses, and of parameters that
// their own predicate doesn't use.
func (s *Subject) idlePredicates(r *schema.Report) {
	if r.Faults() > 0 { // hooks with faults may use them
		return
	}
	asked := map[string]bool{}
	note := func(src string) {
		for _, name := range expr.Identifiers(src) {
			asked[name] = true
		}
	}
	for _, h := range s.Hooks {
		for _, x := range h.expressions {
			note(x.src)
		}
	}
	own := map[string][]string{}
	for _, p := range s.Set.Predicates {
		for _, c := range p.Conditions() {
			src, _ := c.Text()
			note(src)
			own[p.Name()] = append(own[p.Name()], expr.Identifiers(src)...)
		}
	}
	for _, p := range s.Set.Predicates {
		if !asked[p.Name()] && s.own(p.Written().Pos) {
			r.Warnf(p.Label(), checkUnused, "nothing asks %s", p.Name())
		}
		for name, n := range p.Field("args").Members() {
			if p.Sound && !slices.Contains(own[p.Name()], name) {
				r.Warnf(n.Label(), checkUnused, "args: nothing here asks %s", name)
			}
		}
	}
	for name, n := range s.Set.Source.Root.Field("lexicons").Members() {
		if !asked[name] && s.own(n.Written().Pos) {
			r.Warnf(n.Label(), checkUnused, "lexicons: nothing asks %s", name)
		}
	}
}
