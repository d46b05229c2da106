package lsp

import (
	"maps"
	"slices"
)

// A Declared is a name declared in a rule file.
type Declared struct {
	Name string
	What string // let, item, step, predicate, choice, table, query, value, words
	Text *Text  // that declares it
	Node *Node
	call bool // it is called, NAME(…)
	near bool // it is visible only here
	of   func() Info
}

// declared returns the declared names visible here, inner ones first.
func (w *world) declared() (all []Declared) {
	text := w.textOf(w.node)
	for _, in := range []*Node{w.rule, w.hook} {
		for _, n := range w.withEmbedded(in.child("let")) {
			all = append(all, Declared{n.Label, "let", w.textOf(n), n, true, true, func() Info { return w.ofNode(n) }})
		}
		for _, n := range in.fields("each") {
			all = append(all, Declared{n.Label, "item", text, n, false, true, func() Info { return w.ofNode(n).one() }})
		}
		for _, n := range in.fields("with") {
			all = append(all, Declared{n.Label, "value", text, n, false, true, func() Info { return ofData(n) }})
		}
	}
	for _, label := range []string{"predicates", "choices"} {
		if in := w.node.within(label); in != nil {
			for _, n := range in.fields("args") {
				all = append(all, Declared{n.Label, "argument", text, n, false, true, func() Info { return ofData(n) }})
			}
		}
	}
	for _, in := range w.users {
		of := w.textOf(in)
		for _, n := range w.withEmbedded(in.child("let")) {
			all = append(all, Declared{n.Label, "let", w.textOf(n), n, true, true, func() Info { return w.ofNode(n) }})
		}
		for _, n := range in.fields("each") {
			all = append(all, Declared{n.Label, "item", of, n, false, true, func() Info { return w.ofNode(n).one() }})
		}
	}
	for _, n := range w.steps() {
		all = append(all, Declared{n.texts()[0], "step", text, n, true, true, func() Info { return w.outcomeOf(n) }})
	}
	for _, t := range w.files {
		all = append(all, t.top()...)
	}
	return all
}

// declaredElsewhere returns, by name, the names declared in other hooks of the folder and in definitions that
// hooks are made of. Inside such a definition a name may mean one of them.
func (w *world) declaredElsewhere() map[string][]Declared {
	if w.others != nil {
		return w.others
	}
	all := map[string][]Declared{}
	for _, t := range w.files {
		var visit func(n *Node)
		visit = func(n *Node) {
			if n == w.hook {
				return
			}
			for _, c := range n.fields("let") {
				all[c.Label] = append(all[c.Label], Declared{c.Label, "let", t, c, true, false, func() Info { return w.ofNode(c) }})
			}
			for _, c := range n.fields("each") {
				all[c.Label] = append(all[c.Label], Declared{c.Label, "item", t, c, false, false, func() Info { return w.ofNode(c).one() }})
			}
			for _, c := range n.Nodes {
				visit(c)
			}
		}
		visit(t.tree)
	}
	w.others = all
	return all
}

// textOf returns the text that contains a node.
func (w *world) textOf(n *Node) *Text {
	for n.Parent != nil {
		n = n.Parent
	}
	for _, t := range w.files {
		if t.tree == n {
			return t
		}
	}
	return nil
}

// withEmbedded returns the fields of a struct, and those of the values of the folder that it embeds
// or is.
func (w *world) withEmbedded(n *Node) (all []*Node) {
	if n == nil {
		return nil
	}
	for _, t := range w.files {
		for _, name := range n.Idents {
			all = append(all, t.tree.fields(name)...)
		}
	}
	return append(all, n.Nodes...)
}

// fields returns the children of a field.
func (n *Node) fields(label string) []*Node {
	if c := n.child(label); c != nil {
		return c.Nodes
	}
	return nil
}

// steps returns the names of a hook's steps (as: "NAME").
func (w *world) steps() (all []*Node) {
	var visit func(n *Node)
	visit = func(n *Node) {
		for _, c := range n.Nodes {
			if c.Label == "as" && len(c.Texts) == 1 {
				all = append(all, c)
			}
			visit(c)
		}
	}
	if rules := w.hook.child("rules"); rules != nil {
		visit(rules)
	}
	return all
}

// classes returns the kind of each name declared in a folder.
func classes(files []*Text) map[string]string {
	all := map[string]string{}
	for _, t := range files {
		maps.Copy(all, t.classes())
	}
	return all
}

// classesIn returns the kind of each name declared in a text.
func classesIn(t *Text) map[string]string {
	all := map[string]string{}
	var visit func(n *Node)
	visit = func(n *Node) {
		for label, what := range map[string]string{"let": "<let>", "each": "<item>", "with": "<value>", "args": "<argument>"} {
			for _, c := range n.fields(label) {
				all[c.Label] = what
			}
		}
		if n.Label == "as" && len(n.Texts) == 1 {
			all[n.Texts[0].Value()] = "<step>"
		}
		for _, c := range n.Nodes {
			visit(c)
		}
	}
	visit(t.tree)
	for _, d := range t.top() {
		if all[d.Name] == "" {
			all[d.Name] = "<" + d.What + ">"
		}
	}
	return all
}

// topLevel returns the names that a file declares for all hooks.
func topLevel(t *Text) (all []Declared) {
	for label, what := range map[string]string{"predicates": "predicate", "choices": "choice", "tables": "table", "lexicons": "words", "marks": "marks"} {
		for _, n := range t.tree.fields(label) {
			of := func() Info { return Info{Type: map[string]string{"predicate": "bool", "words": "words"}[what]} }
			if what == "table" {
				of = func() Info { return Info{Type: "rows", List: n.child("one") == nil, Fields: members(n.child("row"))} }
			}
			all = append(all, Declared{n.Label, what, t, n, what != "words" && what != "marks", false, of})
		}
	}
	for _, store := range t.tree.fields("stores") {
		for _, n := range store.fields("queries") {
			all = append(all, Declared{n.Label, "query", t, n, true, false, func() Info { return Info{Type: "rows", List: n.child("one") == nil, Fields: members(n.child("row"))} }})
		}
	}
	for _, n := range t.tree.Nodes {
		if n.Label != "" && !known[n.Label] && n.Label[0] != '#' {
			all = append(all, Declared{n.Label, "value", t, n, false, false, func() Info { return ofData(n) }})
		}
	}
	slices.SortStableFunc(all, func(a, b Declared) int { return a.Node.At - b.Node.At })
	return all
}

func members(n *Node) (all []Member) {
	if n == nil {
		return nil
	}
	for _, c := range n.Nodes {
		if c.Label != "" {
			all = append(all, Member{c.Label, func() Info { return ofData(c) }})
		}
	}
	return all
}
