package lsp

import (
	"fmt"
	"slices"
	"strings"

	"bcrules.dev/schema"
	"bcrules.dev/schema/form"

	"github.com/expr-lang/expr/builtin"
)

// expression returns the completions in an expression.
func (w *world) expression(c Cursor) []candidate {
	at := c.Offset - c.Expr.At
	all := wordsOf(c.Expr.Src)
	for i, t := range all {
		if t.kind == wordText && t.at < at && (at < t.to || at == t.to && !closed(t)) {
			return w.texts(c, all[:i])
		}
	}
	from, to := wordAt(c.Expr.Src, at)
	before, after := wordsOf(c.Expr.Src[:from]), wordsOf(c.Expr.Src[to:]) // tokenised separately: a‸.b has no ..
	last := ""
	if len(before) > 0 {
		last = before[len(before)-1].is
	}
	if last == "." || last == "?." {
		return w.members(c, before, after)
	}
	names := grammatical(w.names(c, before), before)
	if len(after) > 0 && !c.Expr.Hole || len(after) > 0 && after[0].is == "(" {
		names = slices.DeleteFunc(names, func(o candidate) bool { return o.known && (o.kind == kindFunction) != (after[0].is == "(") })
	}
	around := w.around(c, "")
	around.echo, around.wants = w.echoes(c, before, after), w.wanted(c, before, after)
	return w.likeliest(names, followed(namePlaces(*c.Expr, c.Node, before), 0, after), around)
}

// grammatical keeps operators after an operand, and what isn't an operator elsewhere.
func grammatical(all []candidate, before []word) []candidate {
	n := len(before)
	operand := n > 0 && operandEnds(before[n-1])
	denied := n > 1 && before[n-1].is == "not" && operandEnds(before[n-2])
	return slices.DeleteFunc(all, func(o candidate) bool {
		if o.class != "" || o.kind == kindFunction {
			return operand || denied
		}
		switch o.label {
		case "not":
			return denied
		case "let", "if":
			return operand || denied
		}
		return keywords[o.label] != (operand || denied) && o.detail != ""
	})
}

// operandEnds reports whether an operand ends with a token.
func operandEnds(t word) bool {
	return t.kind != wordOther && !keywords[t.is] || strings.Contains(")]}#", t.is)
}

func closed(t word) bool { return len(t.is) > 1 && t.is[len(t.is)-1] == t.is[0] }

// members returns the members of the value before a dot.
func (w *world) members(c Cursor, before, after []word) (all []candidate) {
	links := chain(c.Expr.Src, before[:len(before)-1])
	if len(before) == 1 || len(links) == 0 {
		links = []link{{name: "#", at: before[len(before)-1].at}}
	}
	of := w.follow(links, c.Expr.Src, before)
	for i, m := range of.Fields {
		in := m.Of()
		all = append(all, candidate{label: m.Name, kind: kindField, detail: in.Type, doc: in.Doc, file: in.data, gives: in.kind(), members: in.Fields})
		if i > 0 {
			all[i].follows = of.Fields[i-1].Name
		}
	}
	places := followed(fieldPlaces(c.Expr.Src, before), 3, after)
	if len(all) == 0 {
		all = w.elsewhere(kindField, places)
	} else if of.data { // what others say of it, as values may be made elsewhere
		for _, o := range w.elsewhere(kindField, []string{"." + lastName(links)}) {
			o.file = true
			all = append(all, o)
		}
	}
	around := w.around(c, ownerOf(before[:len(before)-1]))
	around.echo, around.wants = w.echoes(c, before, after), w.wanted(c, before, after)
	return w.likeliest(all, places, around)
}

// authors returns the authors' names, with where each is declared.
func (w *world) authors(c Cursor, before []word) (all []candidate) {
	ended, begun := lets(before)
	for _, name := range ended {
		all = append(all, candidate{label: name, kind: kindVariable, detail: "let", class: "<inner>", near: true, known: true, before: 1})
	}
	class := classes(w.files)
	declared := slices.DeleteFunc(w.declared(), func(d Declared) bool { return d.Node == w.node }) // the one being written
	slices.SortStableFunc(declared, func(a, b Declared) int {
		if a.Text != b.Text || !a.near || !b.near {
			return 0
		}
		return a.Node.At - b.Node.At
	})
	for i, d := range declared {
		o := w.declaring(d, class[d.Name])
		o.file = d.Text == c.Text
		if i > 0 && declared[i-1].What == d.What {
			o.follows = declared[i-1].Name
		}
		if o.file {
			o.after = d.Node.At > c.Offset
			for _, e := range declared {
				if e.Text == d.Text && e.near == d.near && e.Node.At >= d.Node.At && e.Node.At < c.Offset {
					o.before++
				}
			}
		}
		all = append(all, o)
	}
	return append(all, w.undeclared(c, begun, class)...)
}

