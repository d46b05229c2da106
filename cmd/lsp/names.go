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
	return w.likeliest(w.names(before), contexts(c.Expr.Src, before))
}

// likeliest sorts the names that an expression may go on with, by how often packs go on so.
// Those of the author share what all such names have there: more where few others use them yet,
// and where they are nearer.
func (w *world) likeliest(all []candidate, places []string) []candidate {
	all = once(all)
	near, far := 0, 0 // so that many names of a file don't outweigh the few of a hook
	for _, c := range all {
		if c.near >= nearby {
			near += c.near
		} else {
			far += c.near
		}
	}
	of := func(c candidate) float64 {
		if c.near >= nearby {
			return 0.8 * float64(c.near) / float64(near)
		}
		return 0.2 * float64(c.near) / float64(far)
	}
	score := map[string]float64{}
	for i, p := range slices.Backward(places) {
		total := 0
		for _, n := range w.often[p] {
			total += n
		}
		weight := float64(total) / float64(total+8) // of few cases little is known
		for _, c := range all {
			share := 0.0
			if total > 0 && c.near > 0 {
				share = float64(w.often[p][local]) / float64(total) * of(c)
			} else if total > 0 {
				share = float64(w.often[p][c.label]) / float64(total)
			}
			if i == len(places)-1 {
				score[c.label] = share
			} else {
				score[c.label] = weight*share + (1-weight)*score[c.label]
			}
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(score[b.label], score[a.label]), strings.Compare(a.label, b.label))
	})
	return all
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
		for _, place := range []string{"." + lastName(links), "."} {
			for name := range w.often[place] {
				all = append(all, candidate{label: name, kind: kindField})
			}
		}
	}
	return w.ranked(all, "."+lastName(links), ".")
}

// nearby is how near a name is that is known in a hook alone, where one of a file is 2.
const nearby = 16

// names are what an expression may go on with, where no dot stands before it.
func (w *world) names(before []word) []candidate {
	var all []candidate
	if w.hook != nil {
		all = append(all, candidate{label: "event", kind: kindVariable, detail: strings.Join(w.on(), ", "), doc: "What the agent sent."})
	}
	for i, t := range before { // let NAME = …;
		if t.is == "let" && i+1 < len(before) && before[i+1].kind == wordName {
			all = append(all, candidate{label: before[i+1].is, kind: kindVariable, detail: "let", near: 2 * nearby})
		}
	}
	used := w.used()
	for _, d := range w.declared() {
		if d.Node == w.node {
			continue // what is being written
		}
		c := candidate{label: d.Name, kind: kindVariable, detail: d.What, doc: commentOn(d.Text, d.Node), near: 2}
		if d.call {
			c.kind, c.insert = kindFunction, d.Name+"()"
		}
		if d.near {
			c.near = nearby
		}
		if used[d.Name] == 0 {
			c.near *= 2
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
