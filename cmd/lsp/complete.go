package lsp

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"bcrules.dev/schema"
)

// A candidate is a possible completion.
type candidate struct {
	label   string
	kind    int
	detail  string
	doc     string
	insert  string            // "" for the label
	need    bool              // required
	class   string            // the kind of an author's name
	user    bool              // declared by a hook that uses the text at the cursor
	near    bool              // declared in the hook
	file    bool              // declared in the file
	before  int               // how many declarations before the cursor
	after   bool              // declared after the cursor
	follows string            // what is declared just before it
	is      [features]float64 // what the surroundings tell of it
	score   float64
	known   bool   // whether it is called is known
	gives   string // the kind of its value, "" for unknown
	members []Member
	params  func(i int) argument // its parameters, nil for unknown
	takes   []int                // how many arguments it takes, at least and at most; nil for unknown
	bonus   float64              // score bonus from the context
}

// complete returns what may be inserted at the cursor, the likeliest first.
func (w *world) complete(c Cursor) []candidate {
	if c.Expr != nil {
		return w.expression(c)
	}
	if !c.Key {
		if all := w.valuesAt(c); len(all) > 0 || c.Lit != nil {
			w.named(all)
			return w.likeliest(all, valuePlaces(c.Node.path()), nil)
		} // or a: b: …
	}
	at := 0
	for _, n := range c.Node.Nodes {
		if n.To < c.Offset {
			at++
		}
	}
	places := labelPlaces(c.Node, at)
	all, around := w.labels(c), w.around(c, "")
	if around.last = ""; at > 0 {
		around.last = c.Node.Nodes[at-1].Label
	}
	w.valued(c, all)
	around.wants.value = c.Of
	open := places // labels that the schema doesn't restrict
	if w.closed {
		open = places[:2]
	} else if len(all) == 0 && w.hook != nil { // are often named for the let that is said of them
		for _, o := range w.authors(c, nil) {
			if o.near && w.missing(c, o.label) {
				all = append(all, candidate{label: o.label, kind: kindProperty, near: true, file: o.file, before: o.before, after: o.after, follows: o.follows})
			}
		}
	}
	for _, o := range w.elsewhere(kindProperty, open) {
		if w.missing(c, o.label) && (!w.closed || strings.HasPrefix(o.label, "#")) {
			all = append(all, o)
		}
	}
	return w.likeliest(all, places, around)
}

// named raises the score of values that the hook's name or doc mentions: a hook called session-end
// is likely to be on SessionEnd.
func (w *world) named(all []candidate) {
	if w.hook == nil {
		return
	}
	about := plain(w.hook.Label + first(w.hook.child("doc").texts()))
	for i, c := range all {
		if len(c.label) > 3 && strings.Contains(about, plain(c.label)) {
			all[i].bonus = 0.3
		}
	}
}

// plain returns the letters of a text in lower case.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// labels returns the fields a struct may have and doesn't yet.
func (w *world) labels(c Cursor) (all []candidate) {
	path := c.Node.path()
	if len(path) >= 2 && path[0] == "packs" {
		w.closed = true
		return w.settings(path[1], path[2:])
	}
	known := w.allowed(path)
	w.closed = len(known) > 0
	if n := len(path) - 1; len(known) == 0 && n > 1 && path[n-2] == "do" {
		known = w.bound(path[n])
	} else if len(known) == 0 && n > 1 && (path[n] == "do" || path[n-1] == "do") {
		known = w.statements(c.Node)
	}
	for _, p := range known {
		if w.missing(c, p.Label) && (!doing(path) || w.honoured(p.Label)) {
			all = append(all, candidate{label: p.Label, kind: kindProperty, detail: p.Type, doc: p.Doc, need: p.need})
		}
	}
	return all
}

// missing reports whether a struct has no field with a label, except at the cursor.
func (w *world) missing(c Cursor, label string) bool {
	is := c.Node.child(label)
	return is == nil || is.At <= c.Offset && c.Offset <= is.LabelEnd
}

// honoured reports whether an event of the current rule honours an action. An action that no event
// mentions is always honoured.
func (w *world) honoured(action string) bool {
	on, some := w.on(), false
	for _, e := range w.Events.List(w.Library.Actions) {
		for _, a := range e.Actions {
			if name, _, _ := strings.Cut(a, " "); name == action {
				if some = true; len(on) == 0 || slices.Contains(on, e.Name) {
					return true
				}
			}
		}
	}
	return !some
}

