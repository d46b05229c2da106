package prove

import (
	"reflect"
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
	given []given
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
	s, ok := t.someOf(n, call.Arguments[0], each, call.Name == "all")
	s.none = call.Name != "any"
	if !ok {
		return nil, false
	}
	t.tellSet(call.Arguments[0], s)
	return s, true
}

// someOf returns the test n, that an item of a list passes or, if fails is set, that one fails. An
// item of a filtered list also passes the filter.
func (t translator) someOf(n, list ast.Node, each *ast.PredicateNode, fails bool) (some, bool) {
	list, own := t.resolve(list)
	s := some{test: test{term{t.identity(n), boolSort}, "==", true}}
	s.known = s.test.key
	inner := t
	inner.item, inner.alias = own.itemOf(list), ""
	s.of = s.telling(inner, each.Node)
	if fails {
		s.of = not{s.of}
	}
	for {
		f, ok := list.(*ast.BuiltinNode)
		if !ok || f.Name != "filter" || !t.step() {
			break
		}
		filtered := own
		filtered.item, filtered.alias = own.itemOf(f.Arguments[0]), ""
		s.of = and{s.telling(filtered, f.Arguments[1].(*ast.PredicateNode).Node), s.of}
		list, own = own.resolve(f.Arguments[0])
	}
	key, known := own.key(list)
	s.list = key
	if t.open || own.open {
		s.known = new(int)
	}
	return s, known
}

// telling translates a condition on an item, and keeps what is known of the item with the test.
func (s *some) telling(t translator, n ast.Node) formula {
	whole, work := t.work, *t.work
	work.given, work.told = nil, nil
	t.work = &work
	f := t.formula(n)
	s.given, whole.open = append(s.given, work.given...), work.open
	return f
}

// tellSet adds what the field that a list is says of the list having an item.
func (t translator) tellSet(list ast.Node, s some) {
	var holds formula = s
	if s.none {
		holds = not{s}
	}
	t.fields(list, holds)
}

// has translates the question whether a list has a constant among its items.
func (t translator) has(n *ast.BinaryNode) (formula, bool) {
	left, lt := t.resolve(n.Left)
	v, ok := lt.constant(left)
	if _, list := v.([]any); !ok || list || lt.open {
		return nil, false
	}
	if s, isText := v.(string); isText && s == "" {
		return nil, false
	}
	list, own := t.resolve(n.Right)
	if of := own.typeOf(list); of == nil || of.Kind() != reflect.Slice {
		return nil, false
	}
	is := &ast.BinaryNode{Operator: "==", Left: &ast.PointerNode{}, Right: n.Left}
	s, ok := t.someOf(n, n.Right, &ast.PredicateNode{Node: is}, false)
	if !ok {
		return nil, false
	}
	t.tellSet(n.Right, s)
	return s, true
}

// counted adds that the number of items of a filtered list, or of counted items, is 0 if and only
// if no item passes. It also adds what follows from a list not being empty.
func (t translator) counted(n ast.Node) {
	call, ok := n.(*ast.BuiltinNode)
	if !ok || !counting[call.Name] || len(call.Arguments) == 0 {
		return
	}
	some0 := not{test{t.term(n), "==", 0.0}}
	list, own := t.resolve(call.Arguments[0])
	filter, ok := list.(*ast.BuiltinNode)
	if call.Name == "count" && len(call.Arguments) == 2 {
		filter, own, ok = call, t, true
	}
	if !ok || filter.Name != "filter" && filter != call {
		t.fields(call.Arguments[0], some0)
		return
	}
	key, known := t.key(n)
	each, isEach := filter.Arguments[1].(*ast.PredicateNode)
	if !known || !isEach || t.work.told[key] {
		return
	}
	if s, ok := own.someOf(&ast.BuiltinNode{Name: "any", Arguments: filter.Arguments}, filter.Arguments[0], each, false); ok {
		t.tell(given{key, some0, s, true})
		t.tell(given{key + " back", s, some0, true})
	}
}

// lengthOf returns the key of a list's length.
func lengthOf(list any) string {
	key, _ := list.(string)
	return lengthStart + key + ")"
}

const lengthStart = "(builtin len "

// lengths adds the test for 0 to the lengths of lists whose items are tested.
func (q *question) lengths() {
	for list := range q.lists {
		if d := q.domains[lengthOf(list)]; d != nil {
			d.add(test{term{lengthOf(list), d.sort}, "==", 0.0})
		}
	}
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
		if d := q.domains[lengthOf(s.list)]; d != nil {
			q.cnf.clause(-holds(s), -d.tests[predicate{"==", 0.0}])
		}
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
	root := b.root()
	key := [2]any{s.known, other.known}
	is, known := root.items[key]
	if !known {
		share := newBudget(min(b.steps, stepsOfItems), time.Second, b)
		is = !share.Possible(Prop{formula: s.of, given: s.given}, Prop{formula: not{other.of}, given: other.given})
		if root.items == nil {
			root.items = map[[2]any]bool{}
		}
		root.items[key] = is
	}
	return is
}
