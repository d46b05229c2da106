package expr

import (
	"reflect"
	"slices"

	"bcrules.dev/engine/plan"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/checker/nature"
)

// A compiledExpr is an expression compiled for certain meanings of its names. A hook's expressions
// are compiled for each of its events, but most use no name that differs between events, and so are
// checked and compiled only once.
type compiledExpr struct {
	names []meaning
	typed bool // the expression must have a certain type
	tree  ast.Node
	typ   *nature.Nature
	code  plan.Code
}

// A meaning is what a name refers to.
type meaning struct {
	typed any      // as in Vocabulary: nil, the zero value of a type, or a types.Type
	let   ast.Node // a let's expression, of which the moment may remove parts
	value Value
}

// compiledExprs are the compiled expressions of a rule set, by their sources with and without
// predicates.
type compiledExprs map[string][]*compiledExpr

// meanings returns the meanings of the names in an expression; ok is false if one differs between
// moments, as the event does.
func (s *Scope) meanings(texts ...string) (all []meaning, ok bool) {
	ok = true
	seen := map[string]bool{}
	for _, text := range slices.Compact(texts) {
		values, err := s.valuesIn(text)
		if err != nil {
			return nil, false
		}
		read(text).walk(func(n ast.Node) {
			name := nameOf(n)
			if name == "" || seen[name] || !ok {
				return
			}
			seen[name] = true
			m := meaning{typed: s.typed[name], value: values[name], let: s.at.lets[name]}
			ok = name != "event" && (m.let == nil || !s.at.momentary(m.let, nil))
			all = append(all, m)
		})
	}
	return all, ok
}

// momentary reports whether an expression uses the event, directly or through a let.
func (m moment) momentary(tree ast.Node, within []string) bool {
	return slices.ContainsFunc(Names(tree), func(name string) bool {
		let := m.lets[name]
		return name == "event" || let != nil && !slices.Contains(within, name) && m.momentary(let, append(within, name))
	})
}

// find returns the compiled expression whose names have these meanings, nil if there is none.
func (all compiledExprs) find(key string, names []meaning, typed bool) *compiledExpr {
	i := slices.IndexFunc(all[key], func(s *compiledExpr) bool {
		return s.typed == typed && slices.EqualFunc(s.names, names, meaning.same)
	})
	if i < 0 {
		return nil
	}
	return all[key][i]
}

func (m meaning) same(o meaning) bool {
	return m.let == o.let && m.value.Open == o.value.Open && same(m.typed, o.typed) && same(m.value.Data, o.value.Data)
}

// same is reflect.DeepEqual, except that functions, which are nil here, are compared by type.
func same(a, b any) bool {
	of := reflect.TypeOf(a)
	if of != reflect.TypeOf(b) {
		return false
	}
	return of == nil || of.Kind() == reflect.Func || reflect.DeepEqual(a, b)
}
