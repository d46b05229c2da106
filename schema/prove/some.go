package prove

import (
	"time"

	"github.com/expr-lang/expr/ast"
)

// A some tests whether a list has an item for which a formula holds. For the function all, it tests
// that the list has none for which the negation holds.
type some struct {
	test  test
	none  bool // the test holds if there is no such item
	list  any
	of    formula
	known any // key of the formula
}

// some translates a condition on the items of a list; false for anything else.
func (t translator) some(n ast.Node) (formula, bool) {
	call, ok := n.(*ast.BuiltinNode)
	if !ok || len(call.Arguments) != 2 {
		return nil, false
	}
	each, ok := call.Arguments[1].(*ast.PredicateNode)
	if !ok || call.Name != "any" && call.Name != "all" && call.Name != "none" {
		return nil, false
	}
	list, known := t.key(call.Arguments[0])
	if !known {
		return nil, false
	}
	s := some{test: test{term{t.identity(n), boolSort}, "==", true}, none: call.Name != "any", list: list, of: t.formula(each.Node)}
	s.known = s.test.key
	if call.Name == "all" {
		s.of = not{s.of}
	}
	if t.open {
		s.known = new(int)
	}
	return s, true
}

// mostOfItems limits how many conditions on items are compared with each other, and stepsOfItems
// the steps of each comparison.
const (
	mostOfItems  = 16
	stepsOfItems = 30_000
)

// ofItems relates tests of items: no list has an item that satisfies a formula which can't hold,
// and if a condition on items implies another, so does its test.
func (q *question) ofItems() {
	if len(q.some) > mostOfItems {
		return
	}
	holds := func(s some) int {
		if lit := q.encode(s.test); !s.none {
			return lit
		}
		return -q.encode(s.test)
	}
	for i, s := range q.some {
		if q.cnf.budget.excluded(s, some{of: truth(false), known: false}) {
			q.cnf.clause(-holds(s))
		}
		for n, other := range q.some {
			if n != i && s.list == other.list && s.test.key != other.test.key && q.cnf.budget.excluded(s, other) {
				q.cnf.clause(-holds(s), holds(other))
			}
		}
	}
}

// excluded reports whether no item can pass s and fail other.
func (b *Budget) excluded(s, other some) bool {
	root := b
	for root.whole != nil {
		root = root.whole
	}
	key := [2]any{s.known, other.known}
	is, known := root.items[key]
	if !known {
		share := newBudget(min(b.steps, stepsOfItems), time.Second, b)
		is = !share.Possible(Prop{formula: s.of}, Prop{formula: not{other.of}})
		if root.items == nil {
			root.items = map[[2]any]bool{}
		}
		root.items[key] = is
	}
	return is
}