// declaring returns the candidate for a declared name.
func (w *world) declaring(d Declared, class string) candidate {
	o := candidate{label: d.Name, kind: kindVariable, detail: d.What, doc: commentOn(d.Text, d.Node), class: class, near: d.near, known: true}
	o.user = d.near && len(w.users) > 0
	if o.doc == "" {
		o.doc = first(d.Node.child("doc").texts())
	}
	of := d.of()
	o.gives, o.members = of.kind(), of.Fields
	if !d.call {
		return o
	}
	o.kind, o.insert = kindFunction, d.Name+"()"
	switch args := d.Node.fields("args"); d.What {
	case "let", "step":
		o.takes = []int{0, 0}
	case "predicate":
		o.takes = []int{len(args), len(args)}
		o.params = func(i int) argument {
			if i < len(args) {
				return argument{ofData(args[i]).kind(), args[i].Label, false}
			}
			return argument{}
		}
	}
	return o
}

// undeclared returns the names that are used in the folder but are not declared around the cursor.
func (w *world) undeclared(c Cursor, begun []string, class map[string]string) (all []candidate) {
	for _, o := range w.elsewhere(kindVariable, []string{"n"}) {
		if o.label == w.node.Label || slices.Contains(begun, o.label) || w.ofLanguage(o.label) {
			continue
		}
		if o.class = class[o.label]; o.class == "" {
			o.class = "<inner>"
		}
		if others := w.declaredElsewhere()[o.label]; len(others) > 0 {
			of := others[0].of()
			o.gives, o.members = of.kind(), of.Fields
		}
		all = append(all, o)
	}
	if w.hook == nil { // a text may be for any hook
		for name, others := range w.declaredElsewhere() {
			d := others[0]
			all = append(all, candidate{label: name, kind: kindVariable, detail: d.What, class: class[name], file: d.Text == c.Text})
		}
	}
	return all
}

// lets returns the names of let NAME = …; in words, and those whose value has no end yet.
func lets(before []word) (ended, begun []string) {
	for i, t := range before {
		if t.is != "let" || i+1 == len(before) || before[i+1].kind != wordName {
			continue
		}
		depth := 0
		end := slices.IndexFunc(before[i+2:], func(t word) bool {
			depth += strings.Count("([{", t.is) - strings.Count(")]}", t.is)
			return depth == 0 && t.is == ";"
		})
		if end < 0 {
			begun = append(begun, before[i+1].is)
		} else {
			ended = append(ended, before[i+1].is)
		}
	}
	return ended, begun
}

// names returns what may follow in an expression, other than after a dot.
func (w *world) names(c Cursor, before []word) []candidate {
	all := w.authors(c, before)
	if w.hook != nil {
		all = append(all, candidate{label: "event", kind: kindVariable, detail: strings.Join(w.on(), ", "), doc: "What the agent sent."})
	}
	for name, f := range w.Library.Facts {
		c := candidate{label: name, kind: kindFunction, detail: f.Signature(name), doc: f.Doc, insert: name + "(", known: true, gives: w.gives(name), members: membersOf(f), takes: arguments(f)}
		c.params = func(i int) argument {
			params := strings.Split(f.Params, ", ")
			return argument{w.takes(name, i), strings.Trim(params[min(i, len(params)-1)], "[]…"), false}
		}
		if f.Params == "" {
			c.insert += ")"
		}
		all = append(all, c)
	}
	for _, b := range builtin.Builtins {
		all = append(all, candidate{label: b.Name, kind: kindFunction, detail: "function of expr", insert: b.Name + "(", known: true, gives: w.gives(b.Name), takes: argumentsOf(b), params: func(i int) argument { return argument{w.takes(b.Name, i), "", b.Predicate && i == 1} }})
	}
	for _, k := range []string{"nil", "true", "false"} {
		all = append(all, candidate{label: k, kind: kindValue, detail: "value", gives: map[bool]string{true: aBool}[k != "nil"]})
	}
	for k := range keywords {
		all = append(all, candidate{label: k, kind: kindValue, detail: "operator"})
	}
	return all
}

// texts returns the possible values of a string in an expression, by what it is compared with or
// passed to.
func (w *world) texts(c Cursor, before []word) (all []candidate) {
	places := []string{"'" + subject(c.Expr.Src, before)}
	for _, v := range w.possible(c, before) {
		all = append(all, candidate{label: v, kind: kindValue})
	}
	if len(all) == 0 {
		all = w.elsewhere(kindValue, places)
	}
	return w.likeliest(all, places, nil)
}

// subject names what a string is compared with or passed to: the last name left of the operator, or
// the function and argument number.
func subject(src string, before []word) string {
	left, f, arg := compared(src, before)
	if f != "" {
		return fmt.Sprint(f, "/", arg)
	}
	return lastName(left)
}

// compared returns the chain left of the operator before a position, or else the function whose
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

// possible returns the possible values of what is compared.
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
