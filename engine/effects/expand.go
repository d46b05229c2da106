package effects

import (
	"path/filepath"
	"strconv"
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

// braces returns the words that one with {a,b} or {1..3} stands for.
func (a *analysis) braces(f *frame, x *syntax.Word) []*syntax.Word {
	const most, few = 200, 5
	opened := 0
	for _, p := range x.Parts {
		if lit, ok := p.(*syntax.Lit); ok {
			opened += strings.Count(lit.Value, "{")
		}
	}
	if opened > most/10 {
		a.partly("{…}")
		return []*syntax.Word{x}
	}
	syntax.SplitBraces(x)
	list := []*syntax.Word{x}
	for i := 0; i < len(list); {
		at := -1
		for j, p := range list[i].Parts {
			if _, ok := p.(*syntax.BraceExp); ok {
				at = j
				break
			}
		}
		if at < 0 {
			i++
			continue
		}
		parts := list[i].Parts
		if !a.step(f) {
			return list[:i]
		}
		elems := elements(parts[at].(*syntax.BraceExp), most)
		if len(list)+len(elems) > most {
			a.partly("{…}")
			elems = elems[:min(len(elems), few)]
		}
		var made []*syntax.Word
		for _, e := range elems {
			n := &syntax.Word{}
			n.Parts = append(n.Parts, parts[:at]...)
			n.Parts = append(n.Parts, e.Parts...)
			n.Parts = append(n.Parts, parts[at+1:]...)
			made = append(made, n)
		}
		list = append(list[:i:i], append(made, list[i+1:]...)...)
	}
	return list
}

// elements returns what a brace expansion chooses from, no more than most.
func elements(x *syntax.BraceExp, most int) []*syntax.Word {
	if !x.Sequence {
		return x.Elems
	}
	first, last := x.Elems[0].Lit(), x.Elems[1].Lit()
	from, err := strconv.Atoi(first)
	to, err2 := strconv.Atoi(last)
	letters := err != nil || err2 != nil
	if letters {
		if len(first) != 1 || len(last) != 1 {
			return nil
		}
		from, to = int(first[0]), int(last[0])
	}
	step := 1
	if len(x.Elems) > 2 {
		if n, err := strconv.Atoi(x.Elems[2].Lit()); err == nil && n != 0 && n > -1<<31 {
			step = max(n, -n)
		}
	}
	if from > to {
		step = -step
	}
	var out []*syntax.Word
	for n := from; len(out) <= most && (step > 0 && n <= to || step < 0 && n >= to); n += step {
		text := strconv.Itoa(n)
		if letters {
			text = string(rune(n))
		}
		out = append(out, &syntax.Word{Parts: []syntax.WordPart{&syntax.Lit{Value: text}}})
		if n > 1<<40 || n < -1<<40 {
			break
		}
	}
	return out
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

// tilde returns the folder that a word begins with, and what follows.
func (a *analysis) tilde(f *frame, w *world, text string, more bool) (home word, rest string) {
	user, rest, slash := strings.Cut(text[1:], "/")
	if slash {
		rest = "/" + rest
	} else if more {
		return word{}, text
	}
	parent := filepath.Dir(f.home)
	var dir string
	switch {
	case strings.ContainsAny(user, `\*?[:{$`):
		return word{}, text
	case user == "":
		dir = f.home
	case user == "+":
		dir = w.dir
	case user == "-":
		dir = w.back
	case user == "root":
		dir = "/root"
	case f.home != "" && f.home != "/root" && parent != "/":
		dir = parent + "/" + user
	default:
		dir = "/home/" + user
	}
	if dir == "" {
		return word{text: "${HOME}"}, rest
	}
	return word{text: dir, known: true}, rest
}

// unescape returns a text without backslashes, and whether it has what the shell
// expands to paths.
func unescape(text string) (out string, glob bool) {
	if !strings.Contains(text, `\`) {
		return text, globs(text)
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '\\':
			if i++; i < len(text) && text[i] != '\n' {
				b.WriteByte(text[i])
			}
		case '*', '?', '[':
			glob = glob || globs(text[i:])
			fallthrough
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), glob
}

// globs reports whether a text has what the shell expands to paths.
func globs(text string) bool {
	if strings.ContainsAny(text, "*?") {
		return true
	}
	i := strings.IndexByte(text, '[')
	return i >= 0 && strings.IndexByte(text[i:], ']') > 1
}

// unquote returns a text in double quotes without the backslashes that quote.
func unquote(text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) {
			switch text[i+1] {
			case '$', '`', '"', '\\':
				i++
			case '\n':
				i++
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// callOf returns the words of a statement that is a simple command.
func callOf(s *syntax.Stmt) []*syntax.Word {
	if c, ok := s.Cmd.(*syntax.CallExpr); ok {
		return c.Args
	}
	return nil
}