// statements returns the queries and statements of the store that a list of them is for.
func (w *world) statements(in *Node) (all []Allowed) {
	for in.Label != "do" {
		in = in.Parent
	}
	names := in.Parent.child("in").texts()
	for _, t := range w.files {
		for _, store := range t.tree.fields("stores") {
			if len(names) > 0 && names[0] != store.Label {
				continue
			}
			for _, n := range slices.Concat(store.fields("statements"), store.fields("queries")) {
				all = append(all, Allowed{Label: n.Label, Type: "statement of " + store.Label, Doc: commentOn(t, n)})
			}
		}
	}
	return all
}

// bound returns the parameters of a store's statement: the :NAMEs in its SQL.
func (w *world) bound(statement string) (all []Allowed) {
	seen := map[string]bool{}
	for _, t := range w.files {
		for _, store := range t.tree.fields("stores") {
			sql := slices.Concat(store.child("statements").child(statement).texts(), store.child("queries").child(statement).texts())
			for _, m := range parameter.FindAllStringSubmatch(strings.Join(sql, "\n"), -1) {
				if !seen[m[1]] {
					seen[m[1]] = true
					all = append(all, Allowed{Label: m[1], Type: "parameter of " + statement})
				}
			}
		}
	}
	return all
}

// parameter matches a :NAME in SQL; :: is a cast.
var parameter = regexp.MustCompile(`(?:^|[^:\w]):([A-Za-z_]\w*)`)

// settings returns what a pack has below a path, by its source.
func (w *world) settings(pack string, below []string) (all []candidate) {
	for _, t := range w.packs[pack] {
		n := t.tree
		for _, label := range below {
			n = n.child(label)
		}
		if n == nil {
			continue
		}
		for _, f := range n.Nodes {
			if f.Label != "" && !strings.HasPrefix(f.Label, "_") && !strings.HasPrefix(f.Label, "#") {
				all = append(all, candidate{label: f.Label, kind: kindProperty, detail: t.Path, doc: commentOn(t, f)})
			}
		}
	}
	return all
}

// commentOn returns the comment above a field.
func commentOn(t *Text, n *Node) string {
	var lines []string
	for i := t.position(n.At, UTF8).Line - 1; i >= 0; i-- {
		line := strings.TrimSpace(t.line(i))
		if !strings.HasPrefix(line, "//") {
			break
		}
		lines = append([]string{strings.TrimPrefix(strings.TrimPrefix(line, "//"), " ")}, lines...)
	}
	return strings.Join(lines, "\n")
}

// valuesAt returns the values of a field that has a fixed set.
func (w *world) valuesAt(c Cursor) (all []candidate) {
	n := c.Node
	for n.Label == "" && n.Parent != nil {
		n = n.Parent
	}
	path := n.path()
	add := func(kind int, detail string, texts ...string) {
		for _, t := range texts {
			all = append(all, candidate{label: t, kind: kind, detail: detail, insert: quoted(c, t)})
		}
	}
	switch {
	case n.Label == "on" && w.hook != nil:
		for _, e := range w.Events.List(w.Library.Actions) {
			all = append(all, candidate{label: e.Name, kind: kindEvent, doc: e.Doc, insert: quoted(c, e.Name)})
		}
	case n.Label == "match" && w.hook != nil:
		for _, name := range w.on() {
			if w.Events.OfTools(name) {
				add(kindValue, "tool", w.Events.ToolNames()...)
			} else if i := slices.IndexFunc(w.Events.List(nil), func(e schema.Event) bool { return e.Name == name }); i >= 0 {
				add(kindValue, name, w.Events.List(nil)[i].Values...)
			}
		}
	case n.Label == "prefetch" && w.hook != nil:
		for _, d := range w.hook.fields("let") {
			add(kindVariable, "let", d.Label)
		}
	case len(path) > 1 && path[0] == "packs" && c.Lit == nil:
		for name := range w.packs {
			all = append(all, candidate{label: name, kind: kindModule, detail: "pack"})
		}
	default:
		for _, v := range w.choices(path) {
			insert := v
			if v != "true" && v != "false" {
				insert = quoted(c, v)
			}
			all = append(all, candidate{label: v, kind: kindValue, insert: insert})
		}
	}
	return all
}

// quoted returns a text for insertion at the cursor.
func quoted(c Cursor, text string) string {
	if c.Lit != nil {
		return text
	}
	return fmt.Sprintf("%q", text)
}
