package plan

import (
	"fmt"
	"reflect"
	"sync"

	"github.com/expr-lang/expr/vm/runtime"
)

// fetch returns a member of a value, as expr's opcode for it does, and stands in its
// place: expr looks through a struct anew for each of its fields, which costs a hook,
// that asks each but once or twice, more than all else that it does with them.
func fetch(of ...any) (any, error) {
	if name, ok := of[1].(string); ok {
		if v := reflect.ValueOf(of[0]); v.Kind() == reflect.Struct && v.NumMethod() == 0 {
			for i, field := range fieldsOf(v.Type()) {
				if field == name {
					return v.Field(i).Interface(), nil
				}
			}
			return nil, fmt.Errorf("cannot fetch %v from %T", name, of[0])
		}
	}
	return runtime.Fetch(of[0], of[1]), nil
}

// fields are the names that rules know a struct's fields by, of types.
var fields sync.Map

// fieldsOf returns the names of a struct's fields, in their order, as their tags have
// them; "-" is not to be known.
func fieldsOf(t reflect.Type) []string {
	if names, ok := fields.Load(t); ok {
		return names.([]string)
	}
	names := make([]string, t.NumField())
	for i := range names {
		f := t.Field(i)
		if names[i] = f.Tag.Get("expr"); names[i] == "" {
			names[i] = f.Name
		}
	}
	fields.Store(t, names)
	return names
}
