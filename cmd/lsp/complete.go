package lsp

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bcrules.dev/schema"
	"bcrules.dev/schema/form"

	"github.com/expr-lang/expr/builtin"
)

// A candidate is what may stand at the cursor.
type candidate struct {
	label  string
	kind   int
	detail string
	doc    string
	insert string // the label if it is ""
	need   bool   // it has to stand there
	near   int    // the larger the earlier, where packs have both as often
}

// complete returns what may stand where the cursor is, what is likeliest first.
func (w *world) complete(c Cursor) []candidate {
	switch {
	case c.Key:
		return w.ranked(w.labels(c), placed(c.Node.path()))
	case c.Expr != nil:
		return w.expression(c)
	}
	return w.ranked(w.valuesAt(c), placed(c.Node.path())+"=")
}

// ranked sorts candidates by how often packs have them in one of some places, the first that
// has any, and then by their names.
func (w *world) ranked(all []candidate, places ...string) []candidate {
	seen := map[string]bool{}
	all = slices.DeleteFunc(all, func(c candidate) bool { was := seen[c.label]; seen[c.label] = true; return was })
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
		return cmp.Or(b.near-a.near, weight(b)-weight(a), strings.Compare(a.label, b.label))
	})
	return all
}

// labels are the fields that may stand in a struct and don't yet.
func (w *world) labels(c Cursor) (all []candidate) {
	path := c.Node.path()
	if len(path) >= 2 && path[0] == "packs" {
		return w.settings(path[1], path[2:])
	}
	for _, p := range w.places(path) {
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

// expression returns what may stand at a place of an expression.
func (w *world) expression(c Cursor) []candidate {
	at := c.Offset - c.Expr.At
	all := wordsOf(c.Expr.Src)
	for i, t := range all {
		if t.kind == wordText && t.at < at && (at < t.to || at == t.to && !closed(t)) {
			return w.texts(c, all[:i])
		}
	}
	before := until(all, wordBefore(c.Expr.Src, at))
	last := ""
	if len(before) > 0 {
		last = before[len(before)-1].is
	}
	if last == "." || last == "?." {
		return w.members(c, before)
	}
	return w.ranked(w.names(), "expr"+last, "expr")
}

func closed(t word) bool { return len(t.is) > 1 && t.is[len(t.is)-1] == t.is[0] }

// members are the fields of what stands before a dot.
func (w *world) members(c Cursor, before []word) (all []candidate) {
	links := chain(c.Expr.Src, before[:len(before)-1])
	if len(before) == 1 || len(links) == 0 {
		links = []link{{name: "#", at: before[len(before)-1].at}}
	}
	of := w.follow(links, c.Expr.Src, before)
	for _, m := range of.Fields {
		in := m.Of()
		all = append(all, candidate{label: m.Name, kind: kindField, detail: in.Type, doc: in.Doc})
	}
	if len(all) == 0 { // what is known of such names elsewhere
		for name := range w.often["."+lastName(links)] {
			all = append(all, candidate{label: name, kind: kindField})
		}
	}
	return w.ranked(all, "."+lastName(links), ".")
}

// names are what an expression may begin with.
func (w *world) names() []candidate {
	var all []candidate
	if w.hook != nil {
		all = append(all, candidate{label: "event", kind: kindVariable, detail: strings.Join(w.on(), ", "), doc: "What the agent sent."})
	}
	for _, d := range w.declared() {
		c := candidate{label: d.Name, kind: kindVariable, detail: d.What, doc: commentOn(d.Text, d.Node)}
		if d.call {
			c.kind, c.insert = kindFunction, d.Name+"()"
		}
		if d.What == "let" || d.What == "item" {
			c.near = 1
		}
		all = append(all, c)
	}
	for name, f := range w.Library.Facts {
		c := candidate{label: name, kind: kindFunction, detail: f.Signature(name), doc: f.Doc, insert: name + "("}
		if f.Params == "" {
			c.insert += ")"
		}
		all = append(all, c)
	}
	for _, b := range builtin.Builtins {
		all = append(all, candidate{label: b.Name, kind: kindFunction, detail: "function of expr", insert: b.Name + "("})
	}
	for k := range keywords {
		all = append(all, candidate{label: k, kind: kindValue, detail: "operator"})
	}
	return all
}

// texts are what a text in an expression may be, by what it is compared with or given to.
func (w *world) texts(c Cursor, before []word) (all []candidate) {
	about := subject(c.Expr.Src, before)
	for _, v := range w.possible(c, before) {
		all = append(all, candidate{label: v, kind: kindValue})
	}
	if len(all) == 0 {
		for v := range w.often["'"+about] {
			all = append(all, candidate{label: v, kind: kindValue})
		}
	}
	return w.ranked(all, "'"+about)
}

// subject names what a text is compared with or given to: the last name of what stands left of
// the operator, or the function and which of its arguments it is.
func subject(src string, before []word) string {
	left, f, arg := compared(src, before)
	if f != "" {
		return fmt.Sprint(f, "/", arg)
	}
	return lastName(left)
}

// compared returns the chain left of the operator before a place; or else the function whose
// argument it is.
func compared(src string, before []word) (left []link, f string, arg int) {
	open := calls(src, before)
	end := len(before)
	if n := len(open) - 1; n >= 0 && open[n].name != "" && len(before) > 0 && (before[end-1].is == "(" || before[end-1].is == ",") {
		return nil, open[n].name, len(open[n].args)
	} else if n >= 0 && open[n].brace == "[" && len(before) > 0 {
		for end > 0 && before[end-1].to >= open[n].from {
			end--
		}
	}
	for end > 0 && (before[end-1].kind == wordOther || keywords[before[end-1].is]) && before[end-1].is != ")" && before[end-1].is != "]" {
		end--
	}
	return chain(src, before[:end]), "", 0
}

// possible are the texts that what is compared can be.
func (w *world) possible(c Cursor, before []word) []string {
	left, f, arg := compared(c.Expr.Src, before)
	if fact, ok := w.Library.Facts[f]; ok && fact.Params != "" {
		return form.Of(fact.Takes(arg)).Values
	}
	if len(left) == 0 {
		return nil
	}
	if left[0].name == "event" && len(left) == 2 {
		for _, on := range w.on() {
			if left[1].name == schema.ToolField && w.Events.OfTools(on) {
				return w.Events.ToolNames()
			}
			for _, e := range w.Events.List(nil) {
				if e.Name == on && e.Matcher == left[1].name {
					return e.Values
				}
			}
		}
	}
	return form.Of(w.follow(left, c.Expr.Src, before).Form).Values
}
