package files

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/tidwall/gjson"
)

// An Object is a JSON object that keeps the order of its names and the very
// bytes of the values it was read with, numbers beyond 2^53 included. The zero
// Object is empty.
type Object struct {
	names  []string
	values map[string]json.RawMessage
}

// ReadObject reads valid JSON; what is not an object reads as empty. Of a name
// that stands twice the last value holds.
func ReadObject(raw []byte) *Object {
	o := &Object{}
	root := gjson.ParseBytes(raw)
	if !root.IsObject() {
		return o
	}
	root.ForEach(func(k, item gjson.Result) bool {
		o.Set(k.String(), json.RawMessage(item.Raw))
		return true
	})
	return o
}

// parseObject reads the content of a file, which may be anything; what is not
// one JSON object reads as empty.
func parseObject(data []byte) *Object {
	if !json.Valid(data) {
		return &Object{}
	}
	return ReadObject(data)
}

// Get returns the value of a name, nil if there is none.
func (o *Object) Get(name string) json.RawMessage { return o.values[name] }

// text returns the value of a name, and whether it is a text.
func (o *Object) text(name string) (string, bool) {
	v := gjson.ParseBytes(o.values[name])
	return v.Str, v.Type == gjson.String
}

// Set gives a name a value; a new name stands last.
func (o *Object) Set(name string, raw json.RawMessage) {
	if o.values == nil {
		o.values = map[string]json.RawMessage{}
	}
	if _, ok := o.values[name]; !ok {
		o.names = append(o.names, name)
	}
	o.values[name] = raw
}

// SetPath sets the value at names joined by dots, making the objects between.
func (o *Object) SetPath(path string, raw json.RawMessage) {
	head, rest, deep := strings.Cut(path, ".")
	if !deep {
		o.Set(head, raw)
		return
	}
	inner := ReadObject(o.values[head])
	inner.SetPath(rest, raw)
	o.Set(head, inner.Encode())
}

// Encode writes the object on one line.
func (o *Object) Encode() json.RawMessage {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, n := range o.names {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(JSON(n))
		b.WriteByte(':')
		b.Write(o.values[n])
	}
	b.WriteByte('}')
	return b.Bytes()
}

// JSON writes a value that JSON can hold, on one line, <, > and & as they are.
func JSON(v any) json.RawMessage {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.Encode(v)
	return bytes.TrimRight(b.Bytes(), "\n")
}
