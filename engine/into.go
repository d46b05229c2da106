package engine

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
)

// Into puts what a tree has into what to points to, as encoding/json does what is written
// there: a struct has fields by their names in either case, and others are left out. Its
// errors are those of encoding/json.
//
// A struct of texts, numbers and lists of them is filled without that: to get encoding/json
// ready takes an event as long as most facts and actions.
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

// assign sets a value to another; false where that is not as simple as can be.
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
		if v.Kind() != reflect.Slice || v.Type().Name() != "" { // which may read itself
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

// exact is beyond what a float64 holds of whole numbers, each.
const exact = 1 << 53

func number(v reflect.Value, n float64) bool {
	if v.Type() != reflect.TypeFor[int]() || n != math.Trunc(n) || math.Abs(n) >= exact {
		return false
	}
	v.SetInt(int64(n))
	return true
}

// members sets the fields of a struct, also of one in it without a name of its own.
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

// member returns the field of a name, the zero value if there is none; not ok where a tag may
// name it otherwise.
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
