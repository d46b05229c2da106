package settings

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tailscale/hujson"
)

// members returns the members of an object, nil of any other value.
func members(of hujson.ValueTrimmed) []hujson.ObjectMember {
	if o, ok := of.(*hujson.Object); ok {
		return o.Members
	}
	return nil
}

// elements returns the elements of a list, nil of any other value.
func elements(of hujson.ValueTrimmed) []hujson.Value {
	if a, ok := of.(*hujson.Array); ok {
		return a.Elements
	}
	return nil
}

func named(m hujson.ObjectMember) string { return m.Name.Value.(hujson.Literal).String() }

// index returns the position of a name in an object, -1 if it is missing. The last of several
// counts, as it does for the agent.
func index(of hujson.ValueTrimmed, name string) int {
	all := members(of)
	for i := len(all) - 1; i >= 0; i-- {
		if named(all[i]) == name {
			return i
		}
	}
	return -1
}

// member returns the value of a name in an object, one without a Value if there is none.
func member(of hujson.ValueTrimmed, name string) hujson.Value {
	if i := index(of, name); i >= 0 {
		return members(of)[i].Value
	}
	return hujson.Value{}
}

// An item is a member of an object or an element of a list, with the comments and white space around
// it. An extra last item has no value; its before is what precedes the closing bracket.
type item struct {
	name   *hujson.Value // nil in a list
	value  *hujson.Value
	before *hujson.Extra
	after  *hujson.Extra // before the comma; not nil in the last element if it has a trailing comma
}

// items returns the items of an object or a list. They are valid until one is added or removed.
func items(of hujson.ValueTrimmed) (all []item) {
	switch of := of.(type) {
	case *hujson.Object:
		for i := range of.Members {
			m := &of.Members[i]
			all = append(all, item{&m.Name, &m.Value, &m.Name.BeforeExtra, &m.Value.AfterExtra})
		}
		all = append(all, item{before: &of.AfterExtra})
	case *hujson.Array:
		for i := range of.Elements {
			e := &of.Elements[i]
			all = append(all, item{nil, e, &e.BeforeExtra, &e.AfterExtra})
		}
		all = append(all, item{before: &of.AfterExtra})
	}
	return all
}

// patch changes an object or a list through the library, which keeps comments with their values.
func patch(in hujson.ValueTrimmed, op, name string, value json.RawMessage) {
	root := hujson.Value{Value: in}
	if err := root.Patch(fmt.Appendf(nil, `[{"op":%q,"path":"/%s","value":%s}]`, op, name, value)); err != nil {
		panic(err) // can't happen: name and value are ours, or the name exists
	}
}

// insert appends a value to an object, under a new name, or to a list, under the name "-". It gets
// lines of its own if others have; depth is the number of levels around it.
func (f *File) insert(in hujson.ValueTrimmed, name string, value json.RawMessage, depth int) {
	was := items(in)
	n := len(was) - 1
	lines, lead, end := n == 0, " ", space(*was[n].before)
	for _, i := range was {
		lines = lines || strings.Contains(space(*i.before), "\n")
	}
	if lines {
		lead, value = f.line(depth), f.indented(value, depth)
	} else if n > 1 {
		lead = space(*was[n-1].before)
	}
	if lines && !strings.Contains(end, "\n") {
		end = f.line(depth - 1)
	}
	patch(in, "add", name, value)
	now := items(in)
	if now[n].name != nil {
		now[n].value.BeforeExtra = hujson.Extra(" ")
	}
	if n > 0 && *now[n-1].after != nil {
		*now[n].after = hujson.Extra{}
	}
	spaced(now[n].before, lead)
	spaced(now[n+1].before, end)
}

// remove takes an item out of an object or a list. After an insert it restores the text from before.
func remove(from hujson.ValueTrimmed, i int) {
	was := items(from)
	at, name, end := was[i], strconv.Itoa(i), space(*was[i+1].before)
	if i == 0 && len(was) > 2 && len(end) == len(*was[1].before) {
		end = space(*was[0].before)
	}
	var comment hujson.Extra
	if i > 0 && i == len(was)-2 { // the item before becomes the last
		if last := was[i-1].after; *at.after == nil {
			comment, *last = bytes.Clone(*last), nil
		} else if *last == nil {
			*last = hujson.Extra{}
		}
	}
	if at.name != nil {
		at.name.Value, name = hujson.String("\x00"), `\u0000` // its name may occur more than once
	}
	patch(from, "remove", name, []byte("null"))
	rest := items(from)[i].before
	*rest = slices.Concat(comment, *rest)
	if len(was) == 2 && len(space(*rest)) == len(*rest) { // nothing is left
		end = ""
	}
	spaced(rest, end)
}

// newline returns the file's line ending.
func (f *File) newline() string {
	if i := bytes.IndexByte(f.was, '\n'); i > 0 && f.was[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// indent returns the file's indentation for one level.
func (f *File) indent() string {
	before := space(*items(f.root.Value)[0].before)
	if i := strings.LastIndexByte(before, '\n'); i >= 0 && i+1 < len(before) {
		return before[i+1:]
	}
	return "  "
}

// line returns a line break with the indentation of a depth.
func (f *File) line(depth int) string { return f.newline() + strings.Repeat(f.indent(), depth) }

// indented returns a value formatted over several lines at a depth.
func (f *File) indented(value json.RawMessage, depth int) json.RawMessage {
	var b bytes.Buffer
	json.Indent(&b, value, strings.Repeat(f.indent(), depth), f.indent()) // it is valid
	return bytes.ReplaceAll(b.Bytes(), []byte("\n"), []byte(f.newline()))
}

// space returns the white space after the last comment, including the end of its line.
func space(e hujson.Extra) string { return string(e[len(bytes.TrimRight(e, " \t\r\n")):]) }

// spaced replaces the white space after the last comment, and ends the comment's line.
func spaced(e *hujson.Extra, with string) {
	comments := bytes.TrimRight(*e, " \t\r\n")
	if len(comments) > 0 && !strings.Contains(with, "\n") {
		with = "\n" + with
	}
	*e = append(bytes.Clone(comments), with...)
}
