package expr

import (
	"reflect"
	"slices"

	"bcrules.dev/engine/plan"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/checker/nature"
)

// A sense is what became of an expression where its names are certain things. A hook's
// expressions are asked at each event that it is on, where most name nothing that only one of
// them has: so each is checked and compiled once for all.
type sense struct {
	names []means
	typed bool // it was asked to be of a type
	tree  ast.Node
	typ   *nature.Nature
	code  plan.Code
}

// means is what a name stands for.
type means struct {
	typed any      // as a Vocabulary has it: nil, the zero value of a type, or a types.Type
	let   ast.Node // of a let its expression, by which the moment may leave parts out
	value Value
}

// senses are those of a rule set's expressions, by what they are with their predicates.
type senses map[string][]*sense

// meant returns what the names of an expression stand for; ok is false where one is a thing of
// one moment alone, as the event is.
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

// momentary reports whether an expression asks for the event, by itself or by a let.
func (m moment) momentary(tree ast.Node, within []string) bool {
	return slices.ContainsFunc(Names(tree), func(name string) bool {
		let := m.lets[name]
		return name == "event" || let != nil && !slices.Contains(within, name) && m.momentary(let, append(within, name))
	})
}

// find returns the sense that an expression has where its names mean that, nil if none is known.
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

// same is reflect.DeepEqual; functions stand for their types here, and are nil.
func same(a, b any) bool {
	of := reflect.TypeOf(a)
	if of != reflect.TypeOf(b) {
		return false
	}
	return of == nil || of.Kind() == reflect.Func || reflect.DeepEqual(a, b)
}
