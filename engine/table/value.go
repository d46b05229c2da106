package table

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"bcrules.dev/engine/files"

	"github.com/tidwall/gjson"
)

// value appends a value of a type as JSON. Its errors give the path, what was found and what is
// wanted.
func (r *reader) value(to []byte, t *Type, path string, v gjson.Result) ([]byte, error) {
	switch {
	case present(v):
	case t.Needed:
		return nil, fmt.Errorf("%s: found nothing, want %s", path, t)
	case t.Default != nil:
		v = gjson.ParseBytes(t.Default)
	default:
		return r.zero(to, t, path)
	}
	wrong := func() ([]byte, error) { return nil, fmt.Errorf("%s: found %s, want %s", path, short(v), t) }
	if !r.holds(t, v) {
		return wrong()
	}
	switch t.Kind {
	case "any":
		return append(to, v.Raw...), nil
	case "pattern":
		source, flags, ok := patternOf(v)
		if v.Type == gjson.String {
			flags = t.flags()
		}
		if !ok {
			return nil, fmt.Errorf(`%s: found %s, want a text or {"source": …, "flags": …}`, path, short(v))
		}
		to = append(append(to, `{"source":`...), files.JSON(source)...)
		return append(append(append(to, `,"flags":`...), files.JSON(flags)...), '}'), nil
	case "list":
		if !v.IsArray() {
			return wrong()
		}
		return r.list(to, t, path, v)
	case "object":
		if !v.IsObject() {
			return wrong()
		}
		return r.object(to, t, path, v)
	}
	if !scalar(t.Kind, v) {
		return wrong()
	}
	if r.known(t, path, v); t.Kind == "string" {
		return append(to, files.JSON(v.String())...), nil
	}
	return append(to, canonical(v)...), nil
}

// list appends a list of values; without an item type, the items as they are.
func (r *reader) list(to []byte, t *Type, path string, v gjson.Result) ([]byte, error) {
	to = append(to, '[')
	for i, item := range v.Array() {
		if i > 0 {
			to = append(to, ',')
		}
		var err error
		if t.Item == nil {
			to = append(to, item.Raw...)
		} else if to, err = r.value(to, t.Item, fmt.Sprintf("%s[%d]", path, i), item); err != nil {
			return nil, err
		}
	}
	return append(to, ']'), nil
}

// scalar reports whether a value is a text, number or boolean of a kind.
func scalar(kind string, v gjson.Result) bool {
	switch kind {
	case "string":
		return v.Type == gjson.String
	case "bool":
		return v.IsBool()
	case "int":
		return v.Type == gjson.Number && v.Num == math.Trunc(v.Num) && math.Abs(v.Num) < 1<<53
	}
	return v.Type == gjson.Number
}

func (r *reader) object(to []byte, t *Type, path string, v gjson.Result) ([]byte, error) {
	to = append(to, '{')
	for i := range t.Fields {
		f := &t.Fields[i]
		if i > 0 {
			to = append(to, ',')
		}
		to = append(append(to, files.JSON(f.Name)...), ':')
		var err error
		if to, err = r.value(to, &f.Type, path+"."+f.Name, v.Get(gjson.Escape(f.Name))); err != nil {
			return nil, err
		}
	}
	return append(to, '}'), nil
}

// zero appends the zero value of a type.
func (r *reader) zero(to []byte, t *Type, path string) ([]byte, error) {
	zero := "0"
	switch t.Kind {
	case "object":
		return r.object(to, t, path, gjson.Result{})
	case "string":
		zero = `""`
	case "bool":
		zero = "false"
	case "list":
		zero = "[]"
	case "pattern":
		zero = `{"source":"","flags":""}`
	case "any":
		zero = "null"
	}
	return append(to, zero...), nil
}

// holds reports whether a value satisfies the bounds of its type.
func (r *reader) holds(t *Type, v gjson.Result) bool {
	for _, b := range t.Bounds {
		if want := gjson.ParseBytes(b.Value); !r.bound(b.Op, v, want) {
			return false
		}
	}
	return true
}

// known records a value that is not among the known ones of its type.
func (r *reader) known(t *Type, path string, v gjson.Result) {
	for _, b := range t.Bounds {
		if r.strict && b.Op == known && !r.bound(in, v, gjson.ParseBytes(b.Value)) {
			r.idle = append(r.idle, Fault{Why: fmt.Sprintf("%s: found %s, want %s", path, short(v), b.either())})
		}
	}
}

func (r *reader) bound(op string, v, want gjson.Result) bool {
	switch op {
	case known, Flags:
		return true
	case in:
		return slices.ContainsFunc(want.Array(), func(w gjson.Result) bool { return canonical(v) == canonical(w) })
	case "!=":
		return canonical(v) != canonical(want)
	case "=~", "!~":
		re, ok := r.res[want.String()]
		if !ok {
			re, _ = regexp.Compile(want.String()) // CUE has accepted it
			r.res[want.String()] = re
		}
		return v.Type == gjson.String && re != nil && re.MatchString(v.String()) == (op == "=~")
	}
	order := strings.Compare(v.String(), want.String())
	if want.Type == gjson.Number {
		order = cmp.Compare(v.Num, want.Num)
	}
	if v.Type != want.Type {
		return false
	}
	switch op {
	case "<":
		return order < 0
	case "<=":
		return order <= 0
	case ">":
		return order > 0
	}
	return order >= 0
}

// flags returns the flags of patterns that are plain texts.
func (t *Type) flags() string {
	for _, b := range t.Bounds {
		if b.Op == Flags {
			return gjson.ParseBytes(b.Value).String()
		}
	}
	return ""
}

// patternOf decodes a pattern: a text, or a source with its flags.
func patternOf(v gjson.Result) (source, flags string, ok bool) {
	if v.Type == gjson.String {
		return v.String(), "", true
	}
	s, f := v.Get("source"), v.Get("flags")
	return s.String(), f.String(), s.Type == gjson.String && (f.Type == gjson.String || !present(f))
}

// canonical returns the same text for equal values: scalars normalised, others as their JSON.
func canonical(v gjson.Result) string {
	switch v.Type {
	case gjson.String:
		return `"` + v.String()
	case gjson.Number:
		return strconv.FormatFloat(v.Num, 'f', -1, 64)
	}
	return v.Raw
}

// canonicalOf is canonical for a value of an expression.
func canonicalOf(v any) (string, error) {
	switch v := v.(type) {
	case string:
		return `"` + v, nil
	case bool:
		return strconv.FormatBool(v), nil
	case int:
		return strconv.Itoa(v), nil
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64), nil
	case json.Number:
		return canonical(gjson.Parse(v.String())), nil
	}
	return "", fmt.Errorf("found %T, want a text, a number, true or false", v)
}

// shown bounds how many bytes of a value an error shows.
const shown = 60

// short formats a value for messages.
func short(v gjson.Result) string {
	if !v.Exists() {
		return "nothing"
	}
	text := strings.Join(strings.Fields(v.Raw), " ")
	if len(text) > shown {
		text = strings.ToValidUTF8(text[:shown], "") + "…"
	}
	return text
}
