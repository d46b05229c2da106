package effects

import (
	"path/filepath"
	"slices"
	"strings"
)

// arguments are the words of a command, told apart.
type arguments struct {
	program  *program // nil if not known; of a subcommand, if there is one
	base     string   // name of the program
	flags    []given
	operands []word
	subs     int // the first operands, that name a subcommand
	rest     int // the word that a command it runs begins with; past the end for none
}

// A given is a flag as given.
type given struct {
	flag
	text  word // its value
	valid bool // it has one
}

// describe returns the command that words are, the program first.
func describe(words []word, at where) Command {
	a := split(words)
	c := Command{Program: a.base, Path: words[0].text, Dir: at.dir, Host: at.host, Known: true}
	for i, w := range words {
		c.Known = c.Known && w.known
		if i > 0 {
			c.Args = append(c.Args, w.text)
		}
	}
	for _, g := range a.flags {
		switch opposite, negative := strings.CutPrefix(g.name, "no-"); {
		case negative:
			c.Flags = without(c.Flags, opposite)
			delete(c.Options, opposite)
		default:
			c.Flags = without(c.Flags, "no-"+g.name)
		}
		if !slices.Contains(c.Flags, g.name) {
			c.Flags = append(c.Flags, g.name)
		}
		if g.valid {
			if c.Options == nil {
				c.Options = map[string]string{}
			}
			c.Options[g.name] = g.text.text
		}
	}
	for _, w := range a.operands {
		c.Operands = append(c.Operands, w.text)
	}
	return c
}

// rest returns the command that a wrapper runs, nil if there is none: of timeout 10
// make test, it is make test.
func rest(words []word) []word {
	a := split(words)
	if a.rest >= len(words) {
		return nil
	}
	return words[a.rest:]
}

