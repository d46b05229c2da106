package expr

import (
	"reflect"
	"slices"

	"bcrules.dev/engine/plan"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/checker/nature"
)

// A sense is a compiled expression with the meanings of its names. A hook's expressions are
// compiled for each of its events, but most name nothing that differs between them: those are
// checked and compiled once.
type sense struct {
	names []means
	typed bool // a type was required
	tree  ast.Node
	typ   *nature.Nature
	code  plan.Code
}

// means is what a name stands for.
type means struct {
	typed any      // as in Vocabulary: nil, the zero value of a type, or a types.Type
	let   ast.Node // a let's expression, of which the moment may cut parts
	value Value
}

// senses are the compiled expressions of a rule set, by source with and without predicates.
type senses map[string][]*sense

// meant returns what the names of an expression stand for; ok is false if one differs between
// moments, as the event does.
func (s *Scope) meant(texts ...string) (all []means, ok bool) {
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
			m := means{typed: s.typed[name], value: values[name], let: s.at.lets[name]}
			ok = name != "event" && (m.let == nil || !s.at.momentary(m.let, nil))
			all = append(all, m)
		})
	}
	return all, ok
}

// momentary reports whether an expression uses the event, directly or by a let.
func (m moment) momentary(tree ast.Node, within []string) bool {
	return slices.ContainsFunc(Names(tree), func(name string) bool {
		let := m.lets[name]
		return name == "event" || let != nil && !slices.Contains(within, name) && m.momentary(let, append(within, name))
	})
}

// find returns the sense of an expression with these meanings of its names, nil if there is none.
func (all senses) find(key string, names []means, typed bool) *sense {
	i := slices.IndexFunc(all[key], func(s *sense) bool {
		return s.typed == typed && slices.EqualFunc(s.names, names, means.same)
	})
	if i < 0 {
		return nil
	}
	return all[key][i]
}

func (m means) same(o means) bool {
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
