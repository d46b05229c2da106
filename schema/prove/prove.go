// Package prove proves that conditions can never hold. Only vet and other commands of authors use
// it: nothing links it at hook time.
//
//	checked expressions ─ translate.go, some.go, given.go, constant.go, key.go ─► Prop ─ domain.go, ending.go, cnf.go ─► satisfiable?
//
// A condition becomes a formula of propositional logic: &&, ||, ! and ?: are its connectives.
// Comparisons of a term with constants are tests of that term. As far as the tests can tell, the
// term has one of finitely many values: each constant mentioned, each gap between two numbers, and
// something else (domain.go). A condition on the items of a list, by any, all or none, is a test,
// too. One such test follows from another on the same list if any item that passes the other passes
// it (some.go). Any other subexpression is a term of its own, true or not. Two subexpressions with
// the same text are one term (key.go): the event doesn't change, and a fact is asked once per
// event. The outcomes of a hook's steps, which may change while it runs, are new terms in each
// condition, and within a let.
//
// Facts say when their fields are set (the tags only and given), and a filter says what the items
// it leaves have in common (given.go). This counts where something else tests the same.
//
// Each step errs on the side of possible. So "never" is a proof, and "possible" means only that
// there is no proof: conditions also count as possible if the budget is too small (budget.go) or if
// they use something that is not modelled here.
//
// The solver is our own (search.go) and as simple as formulas of this size allow: it counts its
// steps and stops when they are spent. Solvers in libraries are stopped by a clock or not at all,
// so that what they prove depends on the machine.
package prove

import (
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"
)

// A Scope gives the meaning of the names in a hook's conditions, except for the event and the
// facts.
type Scope struct {
	Lets     map[string]Let
	Outcomes map[string]bool // names of steps, as calls of these may vary
	// Items are the names of items of lists, each with a text that distinguishes it from items of
	// the same name in other conditions.
	Items map[string]string
	// Fits returns the matcher of a set of words by its name, the same pointer at each call; nil
	// for other names. Fits itself may be nil.
	Fits func(name string) *func(string) bool
	// Within reports whether a name is that of a fact that tells whether a path lies in a folder.
	// It may be nil.
	Within func(name string) bool
}

// A Let is a checked, named expression. In its own expression, its name refers to the fact of that
// name.
type Let struct {
	Tree ast.Node
	Open bool // see Scope.Prop
}

// A Prop is a formula for a condition, or for something known.
type Prop struct {
	formula formula
	Open    bool // it depends on open text
	given   []given
}

// Prop returns a checked condition as a proposition. An open text is computed from settings: its
// constants may differ in another project, so they count as unknown. A nil tree counts as unknown,
// too, as does a condition that exceeds the budget.
func (s *Scope) Prop(b *Budget, tree ast.Node, open bool) Prop {
	return s.propAt(b, b.moment(), tree, open)
}

// propAt is Prop for a condition, or a part of it, that is asked at a moment.
func (s *Scope) propAt(b *Budget, moment int, tree ast.Node, open bool) Prop {
	t := translator{scope: s, open: open, work: &work{budget: b, open: open, moment: moment}}
	f := t.formula(tree)
	if b.spent() {
		f = unknown()
	}
	return Prop{f, t.work.open, t.work.given}
}

// Item returns what the filters of a list say of the items that an each takes from it.
func (s *Scope) Item(b *Budget, name string, list ast.Node, open bool) Prop {
	t := translator{scope: s, open: open, work: &work{budget: b, open: open, moment: b.moment()}}
	var is and
	for {
		of, own := t.resolve(list)
		f, ok := of.(*ast.BuiltinNode)
		if !ok || f.Name != "filter" || b.spent() {
			break
		}
		own.alias, own.item = name, own.itemOf(f.Arguments[0])
		is = append(is, own.formula(f.Arguments[1].(*ast.PredicateNode).Node))
		list, t = f.Arguments[0], own.outside()
	}
	if len(is) == 0 || t.open {
		return Always()
	}
	key := "item " + name + s.Items[name]
	return Prop{truth(true), t.work.open, append(t.work.given, given{key, truth(true), is, true})}
}

// Not returns the negation of a condition, provided that the condition was evaluated without an
// error.
func Not(p Prop) Prop { return Prop{not{p.formula}, p.Open, p.given} }

// And returns the conjunction of propositions.
func And(props ...Prop) Prop {
	var all and
	open := false
	var given []given
	for _, p := range props {
		all, open, given = append(all, p.formula), open || p.Open, append(given, p.given...)
	}
	return Prop{all, open, given}
}

// Always returns the proposition that always holds.
func Always() Prop { return Prop{formula: truth(true)} }

// textOf returns a field of the event as a term with a text value.
func textOf(field ast.Node) term {
	t := translator{work: &work{budget: NewBudget()}}
	return term{t.identity(field), stringSort}
}

// Is says that a text of the event is one of some values.
func Is(field ast.Node, values ...string) Prop {
	term := textOf(field)
	var any or
	for _, v := range values {
		any = append(any, test{term, "==", v})
	}
	return Prop{formula: any}
}

// Fits says that a text of the event satisfies fits, which is called only with texts that occur in
// conditions.
func Fits(field ast.Node, fits func(string) bool) Prop {
	term := textOf(field)
	return Prop{formula: test{term, "fits", &fits}}
}

// A Part of a condition is an operand of its outermost &&.
type Part struct {
	Text string
	Prop Prop
}

// Parts returns the operands of a condition's outermost &&, without expanding lets.
func (s *Scope) Parts(b *Budget, tree ast.Node, open bool) []Part {
	return s.parts(b, b.moment(), tree, open)
}

func (s *Scope) parts(b *Budget, moment int, tree ast.Node, open bool) []Part {
	if and, ok := tree.(*ast.BinaryNode); ok && (and.Operator == "&&" || and.Operator == "and") {
		return slices.Concat(s.parts(b, moment, and.Left, open), s.parts(b, moment, and.Right, open))
	}
	if tree == nil || b.spent() {
		return nil
	}
	return []Part{{strings.Join(strings.Fields(tree.String()), " "), s.propAt(b, moment, tree, open)}}
}

// Related reports whether two propositions test a common term. If not, neither follows from the
// other, unless it always holds or the other never does.
func (b *Budget) Related(p, q Prop) bool {
	var first, second question
	for of, prop := range map[*question]Prop{&first: p, &second: q} {
		*of = question{cnf: cnf{budget: b}, domains: map[any]*domain{}, lists: map[any]bool{}}
		of.collect(prop.formula)
	}
	for term := range first.domains {
		if second.domains[term] != nil {
			return true
		}
	}
	return false
}

// Possible reports whether the propositions can all hold at once. False is a proof that they can't.
func (b *Budget) Possible(props ...Prop) bool {
	q := question{cnf: cnf{budget: b}, domains: map[any]*domain{}, lists: map[any]bool{}}
	for _, p := range props {
		q.collect(p.formula)
	}
	known := q.known(props)
	q.lengths()
	for _, d := range q.order {
		d.build(&q.cnf)
	}
	q.ofItems()
	for _, f := range known {
		if b.spent() {
			return true
		}
		q.cnf.clause(q.encode(f))
	}
	for _, p := range props {
		if b.spent() {
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
	lists   map[any]bool // of some
}

func (q *question) collect(f formula) {
	if q.cnf.budget.spend(1); q.cnf.budget.spent() {
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
		if !slices.ContainsFunc(q.some, func(s some) bool { return s.test.key == f.test.key }) {
			q.some = append(q.some, f)
		}
		q.lists[f.list] = true
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
