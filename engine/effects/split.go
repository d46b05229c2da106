package effects

import (
	"slices"
	"strings"
)

// arguments are the words of a command, told apart.
type arguments struct {
	program  *program // of the subcommand, if there is one; nil if not known
	base     string   // name of the program
	flags    []given
	operands []word
	subs     int // the first operands, that name a subcommand
	dashes   int // the operands before --, -1 if there is none
	rest     int // the word that a command it runs begins with; past the end for none
}

// A given is a flag as given.
type given struct {
	flag
	text  word   // its value
	valid bool   // it has one
	words []word // of the command that is its value
}

// describe returns the command that words are, the program first.
func describe(words []word, at where) Command {
	a := split(words)
	c := Command{Program: a.base, Path: words[0].text, Dir: at.enter(a).dir, Host: at.host, Known: words[0].known}
	if len(words) > 1 {
		c.Args = make([]string, 0, len(words)-1)
	}
	for _, w := range words[1:] {
		c.Known = c.Known && w.known
		c.Args = append(c.Args, w.text)
	}
	for i, g := range a.flags {
		if i == maxList {
			break
		}
		if opposite, negative := strings.CutPrefix(g.name, "no-"); negative {
			c.Flags = without(c.Flags, opposite)
			delete(c.Options, opposite)
		} else if len(g.name) > 1 {
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
	if len(a.operands) > 0 {
		c.Operands = make([]string, 0, len(a.operands))
	}
	for _, w := range a.operands {
		c.Operands = append(c.Operands, w.text)
	}
	return c
}

// without returns a list without the elements that are s.
func without(list []string, s string) []string {
	return slices.DeleteFunc(list, func(e string) bool { return e == s })
}

// rest returns the command that a wrapper runs, nil if there is none: of timeout 10
// make test, it is make test.
func rest(words []word) []word {
	a := split(words)
	if a.rest >= len(words) {
		return nil
	}
	left := words[a.rest:]
	if left[0].text == "-c" && a.base == "flock" {
		return append([]word{{text: "sh", known: true}}, left...)
	}
	return left
}

// enter returns the place that a program's flags make it go to first.
func (at where) enter(a arguments) where {
	for _, g := range a.flags {
		if g.valid && strings.HasPrefix(g.kind, "/") {
			path, known := at.absolute(g.text)
			if !known {
				path = ""
			}
			at.dir = path
		}
	}
	return at
}

// baseName returns the name of a program without its folder and .exe, "" if it is
// not known.
func baseName(w word) string {
	base := w.text[strings.LastIndexAny(w.text, `/\`)+1:]
	if !w.known && strings.ContainsAny(base, "${}()…") {
		return ""
	}
	base = strings.TrimSuffix(base, ".exe")
	return base
}

// split tells flags, their values and operands of a command apart. A program that is
// not known is taken to read its arguments as most do.
func split(words []word) arguments {
	s := splitter{words: words, i: 1}
	s.base, s.dashes, s.rest = baseName(words[0]), -1, len(words)
	s.program = wellKnown(s.base)
	if s.program == nil {
		s.program = &unknown
	}
	s.run()
	if s.program == &unknown {
		s.program = nil
	}
	return s.arguments
}

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
		s.i++
		s.bundle(s.words[s.i-1])
	}
	for s.i < len(s.words) {
		w := s.words[s.i]
		s.i++
		switch {
		case s.ended:
			s.operand(w)
		case w.text == "--":
			s.ended, s.dashes = true, len(s.operands)
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
	if p.form&keyed != 0 {
		if key, value, ok := strings.Cut(w.text, "="); ok {
			f, _ := p.flag(key)
			f.name = key
			s.flags = append(s.flags, given{flag: f, text: w.with(value), valid: true})
			return
		}
	}
	if p.form&expression != 0 && (s.expresses() || w.text == "(" || w.text == "!") {
		if w.text == "!" {
			s.flags = append(s.flags, given{flag: flag{name: "not"}})
		}
		return
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
	own := len(s.operands) - s.subs
	switch {
	case p.form&again != 0 && (own == 1 && p.operands[0] != '=' || p.operands[0] == '=' && assigns(w.text)):
	case p.runs():
		s.command()
	case p.form&posix != 0:
		s.ended = true
	}
}

// expresses reports whether a long flag was given.
func (s *splitter) expresses() bool {
	return slices.ContainsFunc(s.flags, func(g given) bool { return len(g.name) > 1 })
}

// command takes all words from the first operand on: those that are the program's
// own, and the command it runs.
func (s *splitter) command() {
	s.i--
	runs := s.i
	for kind := range strings.SplitSeq(s.program.operands, " ") {
		switch {
		case kind == "=":
			for runs < len(s.words) && (assigns(s.words[runs].text) || s.words[runs].text == "-") {
				runs++
			}
		case kind != "$":
			runs++
		}
	}
	if runs < len(s.words) && s.words[runs].text == "--" {
		runs++
	}
	if !slices.ContainsFunc(s.flags, func(g given) bool { return g.turns == "_" }) {
		s.rest = runs
	}
	if s.operands = s.operands[:len(s.operands)-1]; len(s.operands) == 0 {
		s.operands = slices.Clip(s.words[s.i:])
	} else {
		s.operands = append(s.operands, s.words[s.i:]...)
	}
	s.i = len(s.words)
}

// assigns reports whether a word is NAME=value.
func assigns(text string) bool {
	name, _, ok := strings.Cut(text, "=")
	return ok && name != "" && !strings.ContainsAny(name, "/ ")
}
