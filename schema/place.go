package schema

import (
	"strings"
	"unicode/utf8"

	"bcrules.dev/engine/plan"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/literal"
	"cuelang.org/go/cue/token"
)

// placeIn returns where the byte at offset of a string value is written: within its literal; in an
// interpolation, at most up to the first \(…); otherwise at the value's start.
func placeIn(v cue.Value, offset int) plan.Pos {
	x := expression(v)
	lit := ""
	switch x := x.(type) {
	case *ast.BasicLit:
		if x.Kind == token.STRING {
			lit = x.Value
		}
	case *ast.Interpolation:
		lit = firstPiece(x)
	}
	if raw, ok := rawOffset(lit, offset); ok {
		return advance(Pos(x.Pos()), lit[:raw])
	}
	if x != nil && own(x.Pos()) {
		return Pos(x.Pos())
	}
	return Pos(posOf(v))
}

// placeOf returns where a value is written.
func placeOf(v cue.Value) plan.Pos {
	if x := expression(v); x != nil && own(x.Pos()) {
		return Pos(x.Pos())
	}
	return Pos(posOf(v))
}

// spanOf returns where a value is written, following references.
func spanOf(v cue.Value) Span {
	if !v.Exists() {
		return Span{}
	}
	for range 8 {
		to := cue.Dereference(v)
		if to.Pos() == v.Pos() {
			break
		}
		v = to
	}
	for _, part := range parts(v) { // the literal, not the definition beside it
		if op, _ := part.Expr(); op == cue.NoOp && own(part.Pos()) {
			v = part
			break
		}
	}
	s := Span{Pos: Pos(v.Pos())}
	s.Last = s.Line
	if n := v.Source(); n != nil && own(n.End()) {
		s.Last = max(s.Last, n.End().Line())
	}
	return s
}

// open reports whether a text is computed, so that other settings of a pack may change it.
func open(v cue.Value) bool {
	_, literal := expression(v).(*ast.BasicLit)
	return !literal
}

// firstPiece returns the part of a string before its first \(…) as a literal; "" if there is
// none.
func firstPiece(in *ast.Interpolation) string {
	first, ok1 := in.Elts[0].(*ast.BasicLit)
	last, ok2 := in.Elts[len(in.Elts)-1].(*ast.BasicLit)
	if !ok1 || !ok2 {
		return ""
	}
	end := quotes(first.Value)
	body := strings.TrimSuffix(first.Value, `\`+strings.Trim(end, `"`)+"(")
	if i := strings.LastIndexByte(last.Value, '\n'); i >= 0 { // the quotes stand on a line of their own
		end = last.Value[i:]
	}
	return body + end
}

// expression returns the syntax that a value was written as, following references; nil if unknown.
func expression(v cue.Value) ast.Expr {
	for range 8 {
		var x ast.Expr
		switch n := source(v).(type) {
		case *ast.Field:
			x = n.Value
		case *ast.LetClause:
			x = n.Expr
		case ast.Expr:
			x = n
		}
		switch x.(type) {
		case *ast.Ident, *ast.SelectorExpr:
			to := cue.Dereference(v)
			if posOf(to) == posOf(v) {
				return x
			}
			v = to
			continue
		}
		return x
	}
	return nil
}

// source returns the syntax that a value was written as in a rule file, even if the schema
// constrains the value, too.
func source(v cue.Value) ast.Node {
	n := v.Source()
	if n == nil || !own(n.Pos()) {
		for _, part := range parts(v) {
			if p := part.Source(); p != nil && own(p.Pos()) {
				return p
			}
		}
	}
	return n
}

// posOf returns where a value is written, preferring rule files to the schema.
func posOf(v cue.Value) token.Pos {
	pos := v.Pos()
	if !own(pos) {
		for _, part := range parts(v) {
			if p := part.Pos(); own(p) {
				return p
			}
		}
	}
	return pos
}

// parts returns the values whose unification a value is; nil if it isn't one.
func parts(v cue.Value) []cue.Value {
	op, all := v.Expr()
	if op != cue.AndOp {
		return nil
	}
	return all
}

// rawOffset returns where the byte at offset of a string's value lies in its literal, which may
// have escapes and, if it spans several lines, an indentation.
func rawOffset(lit string, offset int) (int, bool) {
	info, start, after, err := literal.ParseQuotes(lit, lit)
	if err != nil {
		return 0, false
	}
	escape := `\` + strings.Repeat("#", strings.Count(quotes(lit), "#"))
	body := lit[:len(lit)-after]
	indent := info.Whitespace()
	at := start
	if info.IsMulti() {
		at += len(indent)
		if !strings.HasPrefix(lit[start:], indent) {
			at = start
		}
	}
	for n := 0; at <= len(body); {
		if n >= offset {
			return at, true
		}
		if at == len(body) {
			break
		}
		switch {
		case strings.HasPrefix(body[at:], escape):
			size, width := escaped(body[at+len(escape):])
			at += len(escape) + size
			n += width
		case body[at] == '\n' && info.IsMulti():
			at++
			n++
			if strings.HasPrefix(body[at:], indent) {
				at += len(indent)
			}
		default:
			at++
			n++
		}
	}
	return min(at, len(lit)), true
}

// quotes returns the closing quotes of a string literal.
func quotes(lit string) string {
	hashes := lit[:len(lit)-len(strings.TrimLeft(lit, "#"))]
	q := `"`
	if rest := lit[len(hashes):]; strings.HasPrefix(rest, `"""`) && !strings.HasPrefix(rest, `""""`) && len(rest) > 3 && rest[3] == '\n' {
		q = `"""`
	}
	return q + hashes
}

// escaped returns the length of an escape after its backslash, and the length of what it encodes,
// in bytes.
func escaped(s string) (size, width int) {
	digits := 0
	switch {
	case s == "":
		return 0, 1
	case s[0] == 'u':
		digits = 4
	case s[0] == 'U':
		digits = 8
	default:
		return 1, 1
	}
	r := rune(0)
	for i := 1; i <= digits && i < len(s); i++ {
		r = r<<4 | rune(strings.IndexByte("0123456789abcdef", s[i]|0x20)&0xf)
	}
	return 1 + digits, utf8.RuneLen(r)
}

// advance moves a position over text.
func advance(p plan.Pos, over string) plan.Pos {
	if i := strings.LastIndexByte(over, '\n'); i >= 0 {
		p.Line += strings.Count(over, "\n")
		p.Col = len(over) - i
		return p
	}
	p.Col += len(over)
	return p
}
