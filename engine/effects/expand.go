package effects

import (
	"strings"

	"bcrules.dev/engine/effects/programs"

	"mvdan.cc/sh/v3/syntax"
)

// A field is under construction: what an expansion adds to it.
type field struct {
	programs.Builder
	out []word
}

// end ends the field, if one has begun.
func (d *field) end() {
	if d.Begun() {
		d.out = append(d.out, d.Word())
	}
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
	return word{Text: text, Known: !f.vague || !strings.Contains(text, "${") && !strings.Contains(text, "$(")}
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
				if h, rest := a.tilde(f, w, text[k+1:], len(parts) > i+1); programs.Assigns(text) && h.Text != "" && text[0] != '-' {
					home, text = word{Text: text[:k+1] + h.Text, Known: h.Known}, rest
				}
			}
			lit := a.plain(f, text)
			lit.Text, lit.Glob = unescape(text)
			if home.Text != "" {
				lit.Text, lit.Known = home.Text+lit.Text, lit.Known && home.Known
			}
			d.Add(lit)
		case *syntax.SglQuoted:
			if x.Dollar {
				d.Add(a.plain(f, programs.Unescape(x.Value)))
			} else {
				d.Add(a.plain(f, x.Value))
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
			d.Add(a.arithmetic(f, w, x.X))
		case *syntax.ProcSubst:
			d.Add(a.process(f, w, x))
		case *syntax.ExtGlob:
			d.Add(word{Text: x.Op.String() + x.Pattern.Value + ")", Known: true, Glob: true})
		case *syntax.BraceExp: // too many
			d.Add(word{Text: "{…}"})
		}
	}
}

// quoted adds what parts in double quotes expand to.
func (a *analysis) quoted(f *frame, w *world, parts []syntax.WordPart, d *field) {
	if len(parts) == 0 {
		d.Add(word{Known: true})
	}
	for _, p := range parts {
		switch x := p.(type) {
		case *syntax.Lit:
			d.Add(a.plain(f, unquote(x.Value)))
		case *syntax.ParamExp:
			values, many := a.param(f, w, x)
			if !many {
				d.Add(programs.Join(values, " "))
				continue
			}
			for j, v := range values {
				if j > 0 {
					d.end()
				}
				d.Add(v)
			}
		case *syntax.CmdSubst:
			d.Add(a.substitution(f, w, x))
		case *syntax.ArithmExp:
			d.Add(a.arithmetic(f, w, x.X))
		default:
			a.parts(f, w, []syntax.WordPart{p}, d)
		}
	}
}

// divide adds the fields of a value that is not quoted.
func (a *analysis) divide(w *world, v word, d *field) {
	ifs := " \t\n"
	if own, ok := w.vars["IFS"]; ok && own.one().Known && len(own.values) > 0 {
		ifs = own.one().Text
	}
	v.Glob = v.Glob || globs(v.Text)
	if !v.Known || !strings.ContainsAny(v.Text, ifs) {
		if v.Text != "" {
			d.Add(v)
		}
		return
	}
	start := 0
	for i := 0; i <= len(v.Text); i++ {
		if i < len(v.Text) && strings.IndexByte(ifs, v.Text[i]) < 0 {
			continue
		}
		if i > start {
			d.Add(v.With(v.Text[start:i]))
		} else if i < len(v.Text) && strings.IndexByte(" \t\n", v.Text[i]) < 0 {
			d.Add(v.With(""))
		}
		if i < len(v.Text) {
			d.end()
		}
		start = i + 1
	}
}

// text returns what a word is where it is not split into fields: in an assignment,
// a case or a here-string.
func (a *analysis) text(f *frame, w *world, x *syntax.Word) word {
	if x == nil {
		return word{Known: true}
	}
	if !a.step(f) {
		return word{Text: "$(…)"}
	}
	var d field
	for i, p := range x.Parts {
		switch x := p.(type) {
		case *syntax.ParamExp, *syntax.CmdSubst:
			a.quoted(f, w, []syntax.WordPart{x}, &d)
		case *syntax.Lit:
			if i > 0 && !strings.ContainsAny(x.Value, `\*?[`) {
				d.Add(a.plain(f, x.Value))
				continue
			}
			a.parts(f, w, []syntax.WordPart{x}, &d)
		default:
			a.parts(f, w, []syntax.WordPart{x}, &d)
		}
	}
	d.end()
	if len(d.out) == 0 {
		return word{Known: true}
	}
	return programs.Join(d.out, " ")
}

// document returns the text of a here-document, whose quotes are no quotes.
func (a *analysis) document(f *frame, w *world, x *syntax.Word) word {
	var d field
	for _, p := range x.Parts {
		if lit, ok := p.(*syntax.Lit); ok && len(x.Parts) == 1 {
			d.Add(a.plain(f, lit.Value))
			continue
		}
		a.quoted(f, w, []syntax.WordPart{p}, &d)
	}
	d.end()
	return programs.Join(d.out, "")
}

// callOf returns the words of a statement that is a simple command.
func callOf(s *syntax.Stmt) []*syntax.Word {
	if c, ok := s.Cmd.(*syntax.CallExpr); ok {
		return c.Args
	}
	return nil
}
