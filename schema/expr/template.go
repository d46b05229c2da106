package expr

import "strings"

// A Piece of a template is literal text or an expression, Offset bytes from the
// template's start.
type Piece struct {
	Text    string
	Literal bool
	Offset  int // of an expression
}

// split parts a template at its ${…}. $${ stands for a literal ${.
func split(src string) ([]Piece, error) {
	var pieces []Piece
	var lit strings.Builder
	flush := func() {
		if lit.Len() > 0 {
			pieces = append(pieces, Piece{Text: lit.String(), Literal: true})
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
			pieces = append(pieces, Piece{Text: src[i+2 : i+2+n], Offset: i + 2})
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
	var all []string
	for _, p := range Pieces(src) {
		if !p.Literal {
			all = append(all, p.Text)
		}
	}
	return all
}

// Pieces returns the parts of a template; none if it can't be parsed.
func Pieces(src string) []Piece {
	pieces, _ := split(src)
	return pieces
}
