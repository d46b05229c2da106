package expr

import (
	"fmt"
	"maps"
	"slices"

	"github.com/expr-lang/expr/types"
)

// A Value is data of a rule set that expressions know by a name.
type Value struct {
	Data any  // nil, bool, int, float64, string, []any or map[string]any
	Open bool // it may be other data where the rule set is used, as it is a default
}

// Values finds values by their names. ok is false if there is nothing of a name, and
// err says why what there is is no data.
type Values func(name string) (v Value, ok bool, err error)

// ValuesOf are values. They are constants: types are checked with the name in its
// place, and then data stands there, so that proofs and code know nothing of values.
// Nil has none.
func ValuesOf(find Values) Vocabulary {
	v := newVocabulary()
	if find != nil {
		v.values = []Values{find}
	}
	return v
}

// value finds the value of a name, that of the last layer that has one.
func (s *Scope) value(name string) (Value, bool, error) {
	for _, find := range slices.Backward(s.values) {
		if v, ok, err := find(name); ok || err != nil {
			return v, ok, err
		}
	}
	return Value{}, false, nil
}

// valuesIn returns the values that an expression names. It is the same at each call.
func (s *Scope) valuesIn(src string) (map[string]Value, error) {
	if used, known := s.uses[src]; known || len(s.values) == 0 {
		return used, nil
	}
	used, is := map[string]Value{}, read(src)
	for _, id := range is.identifiers {
		// A rule set may have had a value of a name before there was a fact of it.
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

// Data returns the data of the values that an expression names, by name, and of predicates
// their conditions.
func (s *Scope) Data(src string) map[string]any {
	used, _ := s.valuesIn(src)
	all := data(used)
	for name, p := range s.predicates.asked(src) {
		all[name] = p.signature() + ": " + p.Src
	}
	return all
}

// without returns names without the facts that an expression doesn't call and whose names
// it gives to what it keeps by let.
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

// data returns values without what is said of them.
func data(values map[string]Value) map[string]any {
	all := map[string]any{}
	for name, v := range values {
		all[name] = v.Data
	}
	return all
}

// withTypes returns names, and those of values with their types.
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

// dataType returns the type that data is checked as. Objects of a list have the fields
// that some of them have.
func dataType(v any) types.Type {
	switch v := v.(type) {
	case string, *Words: // as a pattern is a text
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

// either returns the type of what is of one type or the other; one may be nil.
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

// Fields returns the names of the fields of what stands at a path below a value, none
// if that is no object.
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
