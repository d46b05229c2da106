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

// all returns an expression with the conditions of predicates in the places of their
// calls, and of calls in those. The calls of the expression itself are noted in an
// expansion.
func (b book) all(src string, taken func(name string) bool) expansion {
	e := expansion{text: src}
	calls := b.calls(src)
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
		text.WriteString("(" + b.all(c.once(used), used).text + "\n)")
		e.from = append(e.from, chunk{text.Len(), c.to, nil})
		at = c.to
	}
	e.text = text.String() + src[at:]
	return e
}

// An expansion is an expression with the conditions of predicates in it.
type expansion struct {
	text string
	from []chunk
}

// A chunk says where in an expansion what stands begins and where that is in the
// expression itself, in bytes: a predicate in the place of its call, or text as it is.
type chunk struct {
	at, from int
	of       *Predicate // nil for text
}

// source returns where in the expression a byte of the expansion stands, and the predicate
// whose condition has it, nil for none.
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

// expand returns an expression with the conditions of its predicates in it. It fails where
// a name in one of these means something else here.
func (s *Scope) expand(src string) (expansion, error) {
	e := s.predicates.all(src, func(name string) bool { return s.typed[name] != nil })
	for _, c := range s.predicates.calls(src) {
		if name := s.captured(c.of); name != "" {
			return e, &SourceError{Offset: c.from, Msg: fmt.Sprintf("%s: found %s, which means something else in its condition, want another name here", c.of.Name, name)}
		}
	}
	tokens := read(e.text).tokens
	for i, t := range tokens[:max(0, len(tokens)-1)] { // of a call with as many arguments as it takes nothing is left
		if p := s.predicates[t.Value]; p != nil && p.scope != nil && i > 0 && tokens[i-1].Is(lexer.Operator, "|") && tokens[i+1].Is(lexer.Bracket, "(") {
			at, _ := e.source(t.From)
			return e, &SourceError{Offset: at, Msg: fmt.Sprintf("found | before %s, want %s", p.Name, p.signature())}
		}
	}
	return e, nil
}

// captured returns a name in the condition of a predicate that means something else in this
// scope, "" for none.
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

// place gives the nodes of the tree of an expansion the places that they have in the
// expression.
func (e expansion) place(src string, tree ast.Node) {
	if e.from == nil {
		return
	}
	bytes := make([]int, 0, len(e.text)+1) // of the characters of the text
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

// fault returns a fault in an expansion as one of the expression: what is wrong with a
// predicate for what it is given is wrong with the call.
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
