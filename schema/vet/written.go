package vet

import (
	"regexp"
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/schema"
	"bcrules.dev/schema/expr"
	"bcrules.dev/schema/form"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"
)

// checkWritten is the name of the check for texts that another language would interpret.
const checkWritten = "as-written"

// written finds characters that have a meaning in another language, but stand for themselves here.
func written(s *Subject, r *schema.Report) {
	s.words(r)
	for _, h := range s.Hooks {
		for _, x := range h.expressions {
			ast.Walk(&x.tree, nodes(func(n ast.Node) {
				switch n := n.(type) {
				case *ast.StringNode:
					x.data(n).say(r)
				case *ast.BinaryNode:
					x.pattern(n).say(r)
				case *ast.CallNode:
					x.slashed(n).say(r)
				}
			}))
		}
		for _, l := range h.literals {
			a := s.Schema.Library.Actions[l.step.Action]
			l.holes(a, r)
			l.variables(s.Schema.Events, h, a).say(r)
			l.expression(a).say(r)
			l.lines(a).say(r)
			l.unreferred(a).say(r)
		}
	}
}

// words finds words of lexicons that are written as patterns.
func (s *Subject) words(r *schema.Report) {
	for _, n := range s.Set.Source.Root.Field("lexicons").Members() {
		for _, n := range n.Field("any").Items() {
			if text, _ := n.String(); anchored.MatchString(text) || form.Of("literal").Given(text).Text != "" {
				finding{at: n.Written(), check: checkWritten, text: "found " + text + ", which as a word of a set is looked for as it stands, want it without what patterns and globs have, and as says where it may stand", mild: true}.say(r)
			}
		}
	}
}

// anchored matches a word with the characters that begin or end a pattern or a glob.
var anchored = regexp.MustCompile(`^\^\w|\w\$$|^\*\.?\w|\w/?\*$`)

var (
	// slashes matches a regular expression with flags, as written in JavaScript, Perl and sed.
	slashes = regexp.MustCompile(`^/(.+)/[dgimsuvy]{1,4}$`)
	// bars matches words with bars between them.
	bars = regexp.MustCompile(`^\w{2,}(\|\w{2,})+$`)
)

// pattern finds texts used as patterns, and patterns used as texts.
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
		if x.scope.Fits(s.Value) != nil {
			return find(true, "matches: found '"+s.Value+"', a pattern, want the set of that name without quotes")
		}
		if wrong := escaped(s.Value); wrong != "" {
			return find(true, "matches: found "+wrong)
		}
		if wrong := form.Of("pattern").Given(s.Value); wrong.Text != "" && !x.open() {
			return find(false, "matches: found "+s.Value+", "+wrong.Text)
		}
		if of, _ := x.resolved(n.Left); x.isWholeFile(of) && lineStart.MatchString(s.Value) {
			return find(false, "matches: found "+s.Value+", where ^ is the beginning of the whole text, want (?m)"+s.Value+" for that of a line")
		}
		if form.Everything(s.Value) && !x.open() {
			return find(false, "matches: found "+s.Value+", which fits every text")
		}
	}
	if !slices.Contains([]string{"startsWith", "endsWith", "contains"}, n.Operator) || len(s.Value) < 2 {
		return finding{}
	}
	anchored := n.Operator == "startsWith" && s.Value[0] == '^' || n.Operator == "endsWith" && strings.HasSuffix(s.Value, "$")
	if anchored || form.Of("literal").Given(s.Value).Text != "" || n.Operator == "contains" && bars.MatchString(s.Value) {
		return find(false, n.Operator+": found "+s.Value+", which is looked for as it stands, want matches for a pattern")
	}
	return finding{}
}

// lineStart matches a pattern that begins with a word, as lines do.
var lineStart = regexp.MustCompile(`^\^[A-Za-z]{3}`)

// isWholeFile reports whether a node is the text of a whole file, which has several lines.
func (x expression) isWholeFile(n ast.Node) bool {
	call, ok := n.(*ast.CallNode)
	if !ok {
		return false
	}
	_, fact, ok := x.factOf(call)
	return ok && fact.Long && fact.Reads != ""
}

// doubled matches a doubled backslash before a letter that has a meaning in patterns.
var doubled = regexp.MustCompile(`\\\\([bBdDsSwW])`)

// escaped says what is wrong with the backslashes of a pattern, which quoting has changed; "" if
// nothing is.
func escaped(pattern string) string {
	if strings.Contains(pattern, "\b") {
		return `a backspace, want \b in it: with one backslash more, or in a raw text, #"…"#`
	}
	if m := doubled.FindStringSubmatch(pattern); m != nil {
		return `\\` + m[1] + " in " + pattern + ", which is a backslash and a letter, want \\" + m[1]
	}
	return ""
}

// slashed checks the patterns that a fact is called with.
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

// expression finds a literal text that as a whole is an expression with names known here.
func (l literal) expression(a engine.Action) finding {
	if whole, _ := l.String(); whole != l.text || !speaks(l.scope, l.text, a.Own...) {
		return finding{}
	}
	return finding{at: l.Written(), check: checkWritten, text: "found " + l.text + ", which is said as it stands, want ${" + l.text + "}", mild: true}.instead(l.text, "${"+l.text+"}")
}

// speaks reports whether a text as a whole is an expression with names of a scope, or an action's
// own.
func speaks(scope *expr.Scope, text string, own ...engine.Own) bool {
	if !strings.ContainsAny(text, "(.") {
		return false
	}
	tree, err := parser.Parse(text)
	if err != nil {
		return false
	}
	asked := false
	if root, path, ok := expr.Trail(tree.Node); ok && root == "event" && len(path) > 0 {
		asked = true
	}
	owned := func(name string) bool {
		return slices.ContainsFunc(own, func(o engine.Own) bool { return o.Name == name })
	}
	known := true
	ast.Walk(&tree.Node, nodes(func(n ast.Node) {
		switch n := n.(type) {
		case *ast.BuiltinNode: // expr's function with the name of a fact
			asked = asked || scope.Fact(n.Name).Ask != nil
		case *ast.CallNode:
			id, ok := n.Callee.(*ast.IdentifierNode)
			asked = asked || ok && (scope.Fact(id.Value).Ask != nil || scope.LetTree(id.Value) != nil || owned(id.Value))
		case *ast.IdentifierNode:
			known = known && (scope.Knows(n.Value) || owned(n.Value))
		}
	}))
	return asked && known
}

// data finds a named value that is the text of an expression, as data is never evaluated.
func (x expression) data(s *ast.StringNode) finding {
	at := bytesBefore(x.src, s.Location().From)
	if at >= len(x.src) || strings.IndexByte("'\"`", x.src[at]) >= 0 || !speaks(x.scope, s.Value) {
		return finding{}
	}
	return finding{at: x.at(s), check: checkWritten, text: "found data, the text " + s.Value + ", which is not asked, want a let with it", mild: true}
}
