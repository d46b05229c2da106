package settings

import (
	"bytes"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// A list is an object or an array, as items with text before each and before the
// closing bracket. What add puts at its end, drop takes away again so that the
// text is what it was; comments stay in any case.
type list interface {
	len() int
	before(i int) *hujson.Extra
	after(i int) *hujson.Extra // before the comma; not nil in the last item if a comma trails
	tail() *hujson.Extra
	remove(i int)
}

type object struct{ *hujson.Object }

func (o object) len() int                   { return len(o.Members) }
func (o object) before(i int) *hujson.Extra { return &o.Members[i].Name.BeforeExtra }
func (o object) after(i int) *hujson.Extra  { return &o.Members[i].Value.AfterExtra }
func (o object) tail() *hujson.Extra        { return &o.AfterExtra }
func (o object) remove(i int)               { o.Members = slices.Delete(o.Members, i, i+1) }

type array struct{ *hujson.Array }

func (a array) len() int                   { return len(a.Elements) }
func (a array) before(i int) *hujson.Extra { return &a.Elements[i].BeforeExtra }
func (a array) after(i int) *hujson.Extra  { return &a.Elements[i].AfterExtra }
func (a array) tail() *hujson.Extra        { return &a.AfterExtra }
func (a array) remove(i int)               { a.Elements = slices.Delete(a.Elements, i, i+1) }

// A layout is how text is put into a list.
type layout struct {
	newline string
	unit    string // indent of a level
	depth   int    // of the list's items
}

func (l layout) line(depth int) string { return l.newline + strings.Repeat(l.unit, depth) }

// add makes room at the end of a list for an item that push appends, and reports
// whether the list has its items on lines of their own.
func add(to list, l layout, push func()) (lines bool) {
	n, tail := to.len(), *to.tail()
	comment, space := cut(tail)
	lines = n == 0 || bytes.Contains(space, []byte("\n"))
	lead := " "
	for i := range n {
		lines = lines || bytes.Contains(*to.before(i), []byte("\n"))
	}
	switch {
	case lines:
		lead = l.line(l.depth)
		if n > 0 {
			if own := trailingSpace(*to.before(n - 1)); bytes.Contains(own, []byte("\n")) {
				lead = string(own[bytes.LastIndexByte(own, '\n'):])
				if l.newline == "\r\n" {
					lead = "\r" + lead
				}
			}
		}
	case n > 1:
		lead = string(trailingSpace(*to.before(n - 1)))
	}
	push()
	*to.before(n) = append(comment, lead...)
	if n > 0 && *to.after(n - 1) != nil {
		*to.after(n) = hujson.Extra{}
	}
	*to.tail() = space
	if lines && !bytes.Contains(space, []byte("\n")) {
		*to.tail() = hujson.Extra(l.line(l.depth - 1))
	}
	return lines
}

// drop takes an item out of a list.
func drop(from list, i int) {
	n := from.len()
	before, after := *from.before(i), *from.after(i)
	comment, space := cut(before)
	rest := from.tail()
	if i < n-1 {
		rest = from.before(i + 1)
		after, _ = cut(after)
		if next, _ := cut(*rest); i == 0 && len(next) == 0 {
			*rest = space
		}
	} else if i > 0 {
		if prev := from.after(i - 1); after == nil {
			comment, *prev = append(bytes.Clone(*prev), comment...), nil
		} else if *prev == nil {
			*prev = hujson.Extra{}
		}
		after, _ = cut(after)
	}
	if len(comment)+len(after) > 0 {
		if !bytes.HasPrefix(bytes.TrimLeft(*rest, " \t\r"), []byte("\n")) { // a line comment would go on
			comment = append(bytes.Clone(comment), "\n"...)
		}
		*rest = slices.Concat(comment, after, *rest)
	}
	from.remove(i)
	if from.len() == 0 && len(bytes.TrimSpace(*from.tail())) == 0 {
		*from.tail() = nil
	}
}

// cut parts what stands between two values into comments and the space after.
func cut(e hujson.Extra) (comment, space hujson.Extra) {
	space = trailingSpace(e)
	return bytes.Clone(e[:len(e)-len(space)]), space
}

// trailingSpace is the space after the last comment, the end of its line included.
func trailingSpace(e hujson.Extra) hujson.Extra {
	return bytes.Clone(e[len(bytes.TrimRight(e, " \t\r\n")):])
}
