package lsp

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bcrules.dev/schema"
)

// A candidate is what may stand at the cursor.
type candidate struct {
	label  string
	kind   int
	detail string
	doc    string
	insert string // the label if it is ""
	need   bool   // it has to stand there
	near   int    // of a name that its author gave: how near it is, and how little used
}

// complete returns what may stand where the cursor is, what is likeliest first.
func (w *world) complete(c Cursor) []candidate {
	switch {
	case c.Key:
		return w.ranked(w.labels(c), placed(c.Node.path()))
	case c.Expr != nil:
		return w.expression(c)
	}
	all := w.valuesAt(c)
	if len(all) == 0 && c.Lit == nil { // a: b: …
		return w.ranked(w.labels(c), placed(c.Node.path()))
	}
	return w.ranked(all, placed(c.Node.path())+"=")
}

// ranked sorts candidates by how often packs have them in one of some places, the first that
// has any, and then by their names.
func (w *world) ranked(all []candidate, places ...string) []candidate {
	all = once(all)
	weight := func(c candidate) int {
		for i, p := range places {
			if n := w.often[p][c.label]; n > 0 {
				return n + 1_000_000*(len(places)-i)
			}
		}
		return 0
	}
	slices.SortStableFunc(all, func(a, b candidate) int {
		if a.need != b.need {
			return map[bool]int{true: -1, false: 1}[a.need]
		}
		return cmp.Or(weight(b)-weight(a), strings.Compare(a.label, b.label))
	})
	return all
}

// once leaves out what was there before under the same label.
func once(all []candidate) []candidate {
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(c candidate) bool { was := seen[c.label]; seen[c.label] = true; return was })
}

// labels are the fields that may stand in a struct and don't yet.
func (w *world) labels(c Cursor) (all []candidate) {
	path := c.Node.path()
	if len(path) >= 2 && path[0] == "packs" {
		return w.settings(path[1], path[2:])
	}
	for _, p := range w.allowed(path) {
		if is := c.Node.child(p.Label); is != nil && (is.At > c.Offset || c.Offset > is.LabelEnd) {
			continue
		}
		all = append(all, candidate{label: p.Label, kind: kindProperty, detail: p.Type, doc: p.Doc, need: p.need})
	}
	return all
}

// settings are what a pack has below a path, by its texts.
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

// commentOn returns the comment over a field.
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

// valuesAt are the values that a field may have, where that is one of some.
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

// quoted returns a text as it is to be put at the cursor.
func quoted(c Cursor, text string) string {
	if c.Lit != nil {
		return text
	}
	return fmt.Sprintf("%q", text)
}
