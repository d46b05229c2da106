package plan

import (
	"fmt"
	"reflect"
	"sync"

	"github.com/expr-lang/expr/vm/runtime"
)

// fetch returns a member of a value. It replaces expr's opcode, which searches a struct's fields by
// reflection at each access; hooks access most fields once or twice, and that search costs more
// than all else they do with them.
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

// fields caches the field names of struct types.
var fields sync.Map

// fieldsOf returns the expression names of a struct's fields, in order; "-" for a hidden one.
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
