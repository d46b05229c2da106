package plan

import (
	"fmt"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/expr-lang/expr/vm/runtime"
)

// A Keeper is a struct that caches the lists made of its fields.
type Keeper interface {
	Kept() *sync.Map
}

// fetch returns a member of a value. It replaces expr's opcode, which searches a struct's fields by
// reflection at each access; hooks access most fields once or twice, and that search costs more
// than all else they do with them.
func fetch(of ...any) (any, error) {
	name, ok := of[1].(string)
	if !ok {
		return runtime.Fetch(of[0], of[1]), nil
	}
	if m, ok := of[0].(map[string]any); ok {
		return m[name], nil
	}
	v := reflect.ValueOf(of[0])
	if v.Kind() != reflect.Struct {
		return runtime.Fetch(of[0], name), nil
	}
	for i, field := range fieldsOf(v.Type()) {
		if field != name {
			continue
		}
		f := v.Field(i)
		if f.Kind() == reflect.Slice && f.Type().Elem().Kind() == reflect.Struct {
			if k, ok := of[0].(Keeper); ok {
				return listOf(f, i, k.Kept()), nil
			}
		}
		return f.Interface(), nil
	}
	if v.NumMethod() > 0 {
		return runtime.Fetch(of[0], name), nil
	}
	return nil, fmt.Errorf("cannot fetch %v from %T", name, of[0])
}

// listOf returns field i, a list of structs, as a cached []any. expr would box each struct whenever
// it iterates over the list, and hooks iterate over an event's lists dozens of times.
func listOf(list reflect.Value, i int, kept *sync.Map) any {
	if kept == nil {
		return list.Interface()
	}
	if made, ok := kept.Load(i); ok {
		return made
	}
	all := make([]any, list.Len())
	for n := range all {
		all[n] = list.Index(n).Interface()
	}
	made := any(all)
	kept.Store(i, made)
	return made
}

// known has the field names of struct types. There are few types, so a linear search is faster than
// a map.
var known atomic.Pointer[[]structFields]

type structFields struct {
	of    reflect.Type
	names []string
}

// fieldsOf returns the expression names of a struct's fields, in order; "-" for a hidden one.
func fieldsOf(t reflect.Type) []string {
	old := known.Load()
	if old == nil {
		old = new([]structFields)
	}
	for _, s := range *old {
		if s.of == t {
			return s.names
		}
	}
	names := make([]string, t.NumField())
	for i := range names {
		f := t.Field(i)
		names[i] = f.Tag.Get("expr")
		if names[i] == "" {
			names[i] = f.Name
		}
		if !f.IsExported() {
			names[i] = "-"
		}
	}
	all := append(slices.Clip(*old), structFields{t, names})
	known.Store(&all) // a type that a concurrent call adds may be lost, and is then added again
	return names
}
