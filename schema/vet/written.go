package vet

import (
	"regexp"
	"slices"
	"strings"

	"bcrules.dev/schema"
	"bcrules.dev/schema/expr"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"
)

// checkWritten is the name of the check for what another language would read otherwise.
const checkWritten = "as-written"

// written looks for characters that mean something in another language, and here stand for
// themselves.
func written(s *Subject, r *schema.Report) {
	for _, h := range s.Hooks {
		for _, x := range h.asked {
			ast.Walk(&x.tree, nodes(func(n ast.Node) {
				switch n := n.(type) {
				case *ast.BinaryNode:
					x.pattern(n).say(r)
				case *ast.CallNode:
					x.slashed(n).say(r)
				}
			}))
		}
		for _, l := range h.said {
			l.holes(r)
			l.expression().say(r)
		}
	}
}

var (
	// slashes is a regular expression with its flags as JavaScript, Perl and sed write it.
	slashes = regexp.MustCompile(`^/(.+)/[dgimsuvy]{1,4}$`)
	// classes are what only patterns have.
	classes = regexp.MustCompile(`\.\*|\.\+|\\[bBdDsSwW.]|\[\^|\[[a-z]-[a-z]|\(\?`)
	// bars are words with a bar between them.
	bars = regexp.MustCompile(`^\w{2,}(\|\w{2,})+$`)
)

// pattern looks at what is taken for a pattern, or for none.
func (x expression) pattern(n *ast.BinaryNode) finding {
	s, ok := n.Right.(*ast.StringNode)
	if !ok {
		return finding{}
	}
	find := func(sure bool, text string) finding {
		return finding{at: x.at(s), check: checkWritten, text: text, mild: !sure || x.open()}
	}
	if m := slashes.FindStringSubmatch(s.Value); m != nil && n.Operator == "matches" {
		flags := ""
		if strings.Contains(s.Value[strings.LastIndexByte(s.Value, '/'):], "i") {
			flags = "(?i)"
		}
		return find(true, "matches: found "+s.Value+", where the slashes and what follows them are looked for, too, want "+flags+m[1])
	}
	if n.Operator == "matches" {
		if wrong := escaped(s.Value); wrong != "" {
			return find(true, "matches: found "+wrong)
		}
	}
	if !slices.Contains([]string{"startsWith", "endsWith", "contains"}, n.Operator) || len(s.Value) < 2 {
		return finding{}
	}
	anchored := n.Operator == "startsWith" && s.Value[0] == '^' || n.Operator == "endsWith" && strings.HasSuffix(s.Value, "$")
	if anchored || classes.MatchString(s.Value) || n.Operator == "contains" && bars.MatchString(s.Value) {
		return find(false, n.Operator+": found "+s.Value+", which is looked for as it stands, want matches for a pattern")
	}
	return finding{}
}

// doubled is a backslash before one of a pattern's own letters, with a backslash before it.
var doubled = regexp.MustCompile(`\\\\([bBdDsSwW])`)

// escaped says what the backslashes of a pattern have become on the way here; "" if they are
// as patterns have them.
func escaped(pattern string) string {
	if strings.Contains(pattern, "\b") {
		return `a backspace, want \b in it: with one backslash more, or in a raw text, #"…"#`
	}
	if m := doubled.FindStringSubmatch(pattern); m != nil {
		return `\\` + m[1] + " in " + pattern + ", which is a backslash and a letter, want \\" + m[1]
	}
	return ""
}

// slashed looks at the patterns that a fact is called with.
func (x expression) slashed(call *ast.CallNode) finding {
	name, ok := call.Callee.(*ast.IdentifierNode)
	if !ok {
		return finding{}
	}
	fact, at := x.scope.Fact(name.Value), -1
	for _, w := range fact.Words {
		if w.Form == "pattern" {
			at = fact.Param(w.Param)
		}
	}
	if at < 0 || at >= len(call.Arguments) {
		return finding{}
	}
	for _, s := range textsIn(call.Arguments[at]) {
		if wrong := escaped(s.Value); wrong != "" {
			return finding{at: x.at(s), check: checkWritten, text: name.Value + ": found " + wrong, mild: x.open()}
		}
		if m := slashes.FindStringSubmatch(s.Value); m != nil {
			return finding{at: x.at(s), check: checkWritten, text: name.Value + ": found " + s.Value + ", where the slashes and what follows them are looked for, too, want " + m[1] + " with its flags beside it", mild: x.open()}
		}
	}
	return finding{}
}

// expression looks at a text that is an expression as a whole, of what there is here.
func (l literal) expression() finding {
	if whole, _ := l.String(); whole != l.text || !strings.ContainsAny(l.text, "(.") {
		return finding{}
	}
	tree, err := parser.Parse(l.text)
	if err != nil {
		return finding{}
	}
	asked := false
	if root, path, ok := expr.Trail(tree.Node); ok && root == "event" && len(path) > 0 {
		asked = true
	}
	known := true
	ast.Walk(&tree.Node, nodes(func(n ast.Node) {
		switch n := n.(type) {
		case *ast.BuiltinNode: // expr's own of a fact's name
			asked = asked || l.scope.Fact(n.Name).Ask != nil
		case *ast.CallNode:
			id, ok := n.Callee.(*ast.IdentifierNode)
			asked = asked || ok && (l.scope.Fact(id.Value).Ask != nil || l.scope.LetTree(id.Value) != nil)
		case *ast.IdentifierNode:
			known = known && (slices.Contains(l.scope.Names(), n.Value) || l.scope.LetTree(n.Value) != nil)
		}
	}))
	if !asked || !known {
		return finding{}
	}
	return finding{at: l.Written(), check: checkWritten, text: "found " + l.text + ", which is said as it stands, want ${" + l.text + "}", mild: true}.instead(l.text, "${"+l.text+"}")
}

// hole is a place in a text that other languages fill in, up to the name in it, and what
// may follow that.
var hole = regexp.MustCompile(`(\{\{-? *|#\{ *|\$\( *|%\( *|\{ *|\$)([A-Za-z_]\w*)([.(][\w.()\[\]?']*)(\)s?|-? *\}\}| *\})?`)

// holes looks for such places that name what there is here.
func (l literal) holes(r *schema.Report) {
	for _, m := range hole.FindAllStringSubmatchIndex(l.text, -1) {
		part := func(i int) string {
			if m[2*i] < 0 {
				return ""
			}
			return l.text[m[2*i]:m[2*i+1]]
		}
		begins, name, rest := part(1), part(2), part(3)
		escaped := begins == "{" && strings.HasSuffix(l.text[:m[0]], "$") // by $${
		known := !escaped && name == "event" && rest[0] == '.' || strings.TrimSpace(begins) != "{" && rest[0] == '(' && l.scope.Fact(name).Ask != nil
		if !known {
			continue
		}
		inner := strings.TrimRight(name+rest, ".?'[")
		if before, _, ok := strings.Cut(inner, ")"); ok && !strings.Contains(before, "(") {
			inner = before
		}
		if len(expr.Identifiers(inner)) == 0 { // it is no expression
			continue
		}
		finding{at: l.Inside(l.offset + m[0]), check: checkWritten, text: "found " + part(0) + ", which is said as it stands, want ${" + inner + "}", mild: l.Open()}.instead(part(0), "${"+inner+"}").say(r)
	}
}
