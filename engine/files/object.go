package files

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

// An Object is a JSON object that keeps the order of its names and the exact bytes of its values,
// including numbers beyond 2^53. The zero Object is empty.
type Object struct {
	members []member
	at      map[string]int // index in members by name; nil for few members, which are searched
}

// few is the number of members up to which a linear search is as fast.
const few = 32

// A member has a raw value, or an object that is being built.
type member struct {
	name  string
	raw   json.RawMessage
	inner *Object
}

// ReadObject reads valid JSON; anything but an object reads as empty. If names repeat, the last
// value counts.
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

// deepInput is the size in bytes from which nesting could exhaust the stack of gjson's recursive
// check; encoding/json limits the depth, but is slower to set up.
const deepInput = 256 << 10

// Valid reports whether data is one JSON value.
func Valid(data []byte) bool {
	if len(data) < deepInput {
		return gjson.ValidBytes(data)
	}
	return json.Valid(data)
}

// ParseObject reads the content of a file; anything but one JSON object reads as empty.
func ParseObject(data []byte) *Object {
	data = Unmarked(data)
	if !Valid(data) {
		return &Object{}
	}
	return ReadObject(data)
}

// member returns the member with a name, nil if there is none.
func (o *Object) member(name string) *member {
	if len(o.members) > few {
		if o.at == nil {
			o.at = make(map[string]int, 2*len(o.members))
			for i, m := range o.members {
				o.at[m.name] = i
			}
		}
		if i, ok := o.at[name]; ok {
			return &o.members[i]
		}
		return nil
	}
	for i := range o.members {
		if o.members[i].name == name {
			return &o.members[i]
		}
	}
	return nil
}

// Get returns the value of name, nil if there is none.
func (o *Object) Get(name string) json.RawMessage {
	m := o.member(name)
	switch {
	case m == nil:
		return nil
	case m.inner != nil:
		return m.inner.Encode()
	}
	return m.raw
}

// Has reports whether name has a value.
func (o *Object) Has(name string) bool { return o.member(name) != nil }

// Text returns the value of name if it is a text.
func (o *Object) Text(name string) (string, bool) {
	v := gjson.ParseBytes(o.Get(name))
	return v.Str, v.Type == gjson.String
}

// Set sets the value of name; a new name is added at the end.
func (o *Object) Set(name string, raw json.RawMessage) {
	m := o.member(name)
	if m == nil {
		o.members = append(o.members, member{name: name})
		m = &o.members[len(o.members)-1]
		if o.at != nil {
			o.at[name] = len(o.members) - 1
		}
	}
	m.raw, m.inner = raw, nil
}

// SetPath sets the value at a dotted path (SplitPath), making the objects between.
func (o *Object) SetPath(path string, raw json.RawMessage) { o.put(SplitPath(path), raw) }

func (o *Object) put(names []string, raw json.RawMessage) {
	if len(names) == 1 {
		o.Set(names[0], raw)
		return
	}
	o.inside(names[0], true).put(names[1:], raw)
}

// inside returns the object under name for changing, made if made is set; otherwise nil if there is
// none.
func (o *Object) inside(name string, made bool) *Object {
	m := o.member(name)
	if m == nil && made {
		o.Set(name, nil)
		m = o.member(name)
	}
	if m == nil || !made && m.inner == nil && !gjson.ParseBytes(m.raw).IsObject() {
		return nil
	}
	if m.inner == nil {
		m.raw, m.inner = nil, ReadObject(m.raw)
	}
	return m.inner
}

// GetPath returns the value at a dotted path, nil if there is none.
func (o *Object) GetPath(path string) json.RawMessage {
	names := SplitPath(path)
	for _, name := range names[:len(names)-1] {
		if o = o.inside(name, false); o == nil {
			return nil
		}
	}
	return o.Get(names[len(names)-1])
}

// DropPath removes the value at a dotted path if there is one.
func (o *Object) DropPath(path string) {
	names := SplitPath(path)
	for _, name := range names[:len(names)-1] {
		if o = o.inside(name, false); o == nil {
			return
		}
	}
	last := names[len(names)-1]
	o.members, o.at = slices.DeleteFunc(o.members, func(m member) bool { return m.name == last }), nil
}

// Encode encodes the object on one line.
func (o *Object) Encode() json.RawMessage { return o.encode(make([]byte, 0, o.size())) }

// size estimates the length of the object as JSON, in bytes.
func (o *Object) size() int {
	n := len("{}")
	for _, m := range o.members {
		n += len(m.name) + len(m.raw) + len(`"":,`)
		if m.inner != nil {
			n += m.inner.size()
		}
	}
	return n
}

func (o *Object) encode(b []byte) []byte {
	b = append(b, '{')
	for i, m := range o.members {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(quote(b, m.name), ':')
		if m.inner != nil {
			b = m.inner.encode(b)
		} else {
			b = append(b, m.raw...)
		}
	}
	return append(b, '}')
}

// JSON encodes a value on one line, with <, > and & unescaped.
func JSON(v any) json.RawMessage {
	if text, ok := v.(string); ok {
		return quote(make([]byte, 0, len(text)+len(`""`)), text)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.Encode(v)
	return bytes.TrimRight(b.Bytes(), "\n")
}

// quote appends a text as JSON; bytes that are not UTF-8 become U+FFFD. It does what encoding/json
// does, without setting that up.
func quote(b []byte, text string) []byte {
	b = append(b, '"')
	from := 0 // start of the text not yet written
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c >= ' ' && c < utf8.RuneSelf && c != '"' && c != '\\' {
			continue
		}
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(text[i:])
			if r != utf8.RuneError || size > 1 {
				i += size - 1
				continue
			}
		}
		b = append(b, text[from:i]...)
		from = i + 1
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, `\n`...)
		case '\r':
			b = append(b, `\r`...)
		case '\t':
			b = append(b, `\t`...)
		default:
			if c < ' ' {
				b = append(b, `\u00`...)
				b = append(b, "0123456789abcdef"[c>>4], "0123456789abcdef"[c&0xf])
			} else {
				b = utf8.AppendRune(b, utf8.RuneError) // not UTF-8
			}
		}
	}
	return append(append(b, text[from:]...), '"')
}

// Steers reports whether a character controls a terminal, breaks a line, or is invisible, as is
// every blank but the space.
func Steers(r rune) bool {
	return r < ' ' || r >= '\x7f' && (unicode.Is(unicode.Zs, r) || strings.ContainsRune(drawnBlank, r)) || r >= '\x7f' && (unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point) ||
		r >= '\U000E0100' && r <= '\U000E01EF') // variation selectors without variants
}

// drawnBlank has characters that Unicode counts as symbols but that are drawn as nothing: the
// Braille pattern without dots, the note without a head, the Khitan filler.
const drawnBlank = "\u2800\U0001D159\U00016FE4"

// Escaped returns JSON of the same value with characters that steer escaped by number. Whitespace
// between values may include tabs and newlines.
func Escaped(raw []byte) []byte {
	if !bytes.ContainsFunc(raw, func(r rune) bool { return r >= '\x7f' }) {
		return raw // valid JSON escapes the others already
	}
	out := make([]byte, 0, len(raw))
	for _, r := range string(raw) {
		switch {
		case r < '\x7f' || !Steers(r):
			out = utf8.AppendRune(out, r)
		case r > '\uffff':
			high, low := utf16.EncodeRune(r)
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
	}
	return out
}

// Text returns the JSON string in raw, "" if it is anything else.
func Text(raw json.RawMessage) string {
	if v := gjson.ParseBytes(raw); v.Type == gjson.String {
		return v.String()
	}
	return ""
}
