package lsp

import (
	"fmt"
	"strings"
)

// frequency is how often the packs of this program have something in a place, by the place and
// what stands there: so what people are offered first is what those wrote who knew what there
// is.
type frequency map[string]map[string]int

// count counts what a text has.
func (f frequency) count(t *Text, given func(name string) bool) {
	var look func(n *Node)
	look = func(n *Node) {
		for _, c := range n.Nodes {
			if c.Label != "" {
				f.add(placed(n.path()), c.Label)
			}
			for _, l := range c.Texts {
				if v := l.Value(); len(v) < 40 {
					f.add(placed(c.path())+"=", v)
				}
			}
			for _, e := range c.holes(t.Data) {
				f.expression(e, given)
			}
			look(c)
		}
	}
	look(t.tree)
}

// local stands for all names that an author gave: which they are is known where they are offered.
const local = "<local>"

// expression counts the names of an expression: those behind a dot by what stands before it,
// others by what they follow.
func (f frequency) expression(e Expr, given func(name string) bool) {
	words := wordsOf(e.Src)
	for i, w := range words {
		switch {
		case w.kind == wordText && i > 0:
			f.add("'"+subject(e.Src, words[:i]), strings.Trim(w.is, "'\"`"))
		case w.kind == wordName && i > 0 && (words[i-1].is == "." || words[i-1].is == "?."):
			f.add("."+lastName(chain(e.Src, words[:i-1])), w.is)
			f.add(".", w.is)
		case w.kind == wordName:
			name := w.is
			if given(name) {
				name = local
			}
			for _, c := range contexts(e.Src, words[:i]) {
				f.add(c, name)
			}
		}
	}
}

// contexts are what a name follows, the nearer first: the argument of a function, the word
// before it, nothing.
func contexts(src string, before []word) (all []string) {
	if len(before) == 0 {
		return []string{"expr ", "expr"}
	}
	last := before[len(before)-1]
	if last.is == "(" || last.is == "," {
		if open := calls(src, before); len(open) > 0 && open[len(open)-1].name != "" {
			c := open[len(open)-1]
			all = append(all, fmt.Sprint("expr ", c.name, "/", len(c.args)))
		}
	}
	if last.kind != wordOther && !keywords[last.is] {
		return append(all, "expr x", "expr")
	}
	return append(all, "expr "+last.is, "expr")
}

func lastName(links []link) string {
	if len(links) == 0 {
		return "#"
	}
	return links[len(links)-1].name
}

func (f frequency) add(place, is string) {
	if f[place] == nil {
		f[place] = map[string]int{}
	}
	f[place][is]++
}

// placed returns where a path leads, whatever hooks, rules and settings are called there.
func placed(labels []string) string {
	of := make([]string, len(labels))
	for i, l := range labels {
		of[i] = l
		if i > 0 && named[labels[i-1]] && l != "" {
			of[i] = "*"
		}
	}
	if len(of) > 4 {
		of = of[len(of)-4:]
	}
	return strings.Join(of, "/")
}
