package vet

import (
	"slices"
	"strings"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
	"bcrules.dev/schema/prove"
)

// A group is a condition to be judged, or a part of one that has parts itself.
type group struct {
	of       schema.Condition
	bindings []*Binding
	row      func(*Binding) row
	beside   func(*Binding) prove.Prop // what must hold as well
	whose    string                    // to what that belongs
}

// parts judges the parts of a condition, each by itself and beside each of the others. It reports
// whether any of them has a finding.
func (s *Subject) parts(h *Hook, w group) (any bool) {
	if w.of.Parts == nil {
		return false
	}
	share := s.budget.Share() // for the propositions; judging each part takes another
	props := make([][]prove.Prop, len(w.bindings))
	for n, b := range w.bindings {
		for _, part := range w.of.Parts {
			props[n] = append(props[n], w.row(b).part(share, part))
		}
	}
	for i, part := range w.of.Parts {
		of := w
		of.of = part
		if s.parts(h, of) {
			any = true
			continue
		}
		var found []judgement
		share := s.budget.Share()
		for n, b := range w.bindings {
			j := b.condition(share, w.row(b), props[n][i], part, w.beside(b), w.whose)
			if j.check == "" {
				j = w.among(share, i, props[n])
			}
			found = append(found, j)
		}
		any = any || slices.ContainsFunc(found, func(j judgement) bool { return j.check != "" })
		s.note(h, part.Node, share, w.bindings, found)
	}
	return any
}

// among judges the part at i beside the others: a conjunct that holds wherever another does, or
// never where it does; an alternative that another one covers. If two parts are equal, only the
// later is reported.
func (w group) among(share *prove.Budget, i int, props []prove.Prop) judgement {
	found := func(check, text string, other int) judgement {
		return judgement{finding: finding{at: w.of.Parts[i].Written(), check: check, text: text, mild: props[i].Open || props[other].Open}}
	}
	follows := func(a, b int) bool { return !share.Possible(props[a], prove.Not(props[b])) }
	for n, other := range w.of.Parts {
		if n == i || !share.Related(props[i], props[n]) {
			continue
		}
		same := n > i && follows(i, n) && follows(n, i)
		switch {
		case same:
		case w.of.Any && follows(i, n):
			return found(checkUnreached, "holds only where "+partName(other)+" does, leave it out", n)
		case !w.of.Any && n < i && !share.Possible(props[n], props[i]):
			return found(checkNever, "can never hold where "+partName(other)+" does", n)
		case !w.of.Any && follows(n, i):
			return found(schema.CheckAlways, "always holds where "+partName(other)+" does, leave it out", n)
		}
	}
	return judgement{}
}

// partName returns a part's text for a fault of another part.
func partName(c schema.Condition) string {
	text, _ := c.Text()
	if tree := parsed(text); tree != nil {
		text = tree.String() // without comments
	}
	return strings.Join(strings.Fields(text), " ")
}

// part returns a part of the row's condition as a proposition.
func (r row) part(share *prove.Budget, part schema.Condition) prove.Prop {
	src, _ := part.Text()
	if r.scope.Tree(src) == nil {
		r.scope.Condition(src) // it has compiled as part of the whole
	}
	return r.prop(share, &plan.Expression{Src: src}, part)
}
