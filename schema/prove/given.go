package prove

import (
	"math"
	"reflect"
	"strings"
	"time"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"
)

// A given is something that is known beside a condition: if the formula when holds, so does then.
// It is used only if something else tests the same, unless always is set.
type given struct {
	key        string
	when, then formula
	always     bool
}

// tell adds a given, once for each key.
func (t translator) tell(g given) {
	if t.work.told[g.key] {
		return
	}
	if t.work.told == nil {
		t.work.told = map[string]bool{}
	}
	t.work.told[g.key] = true
	t.work.given = append(t.work.given, g)
}

// fields adds what facts say of the fields that a subexpression asks for, in the tags given and
// only: a field is set only if the condition in its tag holds. set is the formula for the
// subexpression not being empty.
func (t translator) fields(n ast.Node, set formula) {
	of, known := t.key(n)
	if !known || set == nil {
		return
	}
	for t.step() {
		n, t = t.resolve(n)
		switch m := n.(type) {
		case *ast.ChainNode:
			n = m.Node
		case *ast.MemberNode:
			for _, name := range []string{"given", "only"} {
				src := t.tag(m).Get(name)
				key := of + " " + m.String() + " " + src
				if src == "" || t.work.told[key] {
					continue
				}
				if cond := t.within(m, src); cond != nil {
					t.tell(given{key: key})
					at := len(t.work.given) - 1
					then := t.formula(cond) // may tell more
					t.work.given[at] = given{key: key, when: set, then: then}
				}
			}
			n = m.Node
		default:
			return
		}
	}
}

// within returns the condition in a field's tag, asked of the value that has the field, or of a
// value around it.
func (t translator) within(m *ast.MemberNode, src string) ast.Node {
	tree, err := parser.Parse(src)
	if err != nil {
		return nil
	}
	known := true
	ast.Walk(&tree.Node, visitor(func(n *ast.Node) {
		switch id := (*n).(type) {
		case *ast.BuiltinNode:
			id.SetType(reflect.TypeFor[int]())
		case *ast.IdentifierNode:
			field := t.beside(m, id.Value)
			if known = known && field != nil; known {
				*n = field
			}
		}
	}))
	if !known {
		return nil
	}
	return tree.Node
}

// beside returns the field of this name in the value that has a field, or in a value around it.
func (t translator) beside(m *ast.MemberNode, name string) ast.Node {
	for of := m.Node; of != nil; {
		if f, ok := fieldOf(t.typeOf(of), name); ok {
			field := &ast.MemberNode{Node: of, Property: &ast.StringNode{Value: name}}
			field.SetType(f.Type)
			return field
		}
		around, ok := of.(*ast.MemberNode)
		if !ok {
			break
		}
		of = around.Node
	}
	return nil
}

// tag returns the tag of the field that a node asks for, "" if no fact describes it.
func (t translator) tag(m *ast.MemberNode) reflect.StructTag {
	name, ok := m.Property.(*ast.StringNode)
	if !ok {
		return ""
	}
	f, _ := fieldOf(t.typeOf(m.Node), name.Value)
	return f.Tag
}

func fieldOf(of reflect.Type, name string) (reflect.StructField, bool) {
	if of != nil && of.Kind() == reflect.Struct {
		for i := range of.NumField() {
			if f := of.Field(i); f.Tag.Get("expr") == name {
				return f, true
			}
		}
	}
	return reflect.StructField{}, false
}

// typeOf returns the type of a subexpression, and of items of lists even where expr has lost it.
func (t translator) typeOf(n ast.Node) reflect.Type {
	n, t = t.resolve(n)
	switch m := n.(type) {
	case *ast.PointerNode:
		if m.Name == "" {
			return t.item
		}
	case *ast.MemberNode:
		if name, ok := m.Property.(*ast.StringNode); ok {
			if f, ok := fieldOf(t.typeOf(m.Node), name.Value); ok {
				return f.Type
			}
		}
	}
	return n.Type()
}

// itemOf returns the type of the items of a list, nil if it isn't known.
func (t translator) itemOf(list ast.Node) reflect.Type {
	list, t = t.resolve(list)
	if f, ok := list.(*ast.BuiltinNode); ok && len(f.Arguments) > 0 {
		switch f.Name {
		case "filter", "uniq", "sort", "sortBy", "reverse", "concat", "take":
			return t.itemOf(f.Arguments[0])
		case "flatten":
			return elem(t.itemOf(f.Arguments[0]))
		case "map":
			if to, ok := f.Arguments[1].(*ast.PredicateNode); ok {
				t.item = t.itemOf(f.Arguments[0])
				return t.typeOf(to.Node)
			}
		}
	}
	return elem(t.typeOf(list))
}

func elem(list reflect.Type) reflect.Type {
	if list != nil && list.Kind() == reflect.Slice {
		return list.Elem()
	}
	return nil
}

// set returns the formula for a value not being the one that a fact gives when it has nothing to
// say; nil if its type has no such value.
func (t translator) set(n ast.Node) formula {
	term := t.term(n)
	switch of := t.typeOf(n); {
	case of == nil || of.Kind() == reflect.Interface:
		return not{test{term, "==", nil}}
	case of == reflect.TypeFor[time.Duration]():
		return test{term, "<", time.Duration(math.MaxInt64)}
	case of.Kind() == reflect.Bool:
		return test{term, "==", true}
	case of.Kind() == reflect.String:
		return not{test{term, "==", ""}}
	case of.Kind() == reflect.Int || of.Kind() == reflect.Float64:
		return not{test{term, "==", 0.0}}
	}
	return nil
}

// ItemOf returns the type of the items of a list, nil if it isn't known.
func (s *Scope) ItemOf(list ast.Node) reflect.Type {
	t := translator{scope: s, work: &work{budget: NewBudget()}}
	return t.itemOf(list)
}

type visitor func(*ast.Node)

// Visit implements ast.Visitor.
func (v visitor) Visit(n *ast.Node) { v(n) }

// known returns, as formulas, the givens of propositions that test what the question tests. It adds
// them to the question.
func (q *question) known(props []Prop) (all []formula) {
	told := map[string]bool{}
	var left []given
	for _, p := range props {
		for _, g := range p.given {
			if key := g.key; !told[key] {
				told[key] = true
				left = append(left, g)
			}
		}
	}
	for more := true; more && !q.cnf.budget.spent(); {
		more = false
		for i, g := range left {
			if g.then == nil || !g.always && !q.asks(g.then) {
				continue
			}
			left[i].then, more = nil, true
			q.collect(g.when)
			q.collect(g.then)
			all = append(all, or{not{g.when}, g.then})
		}
	}
	return all
}

// asks reports whether a question has a term of a formula, or a test of the same list.
func (q *question) asks(f formula) bool {
	switch f := f.(type) {
	case not:
		return q.asks(f.of)
	case and:
		return q.asksOne(f)
	case or:
		return q.asksOne(f)
	case choice:
		return q.asksOne([]formula{f.cond, f.yes, f.no})
	case some:
		return q.lists[f.list] || q.domains[lengthOf(f.list)] != nil
	case test:
		if key, ok := f.key.(string); ok && strings.HasPrefix(key, lengthStart) {
			for list := range q.lists {
				if lengthOf(list) == key {
					return true
				}
			}
		}
		return q.domains[f.key] != nil
	}
	return false
}

func (q *question) asksOne(all []formula) bool {
	for _, f := range all {
		if q.asks(f) {
			return true
		}
	}
	return false
}
