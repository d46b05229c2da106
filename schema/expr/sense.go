package expr

import (
	"hash/maphash"
	"reflect"
	"slices"

	"bcrules.dev/engine/plan"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/checker/nature"
)

// A compiledExpr is an expression compiled for certain meanings of its names. A hook's expressions are
// compiled for each of its events, but most name nothing that differs between them: those are
// checked and compiled once, others once for an event.
type compiledExpr struct {
	src      string
	expanded expansion
	names    []meaning
	tree     ast.Node
	typ      *nature.Nature
	code     plan.Code // nil until it is asked for
}

// A meaning is what a name refers to.
type meaning struct {
	typed any      // as in Vocabulary: nil, the zero value of a type, or a types.Type
	let   ast.Node // a let's expression, of which the moment may remove parts
	at    string   // the event's name, if the name refers to another thing at other events
	value Value
}

// compiledExprs are the compiled expressions of a rule set.
type compiledExprs map[sense][]*compiledExpr

// A sense is an expression with and without predicates, and what it takes from values. Many rules
// have one condition and each values of its own.
type sense struct {
	src, expanded string
	typed         bool   // a type was required
	values        uint64 // the sum of their data
}

// senseOf returns the sense of an expression with meanings of its names.
func senseOf(src, expanded string, typed bool, names []meaning) sense {
	is := sense{src: src, expanded: expanded, typed: typed}
	for _, m := range names {
		is.values = 31*is.values + sum(m.value.Data)
	}
	return is
}

var seed = maphash.MakeSeed()

// sum returns a number that is the same for equal data, and rarely for other data.
func sum(data any) (n uint64) {
	switch x := data.(type) {
	case []any:
		for _, item := range x {
			n = 31*n + sum(item)
		}
	case map[string]any:
		for name, field := range x {
			n += (2*maphash.String(seed, name) + 1) * (sum(field) + 1)
		}
	case string, bool, int, float64:
		n = maphash.Comparable(seed, data)
	}
	return n
}

// meanings returns the meanings of the names in an expression; ok is false if it has faults.
func (s *Scope) meanings(texts ...string) (all []meaning, ok bool) {
	for _, text := range slices.Compact(texts) {
		seen := map[string]bool{}
		values, err := s.valuesIn(text)
		if err != nil {
			return nil, false
		}
		read(text).walk(func(n ast.Node) {
			name := nameOf(n)
			if name == "" || seen[name] {
				return
			}
			seen[name] = true
			m := meaning{typed: s.typed[name], value: values[name], let: s.at.lets[name]}
			if name == "event" || m.let != nil && s.at.momentary(m.let, nil) {
				m.at = s.at.event
			}
			all = append(all, m)
		})
	}
	return all, true
}

// momentary reports whether an expression uses the event, directly or through a let.
func (m moment) momentary(tree ast.Node, within []string) bool {
	return slices.ContainsFunc(Names(tree), func(name string) bool {
		let := m.lets[name]
		return name == "event" || let != nil && !slices.Contains(within, name) && m.momentary(let, append(within, name))
	})
}

// find returns the compiled expression with these meanings of its names, nil if there is none.
func (all compiledExprs) find(of sense, names []meaning) *compiledExpr {
	i := slices.IndexFunc(all[of], func(s *compiledExpr) bool { return slices.EqualFunc(s.names, names, meaning.same) })
	if i < 0 {
		return nil
	}
	return all[of][i]
}

func (m meaning) same(o meaning) bool {
	return m.at == o.at && m.let == o.let && m.value.Open == o.value.Open && same(m.typed, o.typed) && same(m.value.Data, o.value.Data)
}

// same is reflect.DeepEqual, except that functions, which are nil here, are compared by type.
func same(a, b any) bool {
	of := reflect.TypeOf(a)
	if of != reflect.TypeOf(b) {
		return false
	}
	return of == nil || of.Kind() == reflect.Func || reflect.DeepEqual(a, b)
}
