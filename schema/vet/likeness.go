package vet

import (
	"regexp"
	"slices"
	"strings"

	"bcrules.dev/schema"
	"bcrules.dev/schema/expr"

	"github.com/expr-lang/expr/ast"
)

// unlike finds an operation of texts whose sides can't be what the author takes them for: numbers,
// truth, or the place of one text within another.
func (x expression) unlike(n *ast.BinaryNode) finding {
	for _, check := range []func(*ast.BinaryNode) finding{x.versions, x.truth, x.joined, x.lacksPart, x.elsewhere, x.unjoined, x.exceeds} {
		if f := check(n); f.text != "" {
			return f
		}
	}
	return finding{}
}

// version matches a version's number, which has several numbers in it.
var version = regexp.MustCompile(`^v?\d+(\.\d+)+$`)

// versions finds versions that are ordered as texts.
func (x expression) versions(n *ast.BinaryNode) finding {
	for _, side := range []ast.Node{n.Left, n.Right} {
		if s, ok := side.(*ast.StringNode); ok && slices.Contains(ordering, n.Operator) && version.MatchString(s.Value) {
			f := x.value(s, "%s: found the text %s, and texts are compared by letters: '2.10' comes before '2.9'; want numbers, as of  int(split(…, '.')[1])", n.Operator, s.Value)
			f.mild = true
			return f
		}
	}
	return finding{}
}

// truth finds a setting whose default is a text and that is compared with a text that says true or
// false.
func (x expression) truth(n *ast.BinaryNode) finding {
	root, _, ok := expr.Trail(n.Left)
	if !ok || root != "settings" || n.Operator != "==" && n.Operator != "!=" {
		return finding{}
	}
	for _, s := range textsIn(n.Right) {
		if s.Value == "true" || s.Value == "false" {
			f := x.value(s, "%s: found the text %s, and %[2]s without quotes is none and counts as not set; want a default of true or false, and the setting alone", n.Left, s.Value)
			f.mild = true
			return f
		}
	}
	return finding{}
}

// joined finds a text that is joined before it is compared, by which it is never empty.
func (x expression) joined(n *ast.BinaryNode) finding {
	sum, ok := n.Left.(*ast.BinaryNode)
	with, empty := n.Right.(*ast.StringNode)
	if !ok || !empty || with.Value != "" || sum.Operator != "+" || n.Operator != "==" && n.Operator != "!=" {
		return finding{}
	}
	for _, part := range parts(sum) {
		if s, ok := part.(*ast.StringNode); ok && s.Value != "" {
			return finding{at: x.at(n), check: schema.CheckAlways, text: n.Operator + " '': found " + sum.String() + ", which is never empty, as + binds before " + n.Operator + ", want ( ) around what is compared, or chosen by ? :", mild: x.open()}
		}
	}
	return finding{}
}

// parts returns the parts of a text that is joined by +.
func parts(n ast.Node) []ast.Node {
	if sum, ok := n.(*ast.BinaryNode); ok && sum.Operator == "+" {
		return append(parts(sum.Left), parts(sum.Right)...)
	}
	return []ast.Node{n}
}

// lacksPart finds a literal text that is asked for a part which it lacks, as when the arguments of a
// predicate are in another order.
func (x expression) lacksPart(n *ast.BinaryNode) finding {
	whole, ok := n.Left.(*ast.StringNode)
	if !ok || !slices.Contains([]string{"startsWith", "endsWith", "contains"}, n.Operator) {
		return finding{}
	}
	for _, part := range parts(n.Right) {
		if s, ok := part.(*ast.StringNode); ok && !strings.Contains(whole.Value, s.Value) {
			return finding{at: x.at(whole), check: checkNever, text: "found " + whole.String() + " " + n.Operator + " " + n.Right.String() + ", which never holds, as it has no " + s.String() + "; want the two the other way round", mild: x.open()}
		}
	}
	return finding{}
}

