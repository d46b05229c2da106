package effects

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// A field is under construction: what an expansion adds to it.
type field struct {
	out   []word
	now   word
	text  []byte // of now, once it has two parts
	begun bool   // now is a field, be it an empty one
}

func (d *field) add(w word) {
	if !d.begun {
		d.now, d.begun = w, true
		return
	}
	if len(d.text) == 0 {
		d.text = append(d.text, d.now.text...)
	}
	if len(d.text)+len(w.text) > maxText {
		w.text, w.known = "$(…)", false
		d.text = d.text[:min(len(d.text), maxText-10)]
	}
	d.text = append(d.text, w.text...)
	d.now.known, d.now.glob, d.now.from = d.now.known && w.known, d.now.glob || w.glob, union(d.now.from, w.from)
}

// end ends the field, if one has begun.
func (d *field) end() {
	if !d.begun {
		return
	}
	if len(d.text) > 0 {
		d.now.text = string(d.text)
	}
	d.out = append(d.out, d.now)
	d.now, d.text, d.begun = word{}, d.text[:0], false
}

// fields returns the words of a command after all expansions.
func (a *analysis) fields(f *frame, w *world, list []*syntax.Word) []word {
	d := field{out: make([]word, 0, min(len(list), maxWords))}
	for _, x := range list {
		if len(d.out) > maxWords {
			a.bound("")
			break
		}
		if len(x.Parts) == 1 {
			if lit, ok := x.Parts[0].(*syntax.Lit); ok && !strings.ContainsAny(lit.Value, "\\~*?[{") {
				d.out = append(d.out, a.plain(f, lit.Value))
				continue
			}
		}
		for _, x := range a.braces(f, x) {
			if !a.step(f) {
				return d.out
			}
			a.parts(f, w, x.Parts, &d)
			d.end()
		}
	}
	return d.out
}

// plain returns a text of the code that stands for itself.
func (a *analysis) plain(f *frame, text string) word {
	return word{text: text, known: !f.vague || !strings.Contains(text, "${") && !strings.Contains(text, "$(")}
}

// parts adds what the parts of a word, outside of quotes, expand to.
func (a *analysis) parts(f *frame, w *world, parts []syntax.WordPart, d *field) {
	for i, p := range parts {
		switch x := p.(type) {
		case *syntax.Lit:
			text := x.Value
			var home word
			if i == 0 && strings.HasPrefix(text, "~") {
				home, text = a.tilde(f, w, text, len(parts) > 1)
			} else if k := strings.Index(text, "=~"); k >= 0 && strings.IndexByte(text, '/') != 0 {
				// what looks like an assignment: dd of=~/x, but not --file=~/x
				if h, rest := a.tilde(f, w, text[k+1:], len(parts) > i+1); assigns(text) && h.text != "" && text[0] != '-' {
					home, text = word{text: text[:k+1] + h.text, known: h.known}, rest
				}
			}
			lit := a.plain(f, text)
			lit.text, lit.glob = unescape(text)
			if home.text != "" {
				lit.text, lit.known = home.text+lit.text, lit.known && home.known
			}
			d.add(lit)
		case *syntax.SglQuoted:
			if x.Dollar {
				d.add(a.plain(f, ansi(x.Value)))
			} else {
				d.add(a.plain(f, x.Value))
			}
		case *syntax.DblQuoted:
			a.quoted(f, w, x.Parts, d)
		case *syntax.ParamExp:
			values, _ := a.param(f, w, x)
			for j, v := range values {
				if j > 0 {
					d.end()
				}
				a.divide(w, v, d)
			}
		case *syntax.CmdSubst:
			a.divide(w, a.substitution(f, w, x), d)
		case *syntax.ArithmExp:
			d.add(a.arithmetic(f, w, x.X))
		case *syntax.ProcSubst:
			d.add(a.process(f, w, x))
		case *syntax.ExtGlob:
			d.add(word{text: x.Op.String() + x.Pattern.Value + ")", known: true, glob: true})
		case *syntax.BraceExp: // too many
			d.add(word{text: "{…}"})
		}
	}
}

