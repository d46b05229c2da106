package effects

import (
	"strings"

	"bcrules.dev/engine/effects/programs"
)

// quoted scans the quoted text at the beginning of code, and returns its size. inner begins an
// expression or a variable in that text.
func (s *scanner) quoted(code, inner string) int {
	quote := code[:1]
	for _, longer := range s.quotes {
		if strings.HasPrefix(code, longer) {
			quote = longer
		}
	}
	braces := strings.HasSuffix(inner, "{") && (inner == "{" || quote != "'" && (inner == "#{" || quote == "`"))
	skips := braces && inner != "{"
	end := len(quote)
	for end < len(code) && !strings.HasPrefix(code[end:], quote) {
		switch {
		case code[end] == '\\':
			end++
		case skips && strings.HasPrefix(code[end:], inner):
			size := braced(code[end+1:])
			skips = size >= 0
			end += 1 + max(size, 0)
		}
		end++
	}
	end = min(end, len(code))
	t := token{kind: 's', text: code[len(quote):end]}
	if quote != "'" || s.says["escapes"] != "" {
		t.text = programs.Unescape(t.text)
	} else {
		t.text = strings.NewReplacer(`\'`, "'", `\\`, `\`).Replace(t.text)
	}
	switch {
	case braces:
		t = s.filled(t, inner)
	case quote != "'" && inner != "" && !strings.HasSuffix(inner, "{"):
		t = s.partly(t, inner)
	}
	if quote == "`" && s.runsQuoted() {
		t.kind = 'x'
	}
	s.add(t)
	return min(end+len(quote), len(code))
}

// runsQuoted reports whether backquotes that begin here hold a command: they always do, or a sign
// stands right before them, which is taken away.
func (s *scanner) runsQuoted() bool {
	sign, last := s.says["backquotes"], len(s.out)-1
	if len(sign) != 1 {
		return sign != ""
	}
	if s.apart || last < 0 || s.out[last].kind != sign[0] {
		return false
	}
	s.out = s.out[:last]
	return true
}

// filled replaces the expressions in a text, from open to }, by ${NAME}.
func (s *scanner) filled(t token, open string) token {
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
		if i == 0 && s.isHome(name) {
			t.text, from = "~"+t.text[end+1:], 1
			continue
		}
		if strings.Contains(name, "(") {
			s.inner = append(s.inner, name)
		}
		if !named(strings.ReplaceAll(name, ".", "")) {
			name = "…"
		}
		t.text = t.text[:i] + "${" + name + "}" + t.text[i+end+1:]
		t.part, from = true, i+len(name)+3
	}
}

// partly marks a text as partly known if names may stand in it. A home folder at its beginning is
// known: "$ENV{HOME}/x".
func (s *scanner) partly(t token, inner string) token {
	if end := strings.IndexByte(t.text, '}'); end > 0 && s.isHome(t.text[:end]) {
		t.text = "~" + t.text[end+1:]
	}
	t.part = strings.ContainsAny(t.text, inner)
	return t
}

// isHome reports whether code gets the home folder: os.environ['HOME'], Path.home().
func (s *scanner) isHome(code string) bool {
	name := strings.Map(func(c rune) rune {
		if strings.ContainsRune(`'"()[]{}`, c) {
			return -1
		}
		return c
	}, code)
	of, isVariable := strings.CutSuffix(name, "HOME")
	return isVariable && s.does(strings.TrimSuffix(of, "."), nil) == environment || s.does(name, nil) == homeFolder
}

// braced returns the index of the } that closes the { at the beginning of a text; -1 if none is
// near.
func braced(text string) int { return enclosed(text, '{', '}', maxBraced) }

// enclosed returns the index of the sign that closes the one at the beginning of a text; -1 if
// there is none within that many bytes.
func enclosed(text string, open, shut byte, most int) int {
	depth := 0
	for i := range min(len(text), most) {
		switch c := text[i]; {
		case c == shut && depth > 0: // first, since shut may be open itself
			if depth--; depth == 0 {
				return i
			}
		case c == open:
			depth++
		}
	}
	return -1
}

const (
	maxBraced = 1 << 10 // bytes of an expression in a text
	maxInner  = 4 << 10 // bytes of code in a text
)

// bracketed scans a text such as qq{…} or %x(…) at the beginning of code, and returns its size; 0
// for none.
func (s *scanner) bracketed(code string) (size int) {
	sign, verbatim := opening(code, s.delimited), false
	if v := opening(code, s.verbatim); len(v) > len(sign) {
		sign, verbatim = v, true
	}
	if sign == "" {
		return 0
	}
	start := len(sign) + 1
	end := start - 1 + enclosed(code[start-1:], code[start-1], closing(code[start-1]), len(code))
	if end < start {
		end = len(code)
	}
	t := token{kind: 's', text: code[start:end]}
	if strings.HasSuffix(sign, "x") {
		t.kind = 'x'
	}
	inner := s.language.inner
	switch {
	case verbatim:
	case strings.HasSuffix(inner, "{"):
		t = s.filled(t, inner)
	default:
		t = s.partly(t, inner)
	}
	s.add(t)
	return min(end+1, len(code))
}

// opening returns the longest sign that code begins with and a bracket follows; "" for none.
func opening(code string, signs []string) (longest string) {
	for _, sign := range signs {
		if len(sign) > len(longest) && len(sign) < len(code) && strings.HasPrefix(code, sign) && closing(code[len(sign)]) != 0 {
			longest = sign
		}
	}
	return longest
}

// closing returns the character that closes what c opens, 0 if c opens nothing.
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