// elsewhere finds a path from the project that is compared with an absolute one.
func (x expression) elsewhere(n *ast.BinaryNode) finding {
	if !slices.Contains([]string{"==", "!=", "startsWith", "contains"}, n.Operator) {
		return finding{}
	}
	items := x.items()
	of, with := x.described(n.Left, items), x.described(parts(n.Right)[0], items)
	if of.form.Is("local") && with.form.Is("path") {
		return x.value(n, "%s: found it compared with %s, and it is a path from the project, '' of what lies outside; want it compared with such a path", of.subject, with.subject)
	}
	return finding{}
}

// unjoined finds a folder that is joined to the name of what lies in it without a / between.
func (x expression) unjoined(n *ast.BinaryNode) finding {
	call, calls := n.Left.(*ast.CallNode)
	s, literal := n.Right.(*ast.StringNode)
	if n.Operator != "+" || !calls || !literal || !entry.MatchString(s.Value) {
		return finding{}
	}
	if _, fact, ok := x.factOf(call); !ok || !fact.Project && fact.Folder == "" {
		return finding{}
	}
	f := x.value(s, "+: found %s after %s, which no / ends, want /%[1]s", s.Value, call)
	f.mild = true
	return f.instead(s.Value, "/"+s.Value)
}

// entry matches the name of a file or folder, and what may follow it.
var entry = regexp.MustCompile(`^\.?\w`)

// unzoned finds a time of UTC, by the Z at its end, that is told in the machine's zone.
func (x expression) unzoned(call *ast.CallNode) finding {
	name, fact, ok := x.factOf(call)
	if !ok {
		return finding{}
	}
	for i, arg := range call.Arguments {
		s, literal := arg.(*ast.StringNode)
		if literal && fact.Takes(i) == "layout" && zulu.MatchString(s.Value) && fact.Takes(i+1) == "zone" && i+1 == len(call.Arguments) {
			f := x.value(s, "%s: found %s, whose Z says UTC, and without a zone it is the machine's; want 'UTC' after it, or %%z for Z", name, s.Value)
			f.mild = true
			return f
		}
	}
	return finding{}
}

// zulu matches a layout with a time before a Z.
var zulu = regexp.MustCompile(`%[TRSML]Z$`)

// foldedSet finds a set of words in which capitals count, and that a text without them is held
// against.
func (s *Subject) foldedSet(x expression, n *ast.BinaryNode) finding {
	f, ok := n.Left.(*ast.BuiltinNode)
	set, named := n.Right.(*ast.IdentifierNode)
	if !ok || !named || n.Operator != "matches" || f.Name != "lower" && f.Name != "upper" {
		return finding{}
	}
	of := s.Set.Source.Root.Field("lexicons").Field(set.Value)
	if exact, _ := of.Field("exact").Bool(); !exact {
		return finding{}
	}
	for _, word := range of.Field("any").Items() {
		if text, _ := word.String(); shapers[f.Name](text) != text {
			return x.value(set, "%s: found the set %s, in which capitals count (exact), with %s, which it never gives; want it without exact, or without %[1]s", f.Name, set.Value, text)
		}
	}
	return finding{}
}

// places matches what filled() may replace in a text.
var places = regexp.MustCompile(`\{(\w+)\}`)

// unfilled finds a value for a place that a text hasn't, beside a place that has no value.
func (x expression) unfilled(call *ast.CallNode) finding {
	name, fact, ok := x.factOf(call)
	if !ok || !fact.Fills || len(call.Arguments) != 2 {
		return finding{}
	}
	text, literal := call.Arguments[0].(*ast.StringNode)
	values, written := call.Arguments[1].(*ast.MapNode)
	if !literal || !written {
		return finding{}
	}
	var given []string
	for _, n := range values.Pairs {
		key, ok := n.(*ast.PairNode).Key.(*ast.StringNode)
		if !ok {
			return finding{}
		}
		given = append(given, key.Value)
	}
	var left []string
	for _, m := range places.FindAllStringSubmatch(text.Value, -1) {
		if !slices.Contains(given, m[1]) {
			left = append(left, m[0])
		}
	}
	for _, key := range given {
		if !strings.Contains(text.Value, "{"+key+"}") && len(left) > 0 {
			return x.value(values, "%s: found a value for %s, which the text has no place for, and none for %s, which stays as it is", name, key, strings.Join(left, ", "))
		}
	}
	return finding{}
}
