package engine

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"unsafe"

	"bcrules.dev/engine/plan"
)

// key returns the cache key of a fact's arguments.
func key(args ...any) string {
	if len(args) == 1 {
		if s, ok := args[0].(string); ok {
			return s
		}
	}
	b := make([]byte, 0, 96)
	for _, a := range args {
		b = appendKey(b, a)
	}
	return string(b)
}

// appendKey appends an encoding that is unique to the value. Arguments may be as large as a file,
// and nearly always have JSON types.
func appendKey(b []byte, value any) []byte {
	switch v := value.(type) {
	case string:
		b = append(strconv.AppendInt(append(b, 's'), int64(len(v)), 10), ':')
		return append(b, v...)
	case plan.Ready:
		// Keyed by address, as it may be long and its caller keeps it in place. The same text
		// elsewhere is just asked again.
		b = strconv.AppendUint(append(b, 'r'), uint64(uintptr(unsafe.Pointer(unsafe.StringData(v.Made)))), 36)
		return append(strconv.AppendInt(append(b, '+'), int64(len(v.Made)), 10), ';')
	case bool:
		return append(strconv.AppendBool(b, v), ';')
	case int:
		return append(strconv.AppendInt(append(b, 'i'), int64(v), 10), ';')
	case float64:
		return append(strconv.AppendFloat(append(b, 'f'), v, 'g', -1, 64), ';')
	case []any:
		b = append(b, '[')
		for _, item := range v {
			b = appendKey(b, item)
		}
		return append(b, ']')
	case map[string]any:
		if len(v) == 0 {
			return append(b, "{}"...)
		}
		b = append(b, '{')
		for _, name := range slices.Sorted(maps.Keys(v)) {
			b = appendKey(appendKey(b, name), v[name])
		}
		return append(b, '}')
	}
	switch v := reflect.ValueOf(value); v.Kind() {
	case reflect.Struct:
		return appendFields(b, v)
	case reflect.Slice: // of an optional parameter
		b = append(append(b, v.Type().String()...), '[')
		for i := range v.Len() {
			b = appendKey(b, v.Index(i).Interface())
		}
		return append(b, ']')
	}
	return fmt.Appendf(b, "%T %#v\x00", value, value)
}

// appendFields encodes a Go struct, which facts return and pass to each other.
func appendFields(b []byte, v reflect.Value) []byte {
	b = append(append(b, v.Type().String()...), '{')
	for i := range v.NumField() {
		switch f := v.Field(i); f.Kind() {
		case reflect.String:
			b = appendKey(b, f.String())
		case reflect.Bool:
			b = appendKey(b, f.Bool())
		case reflect.Pointer: // to a cache made of the other fields
		default:
			b = fmt.Appendf(b, "%#v\x00", f)
		}
	}
	return append(b, '}')
}
