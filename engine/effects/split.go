package effects

import (
	"slices"
	"strings"
	"unicode/utf8"
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
			for runs < len(s.words) && assigns(s.words[runs].text) {
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
	s.operands = append(s.operands[:len(s.operands)-1], s.words[s.i:]...)
	s.i = len(s.words)
}

// assigns reports whether a word is NAME=value.
func assigns(text string) bool {
	name, _, ok := strings.Cut(text, "=")
	return ok && name != "" && !strings.ContainsAny(name, "/ ")
}

// long takes a flag with a long name; text is what follows its dashes.
func (s *splitter) long(text string, w word) {
	name, value, has := strings.Cut(text, "=")
	f, ok := s.named(name)
	g := given{flag: f, text: w.with(value), valid: has}
	switch {
	case has:
	case f.value == '=':
		if strings.HasPrefix(f.kind, "2") {
			s.next()
		}
		g.text, g.valid = s.next()
	case f.value == ';':
		g.words = s.until()
		g.text, g.valid = concat(g.words, " "), true
	case !ok && s.values() && s.i < len(s.words) && !strings.HasPrefix(s.words[s.i].text, "-"):
		g.text, g.valid = s.next()
	}
	s.given(g)
}

// given adds a flag.
func (s *splitter) given(g given) {
	s.flags = append(s.flags, g)
	s.ended = s.ended || strings.HasSuffix(g.kind, ".")
}

// values reports whether long flags that are not known have a value.
func (s *splitter) values() bool {
	return s.program.form&valued != 0 || s.outer != nil && s.outer.form&valued != 0
}

// maxFlag bounds the spelling of a flag; what is longer is none that a program knows.
const maxFlag = 100

// named returns what is known of a long flag; not ok if nothing is.
func (s *splitter) named(name string) (f flag, ok bool) {
	if f, ok = s.spelt(name); ok {
		return f, true
	}
	if positive, negative := strings.CutPrefix(name, "no-"); negative {
		if f, ok = s.spelt(positive); ok {
			return flag{name: "no-" + f.name}, true
		}
	}
	return flag{name: name}, false
}

// spelt returns what is known of a flag of this long spelling or the beginning of it.
func (s *splitter) spelt(name string) (f flag, ok bool) {
	if len(name) > maxFlag {
		return f, false
	}
	for _, p := range [...]*program{s.program, s.outer} {
		if p == nil {
			continue
		}
		if f, ok = p.flag(name); ok {
			return f, true
		}
		if p.form&(exact|dashed) == 0 && len(name) > 1 {
			if f, ok = search(p.list(), name, false); ok {
				return f, true
			}
			if f, ok = search("help version", name, false); ok {
				return f, true
			}
		}
	}
	return f, false
}

// short takes flags of one letter that are joined; text is what follows the dash.
func (s *splitter) short(text string, w word) {
	if strings.Trim(text, "0123456789") == "" {
		if f, ok := s.program.flag(text); ok && f.value == 0 {
			text = f.name
		}
		s.flags = append(s.flags, given{flag: flag{name: text}})
		return
	}
	var seen [utf8.RuneSelf]bool // letters without a value
	for text != "" {
		var letter string
		if letter, text = firstLetter(text); letter[0] < utf8.RuneSelf && seen[letter[0]] && !strings.HasPrefix(text, "=") {
			continue
		}
		g := given{flag: s.letter(letter)}
		seen[letter[0]&(utf8.RuneSelf-1)] = g.value == 0 && letter[0] < utf8.RuneSelf
		switch {
		case strings.HasPrefix(text, "="), (g.value == '=' || g.value == '?') && text != "":
			g.text, g.valid = w.with(strings.TrimPrefix(text, "=")), true
			text = ""
		case g.value == '=':
			g.text, g.valid = s.next()
		case g.value == ';' && text == "":
			g.words = s.until()
			g.text, g.valid = concat(g.words, " "), true
		}
		s.given(g)
	}
}

// letter returns what is known of a flag of one letter.
func (s *splitter) letter(letter string) flag {
	for _, p := range [...]*program{s.program, s.outer} {
		if p != nil {
			if f, ok := p.flag(letter); ok {
				return f
			}
		}
	}
	return flag{name: letter}
}

// firstLetter cuts the first character off a text.
func firstLetter(text string) (letter, rest string) {
	for i := range text {
		if i > 0 {
			return text[:i], text[i:]
		}
	}
	return text, ""
}

// bundle takes flags joined without a dash, whose values follow in their order: tar
// cfC a.tar dir.
func (s *splitter) bundle(w word) {
	for text := w.text; text != ""; {
		var letter string
		letter, text = firstLetter(text)
		g := given{flag: s.letter(letter)}
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

// until returns the words of a command up to ; or {} +.
func (s *splitter) until() []word {
	first := s.i
	for ; s.i < len(s.words); s.i++ {
		if text := s.words[s.i].text; text == ";" || text == "+" && s.i > first && s.words[s.i-1].text == "{}" {
			s.i++
			return s.words[first : s.i-1]
		}
	}
	return s.words[first:]
}
