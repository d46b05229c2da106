package compile

import "strings"

// A piece of a template is literal text or an expression, offset bytes from the
// template's start.
type piece struct {
	text    string
	literal bool
	offset  int
}

// split parts a template at its ${…}. $${ stands for a literal ${.
func split(src string) ([]piece, error) {
	var pieces []piece
	var lit strings.Builder
	flush := func() {
		if lit.Len() > 0 {
			pieces = append(pieces, piece{text: lit.String(), literal: true})
			lit.Reset()
		}
	}
	for i := 0; i < len(src); {
		switch {
		case strings.HasPrefix(src[i:], "$${"):
			lit.WriteString("${")
			i += 3
		case strings.HasPrefix(src[i:], "${"):
			n := closing(src[i+2:])
			if n < 0 {
				return nil, &SourceError{Offset: i, Msg: "found ${ without its }, want ${expression}, or $${ for the two characters"}
			}
			flush()
			pieces = append(pieces, piece{text: src[i+2 : i+2+n], offset: i + 2})
			i += n + 3
		default:
			lit.WriteByte(src[i])
			i++
		}
	}
	flush()
	return pieces, nil
}

// closing returns where the } stands that closes an expression at the start of
// s, over its own braces and strings; -1 if nowhere.
func closing(s string) int {
	depth := 0
	var quote byte
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case quote != 0:
			if c == '\\' && quote != '`' {
				i++
			} else if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"' || c == '`':
			quote = c
		case c == '{':
			depth++
		case c == '}':
			if depth == 0 {
				return i
			}
			depth--
		}
	}
	return -1
}

// Expressions returns the expressions in a template; none if it can't be parsed.
func Expressions(src string) []string {
	pieces, _ := split(src)
	var all []string
	for _, p := range pieces {
		if !p.literal {
			all = append(all, p.text)
		}
	}
	return all
}
