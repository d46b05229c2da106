package programs

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// A splitter splits the words of a command.
type splitter struct {
	Call
	i     int      // the next word
	outer *program // whose flags may stand after the subcommand too, nil for none
	ended bool     // no flags follow
}

func (s *splitter) run() {
	if s.program.syntax&bundled != 0 && s.i < len(s.words) && !strings.HasPrefix(s.words[s.i].Text, "-") {
		s.i++
		s.bundle(s.words[s.i-1])
	}
	for s.i < len(s.words) {
		w := s.words[s.i]
		s.i++
		switch {
		case s.ended:
			s.operand(w)
		case w.Text == "--":
			s.ended, s.dashes = true, len(s.Operands)
			if s.program.syntax&dashes != 0 {
				s.rest = s.i
			}
		case len(w.Text) < 2 || w.Text[0] != '-':
			s.operand(w)
		case s.program.syntax&oneDash != 0:
			s.long(strings.TrimPrefix(w.Text[1:], "-"), w)
		case w.Text[1] == '-':
			s.long(w.Text[2:], w)
		default:
			s.short(w.Text[1:], w)
		}
	}
}

// operand takes a word that isn't a flag.
func (s *splitter) operand(w Word) {
	p := s.program
	if p.syntax&keyValue != 0 {
		if key, value, ok := strings.Cut(w.Text, "="); ok {
			f, _ := p.spec(key)
			f.Name = key
			s.Flags = append(s.Flags, Flag{spec: f, Value: w.With(value), Valued: true})
			return
		}
	}
	if p.syntax&expression != 0 && (s.expresses() || w.Text == "(" || w.Text == "!") {
		if w.Text == "!" {
			s.Flags = append(s.Flags, Flag{spec: spec{Name: "not", told: true}})
		}
		return
	}
	s.Operands = append(s.Operands, w)
	if p.syntax&subcommands != 0 && s.subs == len(s.Operands)-1 && w.Known {
		if sub := findIn(p.trade, p.name+" "+w.Text); sub != nil {
			s.subs++
			if p.syntax&global != 0 {
				s.outer = p
			}
			s.program, s.ended = sub, false
			return
		}
	}
	own := len(s.Operands) - s.subs
	settings := strings.HasPrefix(p.operands, "settings")
	switch {
	case p.syntax&again != 0 && (own == 1 && !settings || settings && Assigns(w.Text)):
	case strings.HasSuffix(p.operands, "command"):
		s.command()
	case p.syntax&posix != 0:
		s.ended = true
	}
}

// expresses reports whether a long flag was given.
func (s *splitter) expresses() bool {
	return slices.ContainsFunc(s.Flags, func(g Flag) bool { return len(g.Name) > 1 })
}

// command takes all words from the first operand on: the program's own, and those of the command
// that it runs.
func (s *splitter) command() {
	s.i--
	runs := s.i
	for kind := range strings.FieldsSeq(s.program.operands) {
		switch kind {
		case "settings":
			for runs < len(s.words) && (Assigns(s.words[runs].Text) || s.words[runs].Text == "-") {
				runs++
			}
		case "command":
		default:
			runs++
		}
	}
	if runs < len(s.words) && s.words[runs].Text == "--" {
		runs++
	}
	if !slices.ContainsFunc(s.Flags, func(g Flag) bool { return g.turns == "text" }) {
		s.rest = runs
	}
	if s.Operands = s.Operands[:len(s.Operands)-1]; len(s.Operands) == 0 {
		s.Operands = slices.Clip(s.words[s.i:])
	} else {
		s.Operands = append(s.Operands, s.words[s.i:]...)
	}
	s.i = len(s.words)
}

// long takes a flag with a long name; text is what follows its dashes.
func (s *splitter) long(text string, w Word) {
	name, value, has := strings.Cut(text, "=")
	f, ok := s.named(name)
	g := Flag{spec: f, Value: w.With(value), Valued: has}
	switch {
	case has:
	case f.takes == '=':
		if f.is("second") {
			s.next()
		}
		g.Value, g.Valued = s.next()
	case f.takes == ';':
		g.words = s.until()
		g.Value, g.Valued = Join(g.words, " "), true
	case !ok && s.values() && s.i < len(s.words) && !strings.HasPrefix(s.words[s.i].Text, "-"):
		g.Value, g.Valued = s.next()
	}
	s.given(g)
}

// given adds a flag.
func (s *splitter) given(g Flag) {
	g.next = s.i
	s.Flags = append(s.Flags, g)
	s.ended = s.ended || g.is("end")
}

