package effects

import "strings"

// bare scans one token of a language whose words stand without quotes, as in a shell: a part of a
// word, or a sign. It returns the token's size.
func (s *scanner) bare(code string) (size int) {
	c := code[0]
	last := len(s.out) - 1
	switch {
	case len(s.blocks) == 2 && strings.HasPrefix(code, s.blocks[0]):
		return min(s.commented(code, s.blocks[1])+len(s.blocks[1]), len(code))
	case c == '\'' || c == '"':
		return s.doubled(code)
	case c == '@' && len(code) > 2 && (code[1] == '\'' || code[1] == '"') && strings.IndexByte("\r\n", code[2]) >= 0:
		return s.here(code)
	case c == '`' && len(code) > 1:
		if s.apart = code[1] == '\n' || code[1] == '\r'; !s.apart {
			s.add(token{kind: 'n', text: code[1:2]})
		}
		return 2
	case strings.HasPrefix(code, "$("), strings.HasPrefix(code, "@("), strings.HasPrefix(code, "@{"):
		s.add(token{kind: code[1], text: code[:1]})
		return 2
	case c == '$':
		name, size := cutVariable(code)
		s.add(token{kind: '$', text: name})
		return size
	case strings.IndexByte(s.ends, c) >= 0:
		s.add(token{kind: c})
		return 1
	case c == '=' && last >= 0 && s.out[last].kind == '$' && !strings.HasPrefix(code, "=="):
		size = 1
	case c == '+' && last >= 0 && s.out[last].kind == 's' && !s.apart: // 'a'+'b'
		s.apart = true
		s.add(token{kind: 'n', text: "+"})
		s.apart = true
		return 1
	default:
		if size = 1 + strings.IndexAny(code[1:], s.ends+" \t\r\n"); size == 0 {
			size = len(code)
		}
	}
	s.add(token{kind: 'n', text: code[:size]})
	return size
}

// doubled scans the quoted text at the beginning of code, and returns its size. In it, two quotes
// stand for one. Double-quoted text is left as it is for composer.filled.
func (s *scanner) doubled(code string) int {
	quote, end, skips := code[0], 1, true
	for ; end < len(code); end++ {
		switch c := code[end]; {
		case c == quote && strings.HasPrefix(code[end+1:], code[:1]), c == '`' && quote == '"':
			end++
		case c == '$' && quote == '"' && skips && strings.HasPrefix(code[end+1:], "("):
			size := enclosed(code[end+1:], '(', ')', maxInner)
			skips = size >= 0
			end += max(size, 0)
		case c == quote:
			s.text(code[1:end], quote)
			return end + 1
		}
	}
	s.text(code[1:], quote)
	return len(code)
}

// here scans a text from @" or @' to the same quote and @ at the beginning of a line.
func (s *scanner) here(code string) int {
	shut := "\n" + code[1:2] + "@"
	body, _, _ := strings.Cut(code[2:], shut)
	size := min(2+len(body)+len(shut), len(code))
	body = strings.TrimPrefix(strings.TrimPrefix(body, "\r"), "\n")
	if code[1] == '\'' {
		s.add(token{kind: 's', text: body})
	} else {
		s.text(strings.ReplaceAll(body, `"`, `""`), '"')
	}
	return size
}

// text adds a quoted text, given what stands between its quotes.
func (s *scanner) text(inner string, quote byte) {
	if quote == '\'' {
		s.add(token{kind: 's', text: strings.ReplaceAll(inner, "''", "'")})
	} else {
		s.add(token{kind: 's', text: inner, part: strings.ContainsAny(inner, "$`\"")})
	}
}