// baseName returns the name of a program without its folder and .exe, "" if it is
// not known.
func baseName(w word) string {
	if !w.known && strings.HasSuffix(w.text, "}") || strings.HasSuffix(w.text, ")") {
		return ""
	}
	base := w.text[strings.LastIndexAny(w.text, `/\`)+1:]
	if cut, ok := strings.CutSuffix(base, ".exe"); ok {
		return cut
	}
	return base
}

// split tells flags, their values and operands of a command apart.
func split(words []word) arguments {
	a := arguments{base: baseName(words[0]), rest: len(words)}
	a.program = known(a.base)
	s := splitter{arguments: a, words: words, i: 1}
	if s.program == nil {
		s.program = &unknown
		s.run()
		s.program = nil
	} else {
		s.run()
	}
	return s.arguments
}

// unknown is how a program that is not known is taken to read its arguments.
var unknown = program{form: exact}

// A splitter is at work on the words of a command.
type splitter struct {
	arguments
	words []word
	i     int      // the next word
	outer *program // whose flags may stand too, nil for none
	ended bool     // no flags follow
}

func (s *splitter) run() {
	if s.program.form&bundled != 0 && s.i < len(s.words) && !strings.HasPrefix(s.words[s.i].text, "-") {
		w := s.words[s.i]
		s.i++
		s.oldStyle(w)
	}
	for s.i < len(s.words) {
		w := s.words[s.i]
		s.i++
		switch {
		case s.ended:
			s.operand(w)
		case w.text == "--":
			s.ended = true
			if s.program.form&dashes != 0 {
				s.rest = s.i
			}
		case len(w.text) < 2 || w.text[0] != '-':
			s.operand(w)
		case s.program.form&dashed != 0:
			s.long(strings.TrimPrefix(w.text[1:], "-"), w)
		case w.text[1] == '-':
			s.long(w.text[2:], w)
		default:
			s.short(w.text[1:], w)
		}
	}
}

// operand takes a word that is no flag.
func (s *splitter) operand(w word) {
	p := s.program
	if p.form&keyed != 0 && !s.ended {
		if key, value, ok := strings.Cut(w.text, "="); ok {
			f, _ := p.flag(key)
			f.name = key
			s.flags = append(s.flags, given{f, w.with(value), true})
			return
		}
	}
	s.operands = append(s.operands, w)
	if p.form&subs != 0 && s.subs == len(s.operands)-1 && w.known {
		if sub := find(p.name + " " + w.text); sub != nil {
			s.subs++
			if p.form&global != 0 {
				s.outer = p
			}
			s.program, s.ended = sub, false
			return
		}
	}
	switch {
	case p.form&dashes == 0 && p.runs():
		s.command()
	case p.form&posix != 0:
		s.ended = true
	}
}

// command takes all words from the first operand on: those that are the program's
// own, and the command it runs.
func (s *splitter) command() {
	s.i--
	s.rest = s.i
	for kind := range strings.SplitSeq(s.program.operands, " ") {
		switch {
		case kind == "=":
			for s.rest < len(s.words) && assigns(s.words[s.rest].text) {
				s.rest++
			}
		case kind != "$":
			s.rest++
		}
	}
	s.operands = append(s.operands[:len(s.operands)-1], s.words[s.i:]...)
	s.i = len(s.words)
}

// assigns reports whether a word is NAME=value.
func assigns(text string) bool {
	name, _, ok := strings.Cut(text, "=")
	return ok && name != "" && !strings.ContainsAny(name, "/ -")
}

// long takes a flag with a long name; text is what follows its dashes.
func (s *splitter) long(text string, w word) {
	name, value, has := strings.Cut(text, "=")
	f := s.named(name)
	g := given{f, w.with(value), has}
	if f.value == '=' && !has {
		g.text, g.valid = s.next()
	}
	s.flags = append(s.flags, g)
}

// named returns what is known of a long flag.
func (s *splitter) named(name string) flag {
	for _, p := range [...]*program{s.program, s.outer} {
		if p == nil {
			continue
		}
		if f, ok := p.flag(name); ok {
			return f
		}
		if p.form&(exact|dashed) != 0 {
			continue
		}
		if f, ok := p.cut(name); ok {
			return f
		}
	}
	if positive, ok := strings.CutPrefix(name, "no-"); ok && positive != "" {
		return flag{name: "no-" + s.named(positive).name}
	}
	return flag{name: name}
}

// short takes flags of one letter that are joined; text is what follows the dash.
func (s *splitter) short(text string, w word) {
	if strings.Trim(text, "0123456789") == "" {
		s.flags = append(s.flags, given{flag: flag{name: text}})
		return
	}
	for i := range text {
		f := s.letter(text[i:])
		rest := text[i+len(letterOf(text[i:])):]
		g := given{flag: f}
		switch {
		case f.value == 0:
		case rest != "":
			g.text, g.valid = w.with(strings.TrimPrefix(rest, "=")), true
		case f.value == '=':
			g.text, g.valid = s.next()
		}
		s.flags = append(s.flags, g)
		if f.value != 0 {
			return
		}
		if strings.HasPrefix(rest, "=") { // a letter not known with a value
			last := &s.flags[len(s.flags)-1]
			last.text, last.valid = w.with(rest[1:]), true
			return
		}
	}
}

// letter returns what is known of the flag of one letter that text begins with.
func (s *splitter) letter(text string) flag {
	name := letterOf(text)
	for _, p := range [...]*program{s.program, s.outer} {
		if p != nil {
			if f, ok := p.flag(name); ok {
				return f
			}
		}
	}
	return flag{name: name}
}

// letterOf returns the first character of a text.
func letterOf(text string) string {
	for i := range text {
		if i > 0 {
			return text[:i]
		}
	}
	return text
}

// oldStyle takes flags joined without a dash, whose values follow in their order:
// tar cfC a.tar dir.
func (s *splitter) oldStyle(w word) {
	for i := range w.text {
		g := given{flag: s.letter(w.text[i:])}
		if g.value == '=' {
			g.text, g.valid = s.next()
		}
		s.flags = append(s.flags, g)
	}
}

// next returns the next word as the value of a flag.
func (s *splitter) next() (word, bool) {
	if s.i >= len(s.words) {
		return word{}, false
	}
	s.i++
	return s.words[s.i-1], true
}

func without(list []string, s string) []string {
	return slices.DeleteFunc(list, func(e string) bool { return e == s })
}

// absolute returns the path a word names in a place.
func (at where) absolute(w word) (path string, known bool) {
	text := w.text
	switch {
	case at.home != "" && (text == "~" || strings.HasPrefix(text, "~/")):
		text = filepath.Join(at.home, text[1:])
	case strings.HasPrefix(text, "~") || strings.HasPrefix(text, "$"):
		return text, false
	case filepath.IsAbs(text):
	case at.dir == "":
		return "${PWD}/" + filepath.Clean(text), false
	default:
		text = at.dir + "/" + text
	}
	if !w.known && strings.Contains(text, "..") {
		return text, false // ${X}/.. may be anywhere
	}
	return filepath.Clean(text), w.known
}
