package expr

import (
	"fmt"
	"maps"
	"slices"

	"github.com/expr-lang/expr/types"
)

// A Value is named data of a rule set.
type Value struct {
	Data any  // nil, bool, int, float64, string, []any or map[string]any
	Open bool // it is a default, and may be other data where the rule set is used
}

// Values finds values by name. ok is false if nothing has the name; err says why something isn't
// data.
type Values func(name string) (v Value, ok bool, err error)

// ValuesOf is the vocabulary of values, none for nil. They are constants: types are checked with
// their names in place, then data replaces these, so that proofs and code know nothing of values.
func ValuesOf(find Values) Vocabulary {
	v := newVocabulary()
	if find != nil {
		v.values = []Values{find}
	}
	return v
}

// value returns the value of a name, from the last layer that has it.
func (s *Scope) value(name string) (Value, bool, error) {
	for _, find := range slices.Backward(s.values) {
		if v, ok, err := find(name); ok || err != nil {
			return v, ok, err
		}
	}
	return Value{}, false, nil
}

// valuesIn returns the values that an expression names. The result is cached.
func (s *Scope) valuesIn(src string) (map[string]Value, error) {
	if used, known := s.uses[src]; known || len(s.values) == 0 {
		return used, nil
	}
	used, is := map[string]Value{}, read(src)
	for _, id := range is.identifiers {
		// A rule set may have had a value of this name before there was such a fact.
		fact := s.facts[id.Value].Ask != nil && !is.calls[id.Value]
		if s.typed[id.Value] != nil && !fact || slices.Contains(is.variables, id.Value) {
			continue
		}
		v, ok, err := s.value(id.Value)
		if err != nil {
			return nil, &SourceError{Offset: byteOffset(src, id.Location().From), Msg: err.Error()}
		}
		if ok {
			used[id.Value] = v
		}
	}
	s.uses[src] = used
	return used, nil
}

// Data returns the data of the values that an expression names, by name, and the conditions of
// its predicates.
func (s *Scope) Data(src string) map[string]any {
	used, _ := s.valuesIn(src)
	all := data(used)
	for name, p := range s.predicates.callees(src) {
		all[name] = p.signature() + ": " + p.Src
	}
	return all
}

// without returns names without the facts that an expression doesn't call and whose names it
// binds by let.
func (s *Scope) without(src string, names map[string]any) map[string]any {
	is, cloned := read(src), false
	for _, name := range is.variables {
		if s.facts[name].Ask == nil || names[name] == nil || is.calls[name] {
			continue
		}
		if !cloned {
			names, cloned = maps.Clone(names), true
		}
		delete(names, name)
	}
	return names
}

// data returns the data of values.
func data(values map[string]Value) map[string]any {
	all := map[string]any{}
	for name, v := range values {
		all[name] = v.Data
	}
	return all
}

// withTypes returns names with those of values and their types added.
func withTypes(names map[string]any, values map[string]Value) map[string]any {
	if len(values) == 0 {
		return names
	}
	names = maps.Clone(names)
	for name, v := range values {
		names[name] = dataType(v.Data)
	}
	return names
}

// dataType returns the type that data is checked with. Objects of a list have the fields of
// any of them.
func dataType(v any) types.Type {
	switch v := v.(type) {
	case string, *Words: // a set stands where a pattern does
		return types.String
	case bool:
		return types.Bool
	case int:
		return types.Int
	case float64:
		return types.Float64
	case []any:
		var item types.Type
		for _, x := range v {
			item = either(item, dataType(x))
		}
		if item == nil {
			item = types.Any
		}
		return types.Array(item)
	case map[string]any:
		m := types.Map{}
		for name, x := range v {
			m[name] = dataType(x)
		}
		return m
	}
	return types.Any
}

// either returns the common type of two; one may be nil.
func either(a, b types.Type) types.Type {
	x, ok1 := a.(types.Map)
	y, ok2 := b.(types.Map)
	switch {
	case a == nil:
		return b
	case ok1 && ok2:
		m := maps.Clone(x)
		for name, t := range y {
			m[name] = either(m[name], t)
		}
		return m
	case fmt.Sprint(a) == fmt.Sprint(b):
		return a
	}
	return types.Any
}

// Fields returns the field names of the object at a path below a value, none if there is
// none.
func (s *Scope) Fields(name string, path []string) []string {
	v, _, _ := s.value(name)
	at := v.Data
	for _, name := range path {
		m, _ := at.(map[string]any)
		at = m[name]
	}
	m, _ := at.(map[string]any)
	return slices.Sorted(maps.Keys(m))
}