// quoted adds what parts in double quotes expand to.
func (a *analysis) quoted(f *frame, w *world, parts []syntax.WordPart, d *field) {
	if len(parts) == 0 {
		d.add(word{known: true})
	}
	for _, p := range parts {
		switch x := p.(type) {
		case *syntax.Lit:
			d.add(a.plain(f, unquote(x.Value)))
		case *syntax.ParamExp:
			values, many := a.param(f, w, x)
			if !many {
				d.add(concat(values, " "))
				continue
			}
			for j, v := range values {
				if j > 0 {
					d.end()
				}
				d.add(v)
			}
		case *syntax.CmdSubst:
			d.add(a.substitution(f, w, x))
		case *syntax.ArithmExp:
			d.add(a.arithmetic(f, w, x.X))
		default:
			a.parts(f, w, []syntax.WordPart{p}, d)
		}
	}
}

// divide adds the fields of a value that is not quoted.
func (a *analysis) divide(w *world, v word, d *field) {
	ifs := " \t\n"
	if own, ok := w.vars["IFS"]; ok && own.one().known && len(own.values) > 0 {
		ifs = own.one().text
	}
	v.glob = v.glob || globs(v.text)
	if !v.known || !strings.ContainsAny(v.text, ifs) {
		if v.text != "" {
			d.add(v)
		}
		return
	}
	start := 0
	for i := 0; i <= len(v.text); i++ {
		if i < len(v.text) && strings.IndexByte(ifs, v.text[i]) < 0 {
			continue
		}
		if i > start {
			d.add(v.with(v.text[start:i]))
		} else if i < len(v.text) && strings.IndexByte(" \t\n", v.text[i]) < 0 {
			d.add(v.with(""))
		}
		if i < len(v.text) {
			d.end()
		}
		start = i + 1
	}
}

// concat returns words as one text.
func concat(list []word, by string) word {
	if len(list) == 1 {
		return list[0]
	}
	d := field{now: word{known: true}, begun: true}
	for i, v := range list {
		if i > 0 && by != "" {
			d.add(word{text: by, known: true})
		}
		d.add(v)
	}
	d.end()
	return d.out[0]
}

// text returns what a word is where it is not split into fields: in an assignment,
// a case or a here-string.
func (a *analysis) text(f *frame, w *world, x *syntax.Word) word {
	if x == nil {
		return word{known: true}
	}
	if !a.step(f) {
		return word{text: "$(…)"}
	}
	var d field
	for i, p := range x.Parts {
		switch x := p.(type) {
		case *syntax.ParamExp, *syntax.CmdSubst:
			a.quoted(f, w, []syntax.WordPart{x}, &d)
		case *syntax.Lit:
			if i > 0 && !strings.ContainsAny(x.Value, `\*?[`) {
				d.add(a.plain(f, x.Value))
				continue
			}
			a.parts(f, w, []syntax.WordPart{x}, &d)
		default:
			a.parts(f, w, []syntax.WordPart{x}, &d)
		}
	}
	d.end()
	if len(d.out) == 0 {
		return word{known: true}
	}
	return concat(d.out, " ")
}

// document returns the text of a here-document, whose quotes are no quotes.
func (a *analysis) document(f *frame, w *world, x *syntax.Word) word {
	var d field
	for _, p := range x.Parts {
		if lit, ok := p.(*syntax.Lit); ok && len(x.Parts) == 1 {
			d.add(a.plain(f, lit.Value))
			continue
		}
		a.quoted(f, w, []syntax.WordPart{p}, &d)
	}
	d.end()
	return concat(d.out, "")
}

// callOf returns the words of a statement that is a simple command.
func callOf(s *syntax.Stmt) []*syntax.Word {
	if c, ok := s.Cmd.(*syntax.CallExpr); ok {
		return c.Args
	}
	return nil
}
