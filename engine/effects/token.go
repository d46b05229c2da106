package effects

import (
	"strings"

	"bcrules.dev/engine/effects/programs"
)

// A token is a piece of code of a language.
type token struct {
	kind byte // n name, s text, x command in backquotes, or the character itself
	text string
	part bool     // of a text: not all of it is known
	code []string // of a text: what is called in it, as in f"{p.read_text()}"
}

// tokens cuts code of a language up. Names keep their dots: os.path.join is one. Code
// in texts comes after all else.
func (l *language) tokens(code string) []token {
	out := l.cut(code)
	for _, t := range out {
		for _, inner := range t.code {
			out = append(append(out, token{kind: ';'}), l.cut(inner)...)
		}
	}
	return out
}

// cut cuts code up, but for what is in texts.
func (l *language) cut(code string) []token {
	var out []token
	for i := 0; i < len(code); {
		c, pattern := code[i], 0
		if c == '/' {
			pattern = l.pattern(out, code[i:])
		}
		switch {
		case c == '\n' || c == ';':
			out = append(out, token{kind: ';'})
			i++
		case c == ' ' || c == '\t' || c == '\r' || c == '\\':
			i++
		case strings.HasPrefix(code[i:], l.comment):
			if end := strings.IndexByte(code[i:], '\n'); end >= 0 {
				i += end
			} else {
				i = len(code)
			}
		case c == '"' || c == '\'' || c == '`':
			t, size := l.quoted(code[i:])
			out = append(out, t)
			i += size
		case pattern > 0:
			out = append(out, token{kind: 's', text: code[i+1 : i+pattern-1], part: true})
			for i += pattern; i < len(code) && letter(code[i]); i++ { // its flags
			}
		case c == '%' && l.name == "ruby" && i+2 < len(code) && strings.IndexByte("xqQw", code[i+1]) >= 0 && closing(code[i+2]) != 0,
			c == 'q' && l.name == "perl" && perlQuote(code[i:]) > 0:
			t, size := l.delimited(code[i:])
			out = append(out, t)
			i += size
		case letter(c) || c == '.' && i+1 < len(code) && letter(code[i+1]) || (c == '$' || c == '@') && i+1 < len(code) && letter(code[i+1]):
			t, size := l.word(code[i:])
			out = append(out, t)
			i += size
		default:
			out = append(out, token{kind: c})
			i++
		}
	}
	return out
}

// pattern returns the size of the regular expression that code begins with, which
// follows some tokens; 0 if it is none, but divides.
func (l *language) pattern(before []token, code string) int {
	if l.name != "ruby" && l.name != "javascript" || len(before) == 0 || strings.IndexByte("(,=[{|&!?:;~", before[len(before)-1].kind) < 0 {
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
			return i + 1
		}
	}
	return 0
}

// word returns the name that code begins with, and its size there. In Python it may
// be the prefix of a text: f"…".
func (l *language) word(code string) (t token, size int) {
	for size = 1; size < len(code); {
		rest := code[size:]
		switch {
		case letter(rest[0]) || rest[0] >= '0' && rest[0] <= '9' || rest[0] == '.' && len(rest) > 1 && letter(rest[1]):
			size++
			continue
		case strings.HasPrefix(rest, "::"), strings.HasPrefix(rest, "->"), strings.HasPrefix(rest, "?."):
			size += 2
			continue
		case rest[0] == '!' && l.name == "ruby" && !strings.HasPrefix(rest, "!="): // delete!
			size++
		}
		break
	}
	size = min(size, len(code))
	name := code[:size]
	if strings.ContainsAny(name, ":>?") {
		name = strings.NewReplacer("::", ".", "->", ".", "?.", ".").Replace(name)
	}
	rest := code[size:]
	if l.name != "python" || rest == "" || rest[0] != '"' && rest[0] != '\'' || len(name) > 2 || strings.Trim(strings.ToLower(name), "rbfu") != "" {
		return token{kind: 'n', text: name}, size
	}
	t, quoted := l.quoted(rest)
	if strings.ContainsAny(name, "fF") {
		t = t.filled("{")
	}
	return t, size + quoted
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c >= 0x80 }

