package main

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"bcrules.dev/schema/expr"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/literal"
	"cuelang.org/go/cue/token"
	tree "github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"
)

// hole stands for what CUE puts into a text.
const hole = "\uE000"

// What tells a kind by how a text is written.
var (
	identifier = regexp.MustCompile(`^([a-z][a-zA-Z0-9]*([_.-][a-zA-Z0-9]+)*|[A-Z][A-Z0-9]*(_[A-Z0-9]+)*)$`)
	signs      = regexp.MustCompile("^[\\s#*_|`/\"\\[\\]<>()-]*$")
	special    = regexp.MustCompile(`[\\\[\]^$(]`)
	classes    = regexp.MustCompile(`\(\?[a-z]+[:)]|\\[a-zA-Z]({.*?})?|\[[^\]\s]+\]|\$\d`)
)

// sorted returns the kind of a constant that is known by how it is written.
func (w *walker) sorted(s string) string {
	switch signed := !strings.ContainsFunc(s, wordy); {
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
		if kind == constant && slices.Contains([]string{"0", "1"}, lit.Value) {
			kind = index
		}
		w.found = append(w.found, part{kind, lit.Value, lit.Pos()})
	}
}

// add adds a text: an expression by its literals, a template by the text around its expressions
// and theirs. The default of a setting is one, whatever is in it.
func (w *walker) add(s string, at token.Pos, kind string) {
	if kind == expression || kind == constant && calls(s) {
		w.expression(s, at)
		return
	}
	var text strings.Builder
	for _, p := range expr.Pieces(s) {
		if p.Literal {
			text.WriteString(p.Text)
		} else if kind == constant || kind == code || kind == word {
			w.expression(p.Text, at)
		}
	}
	if s = strings.ReplaceAll(text.String(), hole, ""); kind == code || kind == constant || strings.TrimSpace(s) == "" {
		kind = w.sorted(s)
	}
	w.found = append(w.found, part{kind, s, at})
}

func wordy(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// expression adds the literals of an expression.
func (w *walker) expression(src string, at token.Pos) {
	parsed, err := parser.Parse(strings.ReplaceAll(src, hole, "HOLE"))
	if err != nil { // a part of one
		w.add(src, at, constant)
		return
	}
	r := reader{walker: w, at: at, kinds: map[tree.Node]string{}}
	tree.Walk(&parsed.Node, kinder(r))
	tree.Walk(&parsed.Node, r)
}

// A reader adds the literals of an expression; kinds has those that are known by what is around them.
type reader struct {
	*walker
	at    token.Pos
	kinds map[tree.Node]string
}

// Visit adds a literal.
func (r reader) Visit(n *tree.Node) {
	kind, known := r.kinds[*n]
	switch n := (*n).(type) {
	case *tree.StringNode:
		s := strings.ReplaceAll(n.Value, "HOLE", "")
		if !known {
			kind = r.sorted(s)
		}
		if kind != word {
			r.found = append(r.found, part{kind, s, r.at})
		}
	case *tree.IntegerNode:
		if !known {
			kind = map[bool]string{true: index, false: constant}[n.Value < 2]
		}
		r.found = append(r.found, part{kind, strconv.Itoa(n.Value), r.at})
	case *tree.FloatNode:
		if !known {
			kind = map[bool]string{true: index, false: constant}[n.Value == 0]
		}
		r.found = append(r.found, part{kind, strconv.FormatFloat(n.Value, 'g', -1, 64), r.at})
	}
}

// A kinder notes what is known of the literals within a node.
type kinder reader

func (k kinder) Visit(n *tree.Node) {
	switch n := (*n).(type) {
	case *tree.MemberNode: // .name and [2]
		k.kinds[n.Property] = index
		if minus, ok := n.Property.(*tree.UnaryNode); ok {
			k.kinds[minus.Node] = index
		}
		if _, ok := n.Property.(*tree.StringNode); ok {
			k.kinds[n.Property] = word
		}
	case *tree.PairNode: // {name: …}
		k.kinds[n.Key] = word
	case *tree.BinaryNode:
		k.side(n.Left, n.Operator, n.Right)
		k.side(n.Right, n.Operator, n.Left)
	case *tree.SliceNode: // of a hash
		if call, ok := n.Node.(*tree.CallNode); ok && (call.Callee.String() == "sha256" || call.Callee.String() == "hash") {
			k.kinds[n.From], k.kinds[n.To] = index, index
		}
	case *tree.CallNode:
		as, ok := map[string]string{"env": variable, "marked": word}[n.Callee.String()]
		for i := range n.Arguments {
			tree.Walk(&n.Arguments[i], visit(func(x tree.Node) {
				if _, text := x.(*tree.StringNode); text && ok {
					k.kinds[x] = as
				}
			}))
		}
	}
}

// side notes what a side of an operator is: an identifier that is joined to a text is a part of it.
func (k kinder) side(x tree.Node, operator string, other tree.Node) {
	switch x := x.(type) {
	case *tree.StringNode:
		root, _, _ := expr.Trail(other)
		switch {
		case operator == "+" && identifier.MatchString(x.Value):
			k.kinds[x] = constant
		case operator == "==" && root == "event":
			k.kinds[x] = code
		}
	case *tree.IntegerNode:
		if strings.Contains("*/><-", operator) && units[x.Value] {
			k.kinds[x] = unit
		}
	}
}

// units are how many of a unit the next has.
var units = map[int]bool{10: true, 24: true, 60: true, 100: true, 1000: true, 1024: true, 3600: true, 86400: true}

// calls reports whether a text is an expression that calls something.
func calls(s string) (found bool) {
	if !strings.HasSuffix(s, ")") && !strings.Contains(s, "(.") && !strings.Contains(s, ")[") {
		return false
	}
	parsed, err := parser.Parse(s)
	if err == nil {
		tree.Walk(&parsed.Node, visit(func(n tree.Node) {
			switch n.(type) {
			case *tree.CallNode, *tree.BuiltinNode:
				found = true
			}
		}))
	}
	return found
}

// visit is a visitor that a function is.
type visit func(tree.Node)

func (v visit) Visit(n *tree.Node) { v(*n) }
