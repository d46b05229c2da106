package expr

import (
	"strings"

	"github.com/expr-lang/expr/ast"
)

// A Piece of a template is literal text or an expression, Offset bytes from the template's start.
type Piece struct {
	Text    string
	Literal bool
	Offset  int
	Tree    ast.Node // of an expression, set by Scope.Pieces
}

// split splits a template at its ${…}. $${ stands for a literal ${.
func split(src string) ([]Piece, error) {
	var pieces []Piece
	var lit strings.Builder
	from := 0 // where lit begins
	flush := func(next int) {
		if lit.Len() > 0 {
			pieces = append(pieces, Piece{Text: lit.String(), Literal: true, Offset: from})
			lit.Reset()
		}
		from = next
	}
	for i := 0; i < len(src); {
		switch {
		case strings.HasPrefix(src[i:], "$${"):
			lit.WriteString("${")
			i += 3
		case strings.HasPrefix(src[i:], "${"):
			n := Closing(src[i+2:])
			if n < 0 {
				return nil, &SourceError{Offset: i, Msg: "found ${ without its }, want ${expression}, or $${ for the two characters"}
			}
			flush(i + n + 3)
			pieces = append(pieces, Piece{Text: src[i+2 : i+2+n], Offset: i + 2})
			i += n + 3
		default:
			lit.WriteByte(src[i])
			i++
		}
	}
	flush(len(src))
	return pieces, nil
}

// Closing returns the offset of the } that closes the expression at the start of s, ignoring the
// expression's own braces and texts; -1 if there is none.
func Closing(s string) int {
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

// Whole reports whether a template is a single expression.
func Whole(src string) bool {
	pieces := Pieces(src)
	return len(pieces) == 1 && !pieces[0].Literal
}

// Pieces returns the parts of a template with their trees. A value that is a text becomes
// literal text.
func (s *Scope) Pieces(src string) []Piece {
	pieces := Pieces(src)
	for i := range pieces {
		p := &pieces[i]
		if p.Literal {
			continue
		}
		p.Tree = s.Parsed(p.Text)
		if text, ok := p.Tree.(*ast.StringNode); ok {
			p.Literal, p.Text = true, text.Value
		}
	}
	return joined(pieces)
}

// joined merges adjacent literal pieces.
func joined(pieces []Piece) []Piece {
	var all []Piece
	for _, p := range pieces {
		if n := len(all); p.Literal && n > 0 && all[n-1].Literal {
			all[n-1].Text += p.Text
		} else {
			all = append(all, p)
		}
	}
	return all
}

// Filled returns a template in which the names of text values are replaced by the texts.
func (s *Scope) Filled(src string) string {
	var b strings.Builder
	for _, p := range s.Pieces(src) {
		if p.Literal {
			b.WriteString(p.Text)
		} else {
			b.WriteString("${" + p.Text + "}")
		}
	}
	return b.String()
}
