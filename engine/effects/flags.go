package effects

import (
	"strings"
	"unicode/utf8"
)

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
