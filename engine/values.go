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

// Values are values of expressions by name. As JSON they keep what expressions tell apart:
// a whole number, times and durations, which stand under a name of their own. What is a
// struct has the names that expressions use, and is read back as an object, as code asks
// both in the same way.
type Values map[string]any

// The one name of an object that stands for something.
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

// packed returns a value as JSON can have it.
func packed(v any) any {
	switch v := v.(type) {
	case nil, string, bool, int, json.RawMessage:
		return v
	case float64:
		text := strconv.FormatFloat(v, 'g', -1, 64)
		if !strings.ContainsAny(text, ".eNI") {
			text += ".0"
		}
		if !files.Valid([]byte(text)) { // none that JSON has
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
