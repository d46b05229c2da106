package lsp

import (
	"fmt"
	"slices"
	"strings"
)

// A frequency counts words by their place: in the packs of this program, so that the first
// suggestions are those of authors who know the language, and around the cursor, because authors
// repeat themselves.
//
// A place has several descriptions, from specific to general: the preceding words, the argument of
// a function, the field.
type frequency map[string]map[string]int

func (f frequency) add(place, is string, n int) {
	if f[place] == nil {
		f[place] = map[string]int{}
	}
	f[place][is] += n
}

// frequencyOf counts the words below a node.
func frequencyOf(n *Node, data string) frequency {
	f := frequency{}
	var visit func(n *Node)
	visit = func(n *Node) {
		for i, c := range n.Nodes {
			if c.Label != "" {
				for _, p := range labelPlaces(n, i) {
					f.add(p, c.Label, 1)
				}
			}
			visit(c)
		}
		for _, l := range n.Texts {
			if v := l.Value(); len(v) < 40 {
				for _, p := range valuePlaces(n.path()) {
					f.add(p, v, 1)
				}
			}
		}
		for _, e := range n.holes(data) {
			f.expression(e, n)
		}
	}
	visit(n)
	return f
}

// expression counts the words of an expression: members by the chain before the dot, strings by
// what they are compared with, names by what they follow.
func (f frequency) expression(e Expr, in *Node) {
	words := wordsOf(e.Src)
	for i, w := range words {
		var places []string
		is := w.is
		switch {
		case w.kind == wordText:
			places, is = []string{"'" + subject(e.Src, words[:i])}, strings.Trim(w.is, "'\"`")
		case w.kind != wordName:
		case i > 0 && dot(words[i-1]):
			places = followed(fieldPlaces(e.Src, words[:i]), 3, words[i+1:])
		default:
			places = followed(namePlaces(e, in, words[:i]), 0, words[i+1:])
		}
		for _, p := range places {
			f.add(p, is, 1)
		}
	}
}

// followed inserts variants of places that include the next word, for completing in the middle of
// an expression or counting. The first from places are more specific and stay first.
func followed(places []string, from int, after []word) []string {
	if len(after) == 0 {
		return places
	}
	next := after[0].is
	if after[0].kind != wordOther && !keywords[next] {
		next = "x"
	}
	var with []string
	for _, i := range []int{from, len(places) - 2, len(places) - 1} {
		with = append(with, places[i]+" > "+next)
	}
	return slices.Concat(places[:from], with, places[from:])
}

func dot(w word) bool { return w.is == "." || w.is == "?." }

// classed adds the counts to into with authors' names replaced by their class, so that they apply
// to other authors' names.
func (f frequency) classed(into frequency, class func(name string) string) {
	for place, t := range f {
		for is, n := range t {
			if place[0] == 'n' {
				is = class(is)
			}
			into.add(place, is, n)
		}
	}
}

// labelPlaces describes the place of field i in a struct, existing or not.
func labelPlaces(in *Node, i int) []string {
	path, prior := in.path(), ""
	if i > 0 {
		prior = in.Nodes[i-1].Label
	}
	at := placed(path)
	return []string{"l" + at + "|" + prior, "l" + at, "l~" + lastOf(path) + "|" + prior, "l~" + lastOf(path), "l"}
}

// valuePlaces describes the place of a field's value.
func valuePlaces(path []string) []string { return []string{"v" + placed(path), "v~" + lastOf(path)} }

// lastOf returns the last non-empty label of a path.
func lastOf(path []string) string {
	for _, l := range slices.Backward(path) {
		if l != "" {
			return l
		}
	}
	return ""
}

// fieldPlaces describes the place of a member after a chain and a dot.
func fieldPlaces(src string, before []word) []string {
	links := chain(src, before[:len(before)-1])
	if len(before) == 1 || len(links) == 0 {
		links = []link{{name: "#"}}
	}
	name := lastName(links)
	if name == "#" { // use the name of the list it is an item of
		for _, c := range slices.Backward(calls(src, before)) {
			if c.name != "" && len(c.args) > 0 {
				name = lastName(chain(c.args[0], wordsOf(c.args[0]))) + "[]"
				break
			}
		}
	}
	whole := ""
	for _, l := range links {
		whole += "." + l.name
	}
	asked := asking(src, before[:len(before)-1-tokens(links, before)])
	return []string{"." + whole + " " + name + " " + asked, "." + whole + " " + name, "." + name + " " + asked, "." + name, ". " + asked, "."}
}

// tokens counts the tokens of the chain before a dot.
func tokens(links []link, before []word) int {
	n := 0
	for i := len(before) - 2; i >= 0 && before[i].at >= links[0].at; i-- {
		n++
	}
	return n
}

// asking describes what precedes a chain: an operator, or the function and argument it is in.
func asking(src string, before []word) string {
	if len(before) == 0 {
		return "^"
	}
	last := before[len(before)-1]
	if last.is == "(" || last.is == "," {
		if open := calls(src, before); len(open) > 0 && open[len(open)-1].name != "" {
			c := open[len(open)-1]
			return fmt.Sprint(c.name, "/", len(c.args))
		}
	}
	return last.is
}

// namePlaces describes the place of a name that begins a chain.
func namePlaces(e Expr, in *Node, before []word) []string {
	label, parent := lastOf(in.path()), lastOf(in.Parent.path())
	if len(before) == 0 {
		if e.Hole {
			return []string{"n^${/" + label + "/" + parent, "n^${/" + label, "n^${/" + "/" + parent, "n^${", "n^", "n"}
		}
		return []string{"n^" + label + "/" + parent, "n^" + label, "n^/" + parent, "n^", "n"}
	}
	last := before[len(before)-1]
	prior, argument, within := "", "", ""
	if open := calls(e.Src, before); len(open) > 0 {
		for _, c := range open {
			if c.name != "" {
				within = fmt.Sprint(c.name, "/", len(c.args))
			}
		}
		if c := open[len(open)-1]; c.name != "" {
			argument = within
			if len(c.args) > 0 {
				prior = lastName(chain(c.args[0], wordsOf(c.args[0])))
			}
		}
	}
	is, two, three := seen(before, 1), seen(before, 2), seen(before, 3)
	switch {
	case last.is == "(" || last.is == ",":
		return []string{"n" + three + argument + " " + prior, "n" + last.is + argument + " " + prior, "n" + last.is + argument, "n" + last.is, "n"}
	case keywords[last.is] || len(last.is) == 2:
		left, _, _ := compared(e.Src, before)
		return []string{"n" + last.is + " " + lastName(left), "n" + three + "@" + within, "n" + is + "@" + within, "n" + two, "n" + is, "n"}
	}
	return []string{"n" + three + "@" + within, "n" + two + "@" + within, "n" + two, "n" + is, "n"}
}

// seen describes the last n words.
func seen(before []word, n int) string {
	all := ""
	for _, w := range before[max(0, len(before)-n):] {
		switch {
		case w.kind == wordText:
			all += " '"
		case w.kind == wordNumber || w.kind == wordName && !keywords[w.is]:
			all += " x"
		default:
			all += " " + w.is
		}
	}
	return all
}

func lastName(links []link) string {
	if len(links) == 0 {
		return "#"
	}
	return links[len(links)-1].name
}

// placed describes a path, with the names of hooks, rules and settings replaced.
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
