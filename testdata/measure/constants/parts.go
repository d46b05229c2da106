package main

import (
	"regexp"
	"strings"
	"unicode"

	"bcrules.dev/schema/expr"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/literal"
	"cuelang.org/go/cue/token"
	tree "github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"
)

// hole replaces what CUE puts into a text; expressions take it for a name.
const hole = "ǂ"

// Kinds that the form of a text shows.
var (
	identifier = regexp.MustCompile(`^([a-z][a-zA-Z0-9]*([_.-][a-zA-Z0-9]+)*|[A-Z][A-Z0-9]*(_[A-Z0-9]+)*)$`)
	signs      = regexp.MustCompile("^[\\s#*_|`/\"\\[\\]<>()-]*$")
	special    = regexp.MustCompile(`[\\\[\]^$(]`)
	classes    = regexp.MustCompile(`\(\?[a-z]+[:)]|\\[a-zA-Z]({.*?})?|\[[^\]\s]+\]|\$\d`)
)

// units are numbers of a unit that make the next one.
var units = map[string]bool{"10": true, "24": true, "60": true, "100": true, "1000": true, "1024": true, "3600": true, "86400": true}

// sorted returns the kind of a text that its form shows.
func (w *walker) sorted(s string) string {
	word := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	switch signed := !strings.ContainsFunc(s, word); {
	case signed && len([]rune(strings.Join(strings.Fields(s), ""))) <= 1:
		return separator
	case signed && signs.MatchString(s):
		return mark
	case w.tools[s]:
		return tool
	case identifier.MatchString(s):
		return code
	case special.MatchString(s) && !strings.ContainsFunc(classes.ReplaceAllString(s, ""), unicode.IsLetter):
		return pattern
	}
	return constant
}

// basic adds a text or a number.
func (w *walker) basic(lit *ast.BasicLit, kind string) {
	switch lit.Kind {
	case token.STRING:
		s, _ := literal.Unquote(lit.Value)
		w.add(s, lit.Pos(), kind)
	case token.INT, token.FLOAT:
		if kind == constant && (lit.Value == "0" || lit.Value == "1") {
			kind = index
		}
		w.found = append(w.found, part{kind, lit.Value, lit.Pos()})
	}
}

// add adds a text: an expression by its parts, a template by the text around its expressions and
// their parts.
func (w *walker) add(s string, at token.Pos, kind string) {
	parsed, err := parser.Parse(s)
	if err == nil && (kind == expression || kind == constant && strings.Contains(s, "(")) {
		tree.Walk(&parsed.Node, &reader{walker: w, at: at, place: map[tree.Node]int{}})
		return
	}
	var text strings.Builder
	for _, p := range expr.Pieces(s) {
		if p.Literal {
			text.WriteString(p.Text)
		} else if kind == constant || kind == word {
			w.add(p.Text, at, expression)
		}
	}
	s = strings.ReplaceAll(text.String(), hole, "")
	if kind == constant || kind == expression || strings.TrimSpace(s) == "" {
		kind = w.sorted(s)
	}
	w.found = append(w.found, part{kind, s, at})
}

// A reader adds the parts of an expression; place has their indexes in found. The nodes around them
// come later, and determine the kinds of some.
type reader struct {
	*walker
	at    token.Pos
	place map[tree.Node]int
}

// Visit adds a literal.
func (r *reader) Visit(n *tree.Node) {
	switch n := (*n).(type) {
	case *tree.StringNode:
		s := strings.ReplaceAll(n.Value, hole, "")
		r.literal(n, r.sorted(s), s)
	case *tree.IntegerNode, *tree.FloatNode:
		kind := constant
		if s := n.String(); s == "0" || s == "1" {
			kind = index
		}
		r.literal(n, kind, n.String())
	case *tree.MemberNode: // .field and [2]
		r.is(n.Property, name)
	case *tree.PairNode: // {field: …}
		r.is(n.Key, name)
	case *tree.BinaryNode:
		r.side(n.Left, n.Operator, n.Right)
		r.side(n.Right, n.Operator, n.Left)
	case *tree.CallNode:
		as, ok := map[string]string{"env": variable, "marked": word}[n.Callee.String()]
		for _, x := range n.Arguments {
			if ok {
				r.is(x, as)
			}
		}
	}
}

func (r *reader) literal(n tree.Node, kind, text string) {
	r.place[n] = len(r.found)
	r.found = append(r.found, part{kind, text, r.at})
}

// is notes the kind of a literal, if n is one.
func (r *reader) is(n tree.Node, kind string) {
	switch x := n.(type) {
	case *tree.UnaryNode:
		n = x.Node
	case *tree.BinaryNode: // a key that begins with a text
		n = x.Left
	case *tree.IntegerNode:
		kind = index
	}
	if i, ok := r.place[n]; ok {
		r.found[i].kind = kind
	}
}

// side notes the kind of an operator's side: an identifier joined to a text is a part of it, and
// one compared with a field of the event is the client's.
func (r *reader) side(x tree.Node, operator string, other tree.Node) {
	i, ok := r.place[x]
	if !ok {
		return
	}
	root, _, _ := expr.Trail(other)
	_, text := x.(*tree.StringNode)
	switch p := &r.found[i]; {
	case text && operator == "+" && p.kind == code:
		p.kind = constant
	case text && operator == "==" && root == "event":
		p.kind = code
	case !text && units[p.text] && strings.Contains("*/><-", operator):
		p.kind = unit
	}
}