// values reports whether unknown long flags have a value. That holds after a subcommand, because
// the program's own flags are all known.
func (s *splitter) values() bool {
	return len(s.Operands) > 0 && (s.program.syntax&valued != 0 || s.outer != nil && s.outer.syntax&valued != 0)
}

// maxFlag bounds the spelling of a flag, in bytes; no program knows a longer one.
const maxFlag = 100

// named returns what is known of a long flag; ok is false if nothing is.
func (s *splitter) named(name string) (f spec, ok bool) {
	if f, ok = s.spelt(name); ok {
		return f, true
	}
	if positive, negative := strings.CutPrefix(name, "no-"); negative {
		if f, ok = s.spelt(positive); ok {
			return spec{Name: "no-" + f.Name, told: true}, true
		}
	}
	return spec{Name: name}, false
}

// spelt returns what is known of a long flag by a spelling or the beginning of one.
func (s *splitter) spelt(name string) (f spec, ok bool) {
	if len(name) > maxFlag {
		return f, false
	}
	for _, p := range [...]*program{s.program, s.outer} {
		if p == nil {
			continue
		}
		if f, ok = p.spec(name); ok {
			return f, true
		}
		if p.syntax&(exact|oneDash) == 0 && len(name) > 1 {
			if f, ok = search(p.flags, name, false); ok {
				return f, true
			}
			if f, ok = search("help version", name, false); ok {
				return f, true
			}
		}
	}
	return f, false
}

// short takes joined flags of one letter; text is what follows the dash.
func (s *splitter) short(text string, w Word) {
	if strings.Trim(text, "0123456789") == "" {
		if f, ok := s.program.spec(text); ok && f.takes == 0 {
			text = f.Name
		}
		s.Flags = append(s.Flags, Flag{spec: spec{Name: text, told: true}})
		return
	}
	if f, ok := s.program.spec(text); ok && len(text) > 1 && f.takes == 0 && s.program.syntax&exact != 0 { // 7z -sdel
		s.given(Flag{spec: f})
		return
	}
	var seen [utf8.RuneSelf]bool // letters without a value
	for text != "" {
		var letter string
		if letter, text = firstLetter(text); letter[0] < utf8.RuneSelf && seen[letter[0]] && !strings.HasPrefix(text, "=") {
			continue
		}
		g := Flag{spec: s.letter(letter)}
		seen[letter[0]&(utf8.RuneSelf-1)] = g.takes == 0 && letter[0] < utf8.RuneSelf
		switch {
		case g.takes == '?' && strings.Contains("0123456789", letter): // a number, such as perl's -0777
			n := len(text) - len(strings.TrimLeft(text, "0123456789"))
			g.Value, g.Valued, text = w.With(text[:n]), n > 0, text[n:]
		case strings.HasPrefix(text, "="), (g.takes == '=' || g.takes == '?') && text != "":
			g.Value, g.Valued = w.With(strings.TrimPrefix(text, "=")), true
			text = ""
		case g.takes == '=':
			g.Value, g.Valued = s.next()
		case g.takes == ';' && text == "":
			g.words = s.until()
			g.Value, g.Valued = Join(g.words, " "), true
		}
		s.given(g)
	}
}

// letter returns what is known of a flag of one letter.
func (s *splitter) letter(letter string) spec {
	for _, p := range [...]*program{s.program, s.outer} {
		if p != nil {
			if f, ok := p.spec(letter); ok {
				return f
			}
		}
	}
	return spec{Name: letter}
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

// bundle takes flags joined without a dash, whose values follow in order: tar cfC a.tar dir.
func (s *splitter) bundle(w Word) {
	for text := w.Text; text != ""; {
		var letter string
		letter, text = firstLetter(text)
		g := Flag{spec: s.letter(letter)}
		if g.takes == '=' {
			g.Value, g.Valued = s.next()
			g.next = s.i
		}
		s.Flags = append(s.Flags, g)
	}
}

// next returns the next word as the value of a flag.
func (s *splitter) next() (Word, bool) {
	if s.i >= len(s.words) {
		return Word{}, false
	}
	s.i++
	return s.words[s.i-1], true
}

// until returns the words of a command up to ; or {} +.
func (s *splitter) until() []Word {
	first := s.i
	for ; s.i < len(s.words); s.i++ {
		if text := s.words[s.i].Text; text == ";" || text == "+" && s.i > first && s.words[s.i-1].Text == "{}" {
			s.i++
			return s.words[first : s.i-1]
		}
	}
	return s.words[first:]
}
