package sql

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"time"
)

// of converts a value from a database to a kind, as closely as possible: databases have fewer types
// than rows, or others. A value that can't be converted stays as it is, and rules then read the zero
// value.
func of(kind string, v any) any {
	switch x := v.(type) {
	case []byte:
		v = strings.ToValidUTF8(string(x), "\uFFFD")
	case time.Time:
		v = x.UTC().Format(time.RFC3339Nano)
	}
	switch text, isText := v.(string); kind {
	case "string":
		return textOf(v)
	case "bool":
		return truth(v)
	case "int", "number":
		if n, err := strconv.ParseFloat(text, 64); isText && err == nil && !math.IsInf(n, 0) && !math.IsNaN(n) {
			return json.Number(strings.TrimSpace(text))
		}
		if f, ok := v.(float64); ok && (math.IsInf(f, 0) || math.IsNaN(f)) {
			return nil
		}
	case "list", "object", "any":
		if trimmed := strings.TrimSpace(text); isText && trimmed != "" && (trimmed[0] == '[' || trimmed[0] == '{') && json.Valid([]byte(text)) {
			return json.RawMessage(text)
		}
	}
	return v
}

func textOf(v any) any {
	switch v := v.(type) {
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case bool:
		return strconv.FormatBool(v)
	}
	return v
}

func truth(v any) any {
	switch v := v.(type) {
	case int64:
		return v != 0
	case string:
		b, err := strconv.ParseBool(v)
		return b && err == nil
	}
	return v
}

// argument converts a JSON value to an argument of a statement.
func argument(v any) any {
	n, ok := v.(json.Number)
	if !ok {
		if raw, isRaw := v.(json.RawMessage); isRaw {
			return argumentOf(raw)
		}
		return v
	}
	if i, err := n.Int64(); err == nil {
		return i
	}
	f, _ := n.Float64()
	return f
}

// argumentOf decodes a raw argument.
func argumentOf(raw json.RawMessage) any {
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return nil
	}
	return argument(v)
}
