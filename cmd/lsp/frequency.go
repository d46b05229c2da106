package lsp

import (
	"fmt"
	"slices"
	"strings"
)

// A frequency is how often something stands in a place, by the place and what stands there: in the
// packs of this program, so that what people are offered first is what those wrote who knew what
// there is, and in what surrounds the cursor, as who did something once mostly does it again.
//
// A place is described more than once, the nearer descriptions having more in them: behind which
// words, as which argument of which function, in which field.
type frequency map[string]map[string]int

func (f frequency) add(place, is string, n int) {
	if f[place] == nil {
		f[place] = map[string]int{}
	}
	f[place][is] += n
}

// frequencyOf counts what stands below a node.
func frequencyOf(n *Node, data string) frequency {
	f := frequency{}
	var look func(n *Node)
	look = func(n *Node) {
		for i, c := range n.Nodes {
			if c.Label != "" {
				for _, p := range labelPlaces(n, i) {
					f.add(p, c.Label, 1)
				}
			}
			look(c)
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
	look(n)
	return f
}

// expression counts the words of an expression: those behind a dot by what stands before it, texts
// by what they are compared with, names by what they follow.
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

// followed adds to places of an expression the same with what comes next, where somebody goes back into
// it, or it is counted; those before a number say more.
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

// classed returns the same with what authors call something replaced by what it is, so that it says
// something of the names of another author.
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

// labelPlaces describe where the field with a number stands, or would stand, in a struct.
func labelPlaces(in *Node, i int) []string {
	path, prior := in.path(), ""
	if i > 0 {
		prior = in.Nodes[i-1].Label
	}
	at := placed(path)
	return []string{"l" + at + "|" + prior, "l" + at, "l~" + lastOf(path) + "|" + prior, "l~" + lastOf(path), "l"}
}

// valuePlaces describe where the value of a field stands.
func valuePlaces(path []string) []string { return []string{"v" + placed(path), "v~" + lastOf(path)} }

// lastOf returns the last label of a path that has one.
func lastOf(path []string) string {
	for _, l := range slices.Backward(path) {
		if l != "" {
			return l
		}
	}
	return ""
}

// fieldPlaces describe where a field stands behind a chain and a dot.
func fieldPlaces(src string, before []word) []string {
	links := chain(src, before[:len(before)-1])
	if len(before) == 1 || len(links) == 0 {
		links = []link{{name: "#"}}
	}
	name := lastName(links)
	if name == "#" { // what the list is called that it is an item of
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

// tokens returns how many of the tokens before a dot its chain has.
func tokens(links []link, before []word) int {
	n := 0
	for i := len(before) - 2; i >= 0 && before[i].at >= links[0].at; i-- {
		n++
	}
	return n
}

// asking returns what a chain that begins behind some tokens is asked by: an operator, or which
// argument of which function it is.
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

// namePlaces describe where a name stands that begins a chain.
func namePlaces(e Expr, in *Node, before []word) []string {
	label := lastOf(in.path())
	if e.Hole {
		label = "${"
	}
	if len(before) == 0 {
		return []string{"n^" + label + "/" + lastOf(in.Parent.path()), "n^" + label, "n^", "n"}
	}
	last := before[len(before)-1]
	prior, argument := "", ""
	if open := calls(e.Src, before); len(open) > 0 {
		if c := open[len(open)-1]; c.name != "" {
			argument = fmt.Sprint(c.name, "/", len(c.args))
			if len(c.args) > 0 {
				prior = lastName(chain(c.args[0], wordsOf(c.args[0])))
			}
		}
	}
	switch {
	case last.is == "(" || last.is == ",":
		return []string{"n" + last.is + argument + " " + prior, "n" + last.is + argument, "n" + last.is, "n"}
	case keywords[last.is] || len(last.is) == 2:
		left, _, _ := compared(e.Src, before)
		return []string{"n" + last.is + " " + lastName(left), "n" + last.is, "n"}
	}
	is := last.is
	if last.kind != wordOther {
		is = "x"
	}
	second := ""
	if len(before) > 1 {
		if second = before[len(before)-2].is; before[len(before)-2].kind == wordText {
			second = "'"
		}
	}
	return []string{"n" + is + " " + second, "n" + is, "n"}
}

func lastName(links []link) string {
	if len(links) == 0 {
		return "#"
	}
	return links[len(links)-1].name
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
