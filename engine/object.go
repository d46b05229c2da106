package engine

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/tidwall/gjson"
)

// An object is a JSON object that keeps the order of its names and the very
// bytes of the values it was read with, numbers beyond 2^53 included.
type object struct {
	names  []string
	values map[string]json.RawMessage
}

func readObject(v gjson.Result) object {
	o := object{values: map[string]json.RawMessage{}}
	v.ForEach(func(k, item gjson.Result) bool {
		o.set(k.String(), json.RawMessage(item.Raw))
		return true
	})
	return o
}

func (o *object) set(name string, raw json.RawMessage) {
	if o.values == nil {
		o.values = map[string]json.RawMessage{}
	}
	if _, ok := o.values[name]; !ok {
		o.names = append(o.names, name)
	}
	o.values[name] = raw
}

// setPath sets the value at names joined by dots, making the objects between.
func (o *object) setPath(path string, raw json.RawMessage) {
	head, rest, deep := strings.Cut(path, ".")
	if !deep {
		o.set(head, raw)
		return
	}
	inner := readObject(gjson.ParseBytes(o.values[head]))
	inner.setPath(rest, raw)
	o.set(head, inner.encode())
}

func (o *object) encode() json.RawMessage {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, n := range o.names {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(quote(n))
		b.WriteByte(':')
		b.Write(o.values[n])
	}
	b.WriteByte('}')
	return b.Bytes()
}

// quote writes a value as JSON without escaping <, > and &.
func quote(v any) json.RawMessage {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return json.RawMessage(`""`)
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}
