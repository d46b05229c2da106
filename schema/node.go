package schema

import (
	"iter"
	"slices"
	"strings"

	"bcrules.dev/engine/plan"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
)

// A Node is a value of a rule set, with the hook and rule that it belongs to, so that its faults
// can be placed.
type Node struct {
	cue.Value
	Hook string // as in Place
	Rule int
	From Span
	src  *Source
}

func (n Node) with(v cue.Value) Node {
	n.Value = v
	return n
}

// Field returns the field at a path of names; it does not Exist if there is none.
func (n Node) Field(names ...string) Node {
	path := make([]cue.Selector, len(names))
	for i, name := range names {
		path[i] = cue.Str(name)
	}
	return n.with(n.LookupPath(cue.MakePath(path...)))
}

// Items returns the elements of a list, or any other value as the only one; none if it
// doesn't exist.
func (n Node) Items() []Node {
	if !n.Exists() {
		return nil
	}
	list, err := n.List()
	if err != nil {
		return []Node{n}
	}
	var all []Node
	for list.Next() {
		all = append(all, n.with(list.Value()))
	}
	return all
}

// Members yields the fields of a struct, including optional ones, in the order they are
// written.
func (n Node) Members() iter.Seq2[string, Node] {
	return func(yield func(string, Node) bool) {
		for name, v := range Members(n.Value) {
			if !yield(name, n.with(v)) {
				return
			}
		}
	}
}

// Members is Node.Members for any value; one that doesn't exist has none, nor has a list of which two
// layers have different ones, which is a struct of its items.
func Members(v cue.Value) iter.Seq2[string, cue.Value] {
	return func(yield func(string, cue.Value) bool) {
		if !v.Exists() {
			return
		}
		fields, err := v.Fields(cue.Optional(true))
		for err == nil && fields.Next() {
			name := fields.Selector()
			if name.LabelType() == cue.StringLabel && !yield(name.Unquoted(), fields.Value()) {
				return
			}
		}
	}
}

// Report returns the report on the value's rule set.
func (n Node) Report() *Report { return n.src.Report }

// Faultf notes a fault of the value.
func (n Node) Faultf(check, format string, args ...any) {
	n.Report().Faultf(n.Written(), check, format, args...)
}

// Written returns where the value is written, following references.
func (n Node) Written() Place { return n.place(placeOf(n.Value)) }

// Label returns where the field that has the value begins.
func (n Node) Label() Place { return n.place(Pos(posOf(n.Value))) }

// Inside returns where the byte at an offset of a string value is written.
func (n Node) Inside(offset int) Place { return n.place(placeIn(n.Value, offset)) }

// InLabel returns where the byte at an offset of the field's name is written, provided that the
// name has no escapes.
func (n Node) InLabel(offset int) Place {
	at := n.Label()
	at.Col += len(`"`) + offset
	return at
}

func (n Node) place(at plan.Pos) Place { return Place{at, n.Hook, n.Rule, n.From} }

// Syntax returns the expression that the value was written as, following references; nil if
// it is unknown.
func (n Node) Syntax() ast.Expr { return expression(n.Value) }

// Open reports whether a text, or one in a list, is computed, so that other settings of a pack may
// change it.
func (n Node) Open() bool {
	return slices.ContainsFunc(n.Items(), func(n Node) bool { return open(n.Value) })
}

// Is reports whether the value meets a definition, and notes what is wrong if it doesn't.
func (n Node) Is(definition string) bool {
	_, is := n.Met(definition)
	return is
}

// Met is Is, and returns the value unified with the definition, with its defaults.
func (n Node) Met(definition string) (Node, bool) {
	def := n.src.schema.Def(definition)
	joined := n.loose().Unify(def)
	return n.with(joined), n.meetsUnified(def, joined)
}

// Filled returns the value unified with a definition, with its defaults.
func (n Node) Filled(definition string) Node {
	return n.with(n.loose().Unify(n.src.schema.Def(definition)))
}

// Struct reports whether the value is a struct or absent, and notes a fault if it isn't.
func (n Node) Struct(name string) bool {
	if n.Exists() && n.IncompleteKind() != cue.StructKind {
		n.Faultf(CheckForm, "%s: found %s, want {…}", name, n.IncompleteKind())
		return false
	}
	return true
}

// Text returns a string value. It reports false, and notes the reason, if there is none. For a
// value of another kind, the value's definition reports the fault.
func (n Node) Text() (string, bool) {
	text, err := n.String()
	if err != nil && n.IncompleteKind() == cue.StringKind {
		n.incomplete(err)
	}
	return text, err == nil
}

// plain notes a template in a text that is taken literally.
func (n Node) plain(what string) {
	for _, n := range n.Items() {
		text, _ := n.String()
		if at := strings.Index(text, "${"); at >= 0 {
			n.Report().Faultf(n.Inside(at), CheckForm, "%s: found ${ in a text that is taken as it stands, want it without", what)
		}
	}
}

// Matcher returns a matcher as agents write it, the items of a list joined by |; "" if there is
// none.
func (n Node) Matcher() string {
	var all []string
	for _, n := range n.Items() {
		text, _ := n.String()
		all = append(all, text)
	}
	return strings.Join(all, "|")
}

// Read decodes a value that meets its definition into to, and leaves to unchanged if the value
// doesn't exist. A value that isn't concrete is a fault.
func Read[T any](n Node, to *T) {
	var fresh T // *to may be shared
	if !n.Exists() {
		return
	}
	if err := n.Decode(&fresh); err != nil {
		n.incomplete(err)
		return
	}
	*to = fresh
}

// JSON returns the value as JSON; nil if it isn't concrete, which is a fault.
func (n Node) JSON() []byte {
	data, err := n.MarshalJSON()
	if err != nil {
		n.incomplete(err)
		return nil
	}
	return data
}
