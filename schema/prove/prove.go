// Package prove proves of conditions that they can never hold. It is the author's
// time of package engine and nothing at hook time links it.
//
//	checked expressions ─ translate.go, some.go, constant.go, key.go ─► Prop ─ domain.go, ending.go, cnf.go ─► satisfiable?
//
// A condition becomes a formula of propositional logic: &&, ||, ! and ?: are its
// connectives. Comparisons of one term with constants are tests of that term, and
// a term has one of finitely many values as far as they can tell: each constant
// that is mentioned, each gap between two numbers, and something else (domain.go).
// What is asked of the items of a list, by any, all or none, is a test that follows from
// another of the same list where an item that passes the one passes the other (some.go).
// Any other subexpression is a term of its own that is true or is not. Two
// subexpressions with one text are one term (key.go): the event doesn't change and
// a fact is asked once an event. What may change while a hook runs, the outcomes
// of its steps, is another term at each place.
//
// Each step allows too much rather than too little. So an answer of "never" is a
// proof, and "possible" means only that there is none: where the work would be more
// than the budget has (budget.go), or the language has what is not understood here,
// conditions are possible.
//
// The solver is our own (search.go), which is all that formulas of this size need: it
// counts its steps and ends when they are spent. Those of libraries are ended by a
// clock, so that what they prove depends on the machine, or not at all.
package prove

import (
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"
)

// A Scope says what the names in the conditions of one hook stand for, beside the
// event and the facts.
type Scope struct {
	Lets     map[string]Let
	Outcomes map[string]bool // names of steps, whose calls answer anew each time
	// Items are the names of items of lists, with what tells them from items of the
	// same name in other conditions.
	Items map[string]string
	// Fits returns what says whether a set of words fits a text, the same one for each, by
	// its name; nil for another name. It may be nil itself.
	Fits func(name string) *func(string) bool
}

// A Let is a named expression, checked. In its own expression its name means the
// fact of that name.
type Let struct {
	Tree ast.Node
	Open bool // see Scope.Prop
}

// A Prop is a condition, or something known, as a formula.
type Prop struct {
	formula formula
	Open    bool // it rests on text that is open
}

// Prop returns what a checked condition says. Text that is open is put together
// from settings: what is constant in it may be otherwise in another project, so it
// counts as unknown. A nil tree is unknown too, and what the budget is too small for.
func (s *Scope) Prop(b *Budget, tree ast.Node, open bool) Prop {
	t := translator{scope: s, open: open, work: &work{budget: b, open: open}}
	f := t.formula(tree)
	if b.over() {
		f = unknown()
	}
	return Prop{f, t.work.open}
}

// Not returns the opposite of a condition that was evaluated without a fault.
func Not(p Prop) Prop { return Prop{not{p.formula}, p.Open} }

// And is what holds where all of the props do.
func And(props ...Prop) Prop {
	var all and
	open := false
	for _, p := range props {
		all, open = append(all, p.formula), open || p.Open
	}
	return Prop{all, open}
}

// Always is what holds always.
func Always() Prop { return Prop{formula: truth(true)} }

// textOf returns a field of the event as a term whose value is a text.
func textOf(field ast.Node) term {
	t := translator{work: &work{budget: NewBudget()}}
	return term{t.identity(field), stringSort}
}

// Is says that a text of the event is one of the values.
func Is(field ast.Node, values ...string) Prop {
	term := textOf(field)
	var any or
	for _, v := range values {
		any = append(any, test{term, "==", v})
	}
	return Prop{formula: any}
}

// Fits says that a text of the event is one that fits. It is told of those texts
// only that conditions name.
func Fits(field ast.Node, fits func(string) bool) Prop {
	term := textOf(field)
	return Prop{formula: test{term, "fits", &fits}}
}

// A Part of a condition is what stands between its outermost &&.
type Part struct {
	Text string
	Prop Prop
}

// Parts returns the parts of a condition, all of which must hold; lets are not
// opened.
func (s *Scope) Parts(b *Budget, tree ast.Node, open bool) []Part {
	if and, ok := tree.(*ast.BinaryNode); ok && (and.Operator == "&&" || and.Operator == "and") {
		return slices.Concat(s.Parts(b, and.Left, open), s.Parts(b, and.Right, open))
	}
	if tree == nil || b.over() {
		return nil
	}
	return []Part{{strings.Join(strings.Fields(tree.String()), " "), s.Prop(b, tree, open)}}
}

// Related reports whether two props ask something of one term. Of those that don't, neither
// can follow from the other unless it is always so, or the other never.
func (b *Budget) Related(p, q Prop) bool {
	var first, second question
	for of, prop := range map[*question]Prop{&first: p, &second: q} {
		*of = question{cnf: cnf{budget: b}, domains: map[any]*domain{}}
		of.collect(prop.formula)
	}
	for term := range first.domains {
		if second.domains[term] != nil {
			return true
		}
	}
	return false
}

// Possible reports whether the props can hold all at once. False is a proof that
// they can't.
func (b *Budget) Possible(props ...Prop) bool {
	q := question{cnf: cnf{budget: b}, domains: map[any]*domain{}}
	for _, p := range props {
		q.collect(p.formula)
	}
	for _, d := range q.order {
		d.build(&q.cnf)
	}
	q.ofItems()
	for _, p := range props {
		if b.over() {
			return true
		}
		q.cnf.clause(q.encode(p.formula))
	}
	return q.cnf.satisfiable()
}

// A question is a set of formulas with the domains of the terms they test.
type question struct {
	cnf     cnf
	domains map[any]*domain // by term
	order   []*domain
	some    []some
}

func (q *question) collect(f formula) {
	if q.cnf.budget.spend(1); q.cnf.budget.over() {
		return
	}
	switch f := f.(type) {
	case not:
		q.collect(f.of)
	case and:
		for _, sub := range f {
			q.collect(sub)
		}
	case or:
		for _, sub := range f {
			q.collect(sub)
		}
	case choice:
		q.collect(f.cond)
		q.collect(f.yes)
		q.collect(f.no)
	case some:
		q.some = append(q.some, f)
		q.collect(f.test)
	case test:
		q.cnf.budget.spend(f.bytes() / bytesOfStep)
		d := q.domains[f.key]
		if d == nil {
			d = &domain{sort: f.sort, tests: map[predicate]int{}}
			q.domains[f.key] = d
			q.order = append(q.order, d)
		}
		d.add(f)
	}
}

func (q *question) encode(f formula) int {
	switch f := f.(type) {
	case truth:
		if f {
			return yes
		}
		return no
	case not:
		return -q.encode(f.of)
	case and:
		return q.cnf.and(q.all(f))
	case or:
		return q.cnf.or(q.all(f))
	case choice:
		cond := q.encode(f.cond)
		return q.cnf.or([]int{q.cnf.and([]int{cond, q.encode(f.yes)}), q.cnf.and([]int{-cond, q.encode(f.no)})})
	}
	if s, ok := f.(some); ok {
		f = s.test
	}
	t := f.(test)
	return q.domains[t.key].tests[predicate{t.op, t.want}]
}

func (q *question) all(subs []formula) []int {
	lits := make([]int, len(subs))
	for i, sub := range subs {
		lits[i] = q.encode(sub)
	}
	return lits
}
