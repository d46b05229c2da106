package expr

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser/lexer"
)

// expand returns an expression whose calls of predicates are replaced by the predicates'
// conditions, recursively. The expansion maps only the calls of the expression itself.
func (b book) expand(src string, taken func(name string) bool) expansion {
	e := expansion{text: src}
	calls := b.invocations(src)
	if len(calls) == 0 {
		return e
	}
	names := map[string]bool{}
	for _, t := range read(src).tokens {
		names[t.Value] = true
	}
	used := func(name string) bool { return names[name] || taken(name) || IsWord(name) }
	var text strings.Builder
	at := 0
	for _, c := range calls {
		text.WriteString(src[at:c.from])
		e.from = append(e.from, chunk{text.Len(), c.from, c.of})
		text.WriteString("(" + b.expand(c.condition(used), used).text + "\n)")
		e.from = append(e.from, chunk{text.Len(), c.to, nil})
		at = c.to
	}
	e.text = text.String() + src[at:]
	return e
}

// An expansion is an expression with its predicates expanded.
type expansion struct {
	text string
	from []chunk
}

// A chunk is a part of an expansion: a predicate's condition in place of its call, or unchanged
// text. It maps its offset in the expansion to one in the expression, in bytes.
type chunk struct {
	at, from int
	of       *Predicate // nil for text
}

// source returns the offset in the expression of a byte of the expansion, and the predicate whose
// condition contains the byte, nil for none.
func (e expansion) source(offset int) (at int, of *Predicate) {
	i := slices.IndexFunc(e.from, func(c chunk) bool { return c.at > offset })
	if i < 0 {
		i = len(e.from)
	}
	if i == 0 {
		return offset, nil
	}
	c := e.from[i-1]
	if c.of != nil {
		return c.from, c.of
	}
	return c.from + offset - c.at, nil
}

// expand expands the predicates of an expression. It fails if a name in a predicate's condition has
// another meaning here.
func (s *Scope) expand(src string) (expansion, error) {
	e := s.predicates.expand(src, func(name string) bool { return s.typed[name] != nil })
	for _, c := range s.predicates.invocations(src) {
		if name := s.captured(c.of); name != "" {
			return e, &SourceError{Offset: c.from, Msg: fmt.Sprintf("%s: found %s, which means something else in its condition, want another name here", c.of.Name, name)}
		}
	}
	tokens := read(e.text).tokens
	for i, t := range tokens[:max(0, len(tokens)-1)] { // a call with the right number of arguments leaves no such name
		if p := s.predicates[t.Value]; p != nil && p.scope != nil && i > 0 && tokens[i-1].Is(lexer.Operator, "|") && tokens[i+1].Is(lexer.Bracket, "(") {
			at, _ := e.source(t.From)
			return e, &SourceError{Offset: at, Msg: fmt.Sprintf("found | before %s, want %s", p.Name, p.signature())}
		}
	}
	return e, nil
}

// captured returns a name in a predicate's condition that has another meaning in this scope, "" for
// none.
func (s *Scope) captured(p *Predicate) string {
	tokens := read(p.Src).tokens
	own := read(p.Src).variables
	for i, t := range tokens {
		param := slices.ContainsFunc(p.Params, func(p Param) bool { return p.Name == t.Value })
		if !refers(tokens, i) || param || slices.Contains(own, t.Value) {
			continue
		}
		here, there := s.typed[t.Value], p.scope.typed[t.Value]
		v, _, _ := s.value(t.Value)
		w, _, _ := p.scope.value(t.Value)
		if (here == nil) != (there == nil) || s.lets[t.Value] != nil || there == nil && !reflect.DeepEqual(v.Data, w.Data) {
			return t.Value
		}
		if inner := s.predicates[t.Value]; inner != nil && inner.scope != nil {
			if name := s.captured(inner); name != "" {
				return name
			}
		}
	}
	return ""
}

// place gives the nodes of an expansion's tree their locations in the expression.
func (e expansion) place(src string, tree ast.Node) {
	if e.from == nil {
		return
	}
	bytes := make([]int, 0, len(e.text)+1) // byte offsets of the text's characters
	for at := range e.text {
		bytes = append(bytes, at)
	}
	bytes = append(bytes, len(e.text))
	ast.Walk(&tree, visitor(func(n ast.Node) {
		at, _ := e.source(bytes[min(n.Location().From, len(bytes)-1)])
		from := utf8.RuneCountInString(src[:at])
		n.SetLocation(file.Location{From: from, To: from})
	}))
}

// fault maps a fault in an expansion to the expression; a fault within a predicate's condition is
// placed at the call.
func (e expansion) fault(err error) error {
	se, ok := err.(*SourceError)
	if !ok || e.from == nil {
		return err
	}
	own := *se
	at, of := e.source(se.Offset)
	if own.Offset = at; of != nil {
		own.Of = of.Name
	}
	return &own
}
