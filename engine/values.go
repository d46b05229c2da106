package engine

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
	"time"

	"bcrules.dev/engine/files"

	"github.com/tidwall/gjson"
)

// Values are values of expressions by name. Their JSON keeps the types of expressions: integers
// apart from floats, and times and durations, which are wrapped in an object. A struct becomes an
// object with its expression names and is decoded as one, since code reads both alike.
type Values map[string]any

// The single key of a wrapping object.
const (
	packedObject   = "object"
	packedTime     = "time"     // RFC 3339, with nanoseconds
	packedDuration = "duration" // nanoseconds
)

// MarshalJSON implements json.Marshaler.
func (v Values) MarshalJSON() ([]byte, error) {
	out := map[string]any{}
	for name, value := range v {
		out[name] = packed(value)
	}
	return json.Marshal(out)
}

// UnmarshalJSON implements json.Unmarshaler.
func (v *Values) UnmarshalJSON(raw []byte) error {
	*v = Values{}
	gjson.ParseBytes(raw).ForEach(func(name, value gjson.Result) bool {
		(*v)[name.String()] = unpacked(value)
		return true
	})
	return nil
}

// packed makes a value fit for JSON.
func packed(v any) any {
	switch v := v.(type) {
	case nil, string, bool, int, json.RawMessage:
		return v
	case float64:
		text := strconv.FormatFloat(v, 'g', -1, 64)
		if !strings.ContainsAny(text, ".eNI") {
			text += ".0"
		}
		if !files.Valid([]byte(text)) { // NaN or infinite
			return nil
		}
		return json.RawMessage(text)
	case time.Time:
		return map[string]any{packedTime: v.Format(time.RFC3339Nano)}
	case time.Duration:
		return map[string]any{packedDuration: int64(v)}
	}
	r := reflect.ValueOf(v)
	out := map[string]any{}
	switch r.Kind() {
	case reflect.Struct:
		for _, f := range reflect.VisibleFields(r.Type()) {
			if name := f.Tag.Get("expr"); name != "" {
				out[name] = packed(r.FieldByIndex(f.Index).Interface())
			}
		}
	case reflect.Map:
		for _, k := range r.MapKeys() {
			out[k.String()] = packed(r.MapIndex(k).Interface())
		}
	case reflect.Slice:
		list := []any{}
		for i := range r.Len() {
			list = append(list, packed(r.Index(i).Interface()))
		}
		return list
	default:
		return v
	}
	return map[string]any{packedObject: out}
}

// unpacked is the reverse of packed.
func unpacked(v gjson.Result) any {
	switch {
	case v.Type == gjson.Number && !strings.ContainsAny(v.Raw, ".eE"):
		return int(v.Int())
	case v.IsArray():
		list := []any{}
		v.ForEach(func(_, item gjson.Result) bool {
			list = append(list, unpacked(item))
			return true
		})
		return list
	case v.Get(packedTime).Exists():
		t, _ := time.Parse(time.RFC3339Nano, v.Get(packedTime).Str)
		return t
	case v.Get(packedDuration).Exists():
		return time.Duration(v.Get(packedDuration).Int())
	case v.IsObject():
		out := map[string]any{}
		v.Get(packedObject).ForEach(func(name, item gjson.Result) bool {
			out[name.String()] = unpacked(item)
			return true
		})
		return out
	}
	return v.Value()
}
