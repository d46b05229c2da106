package effects

import (
	"strings"

	"bcrules.dev/engine/effects/programs"

	"mvdan.cc/sh/v3/syntax"
)

// An expansion turns code into words, in a frame and a world.
type expansion struct {
	sh *analysis // runs the substitutions in the code
	f  *frame
	w  *world
}

// step takes a step of work, and reports whether there was room for it.
func (e expansion) step() bool { return e.sh.step(e.f) }

// site returns the place where a command would run.
func (e expansion) site() programs.Site { return e.sh.site(e.f, e.w) }

func (a *analysis) in(f *frame, w *world) expansion { return expansion{a, f, w} }

// A field builds words: the one that is begun, and those that are done.
type field struct {
	programs.Builder
	out []word
}

// end finishes the word, if one was begun.
func (d *field) end() {
	if d.Begun() {
		d.out = append(d.out, d.Word())
	}
}

// fields returns the words of a command after all expansions.
func (e expansion) fields(list []*syntax.Word) []word {
	d := field{out: make([]word, 0, min(len(list), maxWords))}
	for _, x := range list {
		if len(d.out) > maxWords {
			e.sh.bound("")
			break
		}
		if len(x.Parts) == 1 {
			if lit, ok := x.Parts[0].(*syntax.Lit); ok && !strings.ContainsAny(lit.Value, "\\~*?[{") {
				d.out = append(d.out, e.plain(lit.Value))
				continue
			}
		}
		for _, x := range e.braces(x) {
			if !e.step() {
				return d.out
			}
			e.parts(x.Parts, &d)
			d.end()
		}
	}
	return d.out
}

// plain returns a text of the code that needs no expansion.
func (e expansion) plain(text string) word {
	return word{Text: text, Known: !e.f.vague || !strings.Contains(text, "${") && !strings.Contains(text, "$(")}
}

// parts adds the expansion of a word's parts outside quotes.
func (e expansion) parts(parts []syntax.WordPart, d *field) {
	for i, p := range parts {
		switch x := p.(type) {
		case *syntax.Lit:
			text := x.Value
			var home word
			if i == 0 && strings.HasPrefix(text, "~") {
				home, text = e.tilde(text, len(parts) > 1)
			} else if k := strings.Index(text, "=~"); k >= 0 && strings.IndexByte(text, '/') != 0 {
				// ~ is expanded in what looks like an assignment: dd of=~/x, but not --file=~/x
				if h, rest := e.tilde(text[k+1:], len(parts) > i+1); programs.Assigns(text) && h.Text != "" && text[0] != '-' {
					home, text = word{Text: text[:k+1] + h.Text, Known: h.Known}, rest
				}
			}
			lit := e.plain(text)
			lit.Text, lit.Glob = unescape(text)
			if home.Text != "" {
				lit.Text, lit.Known = home.Text+lit.Text, lit.Known && home.Known
			}
			d.Add(lit)
		case *syntax.SglQuoted:
			if x.Dollar {
				d.Add(e.plain(programs.Unescape(x.Value)))
			} else {
				d.Add(e.plain(x.Value))
			}
		case *syntax.DblQuoted:
			e.quoted(x.Parts, d)
		case *syntax.ParamExp:
			values, _ := e.param(x)
			for j, v := range values {
				if j > 0 {
					d.end()
				}
				e.divide(v, d)
			}
		case *syntax.CmdSubst:
			e.divide(e.sh.substitution(e.f, e.w, x), d)
		case *syntax.ArithmExp:
			d.Add(e.arithmetic(x.X))
		case *syntax.ProcSubst:
			d.Add(e.sh.process(e.f, e.w, x))
		case *syntax.ExtGlob:
			d.Add(word{Text: x.Op.String() + x.Pattern.Value + ")", Known: true, Glob: true})
		case *syntax.BraceExp: // not expanded
			d.Add(word{Text: "{…}"})
		}
	}
}

// quoted adds the expansion of parts in double quotes.
func (e expansion) quoted(parts []syntax.WordPart, d *field) {
	if len(parts) == 0 {
		d.Add(word{Known: true})
	}
	for _, p := range parts {
		switch x := p.(type) {
		case *syntax.Lit:
			d.Add(e.plain(unquote(x.Value)))
		case *syntax.ParamExp:
			values, many := e.param(x)
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
			d.Add(e.sh.substitution(e.f, e.w, x))
		case *syntax.ArithmExp:
			d.Add(e.arithmetic(x.X))
		default:
			e.parts([]syntax.WordPart{p}, d)
		}
	}
}

// divide adds the fields of an unquoted value.
func (e expansion) divide(v word, d *field) {
	ifs := " \t\n"
	if own, ok := e.w.vars["IFS"]; ok && own.one().Known && len(own.values) > 0 {
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

// text expands a word where it isn't split into fields: in an assignment, a case or a here-string.
func (e expansion) text(x *syntax.Word) word {
	if x == nil {
		return word{Known: true}
	}
	if !e.step() {
		return word{Text: "$(…)"}
	}
	var d field
	for i, p := range x.Parts {
		switch x := p.(type) {
		case *syntax.ParamExp, *syntax.CmdSubst:
			e.quoted([]syntax.WordPart{x}, &d)
		case *syntax.Lit:
			if i > 0 && !strings.ContainsAny(x.Value, `\*?[`) {
				d.Add(e.plain(x.Value))
				continue
			}
			e.parts([]syntax.WordPart{x}, &d)
		default:
			e.parts([]syntax.WordPart{x}, &d)
		}
	}
	d.end()
	if len(d.out) == 0 {
		return word{Known: true}
	}
	return programs.Join(d.out, " ")
}

// document expands a here-document, in which quotes are ordinary characters.
func (e expansion) document(x *syntax.Word) word {
	var d field
	for _, p := range x.Parts {
		if lit, ok := p.(*syntax.Lit); ok && len(x.Parts) == 1 {
			d.Add(e.plain(lit.Value))
			continue
		}
		e.quoted([]syntax.WordPart{p}, &d)
	}
	d.end()
	return programs.Join(d.out, "")
}

// callOf returns the words of a statement that is a simple command, nil for another.
func callOf(s *syntax.Stmt) []*syntax.Word {
	if c, ok := s.Cmd.(*syntax.CallExpr); ok {
		return c.Args
	}
	return nil
}
