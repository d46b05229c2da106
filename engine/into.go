package engine

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
)

// Into decodes a tree into the value that to points to, as encoding/json would: struct fields match
// by name in either case, unknown names are ignored. Its errors are those of encoding/json.
//
// Structs of texts, numbers and lists of them are filled without it, because setting up
// encoding/json costs an event as much as most facts and actions.
func Into(tree, to any) error {
	if assign(reflect.ValueOf(to).Elem(), tree) {
		return nil
	}
	raw, err := json.Marshal(tree)
	if err == nil {
		err = json.Unmarshal(raw, to)
	}
	return err
}

// assign sets v to from. It reports false for anything but the simple cases.
func assign(v reflect.Value, from any) bool {
	switch from := from.(type) {
	case string:
		if v.Type() != reflect.TypeFor[string]() {
			return false
		}
		v.SetString(from)
	case bool:
		if v.Type() != reflect.TypeFor[bool]() {
			return false
		}
		v.SetBool(from)
	case int:
		return number(v, float64(from))
	case float64:
		return number(v, from)
	case []any:
		if v.Kind() != reflect.Slice || v.Type().Name() != "" { // a named type may decode itself
			return false
		}
		list := reflect.MakeSlice(v.Type(), len(from), len(from))
		for i := range from {
			if !assign(list.Index(i), from[i]) {
				return false
			}
		}
		v.Set(list)
	case map[string]any:
		return members(v, from)
	default:
		return false
	}
	return true
}

// exact bounds the whole numbers that a float64 holds exactly.
const exact = 1 << 53

func number(v reflect.Value, n float64) bool {
	if v.Type() != reflect.TypeFor[int]() || n != math.Trunc(n) || math.Abs(n) >= exact {
		return false
	}
	v.SetInt(int64(n))
	return true
}

// members sets the fields of a struct, including those of embedded structs.
func members(v reflect.Value, from map[string]any) bool {
	if v.Kind() != reflect.Struct || reflect.PointerTo(v.Type()).Implements(reflect.TypeFor[json.Unmarshaler]()) {
		return false
	}
	had := map[string]bool{}
	for name, item := range from {
		f, ok := member(v, name)
		if !ok {
			return false
		}
		if f == (reflect.Value{}) {
			continue
		}
		lower := strings.ToLower(name)
		if had[lower] || !assign(f, item) {
			return false
		}
		had[lower] = true
	}
	return true
}

// member returns the field with a name, the zero Value if there is none. It reports false if a tag
// may rename a field.
func member(v reflect.Value, name string) (found reflect.Value, ok bool) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		switch {
		case f.Tag != "":
			return reflect.Value{}, false
		case f.Anonymous:
			in, ok := v.Field(i), v.Field(i).Kind() == reflect.Struct
			if ok {
				in, ok = member(in, name)
			}
			if !ok || found != (reflect.Value{}) && in != (reflect.Value{}) {
				return reflect.Value{}, false
			}
			if in != (reflect.Value{}) {
				found = in
			}
		case f.IsExported() && strings.EqualFold(f.Name, name):
			if found != (reflect.Value{}) {
				return reflect.Value{}, false
			}
			found = v.Field(i)
		}
	}
	return found, true
}
