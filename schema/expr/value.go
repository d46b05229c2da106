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
	Open bool // it is a default, which may differ where the rule set is used
}

// Values finds values by name. ok is false if nothing has the name; err says why something isn't
// data.
type Values func(name string) (v Value, ok bool, err error)

// ValuesOf is the vocabulary of values; empty for nil. Values are constants: types are checked
// while their names are in place, then the data replaces the names, so that proofs and code need
// not know about values.
func ValuesOf(find Values) Vocabulary {
	v := newVocabulary()
	if find != nil {
		v.values = []Values{find}
	}
	return v
}

// value returns the value of a name, from the last vocabulary that has it.
func (s *Scope) value(name string) (Value, bool, error) {
	for _, find := range slices.Backward(s.values) {
		if v, ok, err := find(name); ok || err != nil {
			return v, ok, err
		}
	}
	return Value{}, false, nil
}

// valuesIn returns the values that an expression uses. The result is cached.
func (s *Scope) valuesIn(src string) (map[string]Value, error) {
	if used, known := s.uses[src]; known || len(s.values) == 0 {
		return used, nil
	}
	used, is := map[string]Value{}, read(src)
	for _, id := range is.identifiers {
		// A fact that isn't called doesn't hide a value: the rule set may have named the value
		// before the fact existed.
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

// Data returns the data of the values that an expression uses, and the conditions of the predicates
// that it calls, by name.
func (s *Scope) Data(src string) map[string]any {
	used, _ := s.valuesIn(src)
	all := data(used)
	for name, p := range s.predicates.callees(src) {
		all[name] = p.signature() + ": " + p.Src
	}
	return all
}

// without returns names without those facts that an expression only binds by let and doesn't call.
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

// withTypes returns names with those of values added, each with its type.
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

// dataType returns the type by which data is checked. The items of a list of objects have the
// fields of all of them.
func dataType(v any) types.Type {
	switch v := v.(type) {
	case string, *Words: // a set is used in place of a pattern
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

// either returns the type that both have in common; one may be nil.
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

// Fields returns the field names of the object at a path below a value, none if there is no such
// object.
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
