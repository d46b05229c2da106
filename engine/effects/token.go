package effects

import (
	"strings"
)

// A token is a piece of code of a language.
type token struct {
	text string
	kind byte // n name, s text, x command in backquotes, or the character itself
	part bool // a text with unknown parts
	near bool // no space stands before it
}

// A scanner splits code into tokens.
type scanner struct {
	*language
	out   []token
	inner []string // code inside texts, as in f"{p.read_text()}"
	apart bool     // a space stands before the next token
}

// add adds a token.
func (s *scanner) add(t token) {
	t.near, s.apart = !s.apart, false
	s.out = append(s.out, t)
}

// tokens splits code into tokens. Names keep their dots: os.path.join is one. Code inside texts
// comes last.
func (l *language) tokens(code string) []token {
	s := scanner{language: l, out: make([]token, 0, len(code)/4+8)}
	s.cut(code)
	inner := s.inner // code inside texts of this code is left out
	for _, code := range inner {
		s.add(token{kind: ';'})
		s.cut(code)
	}
	return s.out
}

// cut splits code into tokens, except the code inside texts.
func (s *scanner) cut(code string) {
	for i := 0; i < len(code); {
		c, size := code[i], 0
		switch {
		case c == '\n' || c == ';':
			s.add(token{kind: ';'})
			i++
			continue
		case c == ' ' || c == '\t' || c == '\r' || c == '\\' && s.ends == "":
			s.apart = true
			i++
			continue
		case strings.HasPrefix(code[i:], s.comment):
			i += s.commented(code[i:], "\n")
			continue
		case s.ends != "":
			i += s.bare(code[i:])
			continue
		case c == '"' || c == '\'' || c == '`':
			i += s.quoted(code[i:], s.language.inner)
			continue
		case c == '/' && s.patterns:
			size = s.pattern(code[i:])
		case c == '%' || c == 'q':
			size = s.bracketed(code[i:])
		}
		switch {
		case size > 0:
			i += size
		case letter(c) || (c == '.' || c == '$' || c == '@') && i+1 < len(code) && letter(code[i+1]):
			i += s.word(code[i:])
		default:
			s.add(token{kind: c})
			i++
		}
	}
}

// commented returns the size of the comment that code begins with, up to its end.
func (s *scanner) commented(code, end string) int {
	s.apart = true
	if size := strings.Index(code, end); size >= 0 {
		return size
	}
	return len(code)
}

// pattern scans the regular expression that code begins with, with its flags, and returns its size;
// 0 if the slash is a division.
func (s *scanner) pattern(code string) int {
	if len(s.out) == 0 {
		return 0
	}
	last := s.out[len(s.out)-1]
	asked := last.kind == 'n' && s.language.has("reserved", last.text) // if /…/
	if !asked && strings.IndexByte("(,=[{|&!?:;~", last.kind) < 0 {
		return 0
	}
	set := false
	for i := 1; i < len(code) && code[i] != '\n'; i++ {
		switch c := code[i]; {
		case c == '\\':
			i++
		case c == '[' || c == ']':
			set = c == '['
		case c == '/' && !set:
			if !asked {
				s.add(token{kind: 's', text: code[1:i], part: true})
			}
			for i++; i < len(code) && letter(code[i]); i++ {
			}
			return i
		}
	}
	return 0
}

// word scans the name that code begins with, and returns its size. The name may be the prefix of a
// text: f"…".
func (s *scanner) word(code string) (size int) {
	for size = 1; size < len(code); {
		rest := code[size:]
		switch {
		case letter(rest[0]) || rest[0] >= '0' && rest[0] <= '9' || rest[0] == '.' && len(rest) > 1 && letter(rest[1]):
			size++
			continue
		case strings.HasPrefix(rest, "::"), strings.HasPrefix(rest, "->"), strings.HasPrefix(rest, "?."):
			size += 2
			continue
		case rest[0] == '!' && s.bang && !strings.HasPrefix(rest, "!="): // delete!
			size++
		}
		break
	}
	size = min(size, len(code))
	name, rest := code[:size], code[size:]
	if s.prefixes != "" && len(name) <= 2 && rest != "" && (rest[0] == '"' || rest[0] == '\'') && strings.Trim(strings.ToLower(name), s.prefixes) == "" {
		inner := ""
		if strings.ContainsAny(name, "fF") {
			inner = "{"
		}
		return size + s.quoted(rest, inner)
	}
	if strings.ContainsAny(name, ":>?") {
		name = strings.NewReplacer("::", ".", "->", ".", "?.", ".").Replace(name)
	}
	s.add(token{kind: 'n', text: name})
	return size
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c >= 0x80 }