// quoted returns the text in quotes that code begins with, and its size there.
func (l *language) quoted(code string) (t token, size int) {
	quote := code[:1]
	if strings.HasPrefix(code, strings.Repeat(quote, 3)) && l.name == "python" {
		quote = code[:3]
	}
	end, inner := len(quote), quote != "'" && (l.inner == "#{" || l.inner == "${" && quote == "`")
	for end < len(code) && !strings.HasPrefix(code[end:], quote) {
		switch {
		case code[end] == '\\':
			end++
		case inner && strings.HasPrefix(code[end:], l.inner):
			size := braced(code[end+1:])
			inner = size >= 0
			end += 1 + max(size, 0)
		}
		end++
	}
	end = min(end, len(code))
	t = token{kind: 's', text: code[len(quote):end]}
	if quote != "'" || l.name == "python" || l.comment == "//" && l.name != "php" {
		t.text = programs.Unescape(t.text)
	} else {
		t.text = strings.NewReplacer(`\'`, "'", `\\`, `\`).Replace(t.text)
	}
	if quote != "'" && l.inner != "" {
		switch {
		case l.inner == "#{", l.inner == "${" && quote == "`":
			t = t.filled(l.inner)
		case l.inner != "${":
			t.part = strings.ContainsAny(t.text, l.inner)
		}
	}
	if quote == "`" && l.shell {
		t.kind = 'x'
	}
	return t, min(end+len(quote), len(code))
}

// filled returns a text whose parts from open to } are filled in with something.
func (t token) filled(open string) token {
	for from := 0; ; {
		i := strings.Index(t.text[from:], open)
		if i < 0 {
			return t
		}
		i += from
		end := braced(t.text[i+len(open)-1:])
		if end < 0 {
			return t
		}
		end += len(open) - 1
		name := t.text[i+len(open) : i+end]
		if strings.Contains(name, "(") {
			t.code = append(t.code, name)
		}
		if !named(strings.ReplaceAll(name, ".", "")) {
			name = "…"
		}
		t.text = t.text[:i] + "${" + name + "}" + t.text[i+end+1:]
		t.part, from = true, i+len(name)+3
	}
}

// braced returns where what a text begins with, in braces, ends; -1 if it doesn't soon.
func braced(text string) int {
	depth := 0
	for i := range min(len(text), maxBraced) {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// maxBraced is how long code in a text may be, bytes.
const maxBraced = 1 << 10

// perlQuote returns the size of q, qq or qx and what opens, 0 if it is none.
func perlQuote(code string) int {
	n := 1
	if len(code) > 1 && strings.IndexByte("qxw", code[1]) >= 0 {
		n = 2
	}
	if n < len(code) && closing(code[n]) != 0 {
		return n + 1
	}
	return 0
}

// closing returns what closes a text that is opened so, 0 if that opens none.
func closing(c byte) byte {
	switch c {
	case '(':
		return ')'
	case '{':
		return '}'
	case '[':
		return ']'
	case '<':
		return '>'
	case '/', '|', '!', '#', '~':
		return c
	}
	return 0
}

// delimited returns the text of qq{…} or %x(…) that code begins with.
func (l *language) delimited(code string) (t token, size int) {
	start := 3
	if code[0] == 'q' {
		start = perlQuote(code)
	}
	open, shut := code[start-1], closing(code[start-1])
	depth, end := 1, start
	for ; end < len(code); end++ {
		if code[end] == shut {
			if depth--; depth == 0 {
				break
			}
		} else if code[end] == open {
			depth++
		}
	}
	t = token{kind: 's', text: code[start:end]}
	if code[start-2] == 'x' {
		t.kind = 'x'
	}
	switch {
	case l.inner == "#{" && code[start-2] != 'q' && code[start-2] != 'w':
		t = t.filled(l.inner)
	case l.inner != "#{" && start > 2:
		t.part = strings.ContainsAny(t.text, l.inner)
	}
	return t, min(end+1, len(code))
}
