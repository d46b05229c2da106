package vet

import (
	"regexp"
	"strconv"

	"bcrules.dev/engine"
	"bcrules.dev/schema/form"

	"github.com/expr-lang/expr/ast"
)

// groups returns how many groups a pattern has; ok is false if that is unknown.
func groups(pattern string) (count int, ok bool) {
	re, err := regexp.Compile(pattern)
	if err != nil || pattern == "" { // JavaScript's patterns may have more than Go's; "" is a setting still to be filled
		return 0, false
	}
	return re.NumSubexp(), true
}

// grouping returns the literal pattern whose groups a node gives, false for other nodes.
func (x expression) grouping(s *Subject, n ast.Node) (pattern string, ok bool) {
	switch n := n.(type) {
	case *ast.CallNode:
		if name, called := n.Callee.(*ast.IdentifierNode); called {
			return x.given.pattern(s.Schema.Library.Actions[x.given.step.Action].Own, name.Value)
		}
	case *ast.MemberNode:
		if !form.Of(tagOf(n).Get("form")).Is("groups") {
			return "", false
		}
		call := x.listed(n.Node, x.items())
		if call == nil {
			return "", false
		}
		_, fact, isFact := x.factOf(call)
		for i, arg := range call.Arguments {
			if text, literal := arg.(*ast.StringNode); isFact && literal && fact.Takes(i) == "pattern" {
				return text.Value, true
			}
		}
	}
	return "", false
}

// noGroup finds an index of matched groups for which the pattern has no group: the hook would fail
// there. An expression that asks how many groups there are is spared, as it serves several patterns.
func (s *Subject) noGroup(x expression, m *ast.MemberNode) finding {
	index, ok := m.Property.(*ast.IntegerNode)
	if !ok || ast.Find(x.tree, countsGroups) != nil {
		return finding{}
	}
	pattern, ok := x.grouping(s, m.Node)
	if n, known := groups(pattern); ok && known && index.Value > n {
		return x.value(index, "found [%d], and the pattern %q has %s, want ( ) in it, or [%d]", index.Value, pattern, many(n), n)
	}
	return finding{}
}

// digits reports whether a node is a matched group that is a whole number wherever it matches, or a
// number as a text where there is no match.
func (s *Subject) digits(x expression, n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ChainNode:
		return s.digits(x, n.Node)
	case *ast.BinaryNode:
		or, ok := n.Right.(*ast.StringNode)
		return ok && n.Operator == "??" && form.Digits("^"+or.Value+"$", 0) && s.digits(x, n.Left)
	case *ast.MemberNode:
		index, ok := n.Property.(*ast.IntegerNode)
		pattern, given := x.grouping(s, n.Node)
		return ok && given && form.Digits(pattern, index.Value)
	}
	return false
}

// countsGroups reports whether a node is the length of a list of matched groups.
func countsGroups(n ast.Node) bool {
	b, ok := n.(*ast.BuiltinNode)
	if !ok || b.Name != "len" {
		return false
	}
	of, ok := b.Arguments[0].(*ast.MemberNode)
	return ok && form.Of(tagOf(of).Get("form")).Is("groups")
}

// listed returns the call whose answer a node is, or is an item of; nil if there is none.
func (x expression) listed(n ast.Node, of items) *ast.CallNode {
	for range maxLets {
		if n, x = x.resolved(n); n == nil {
			return nil
		}
		switch at := n.(type) {
		case *ast.CallNode:
			return at
		case *ast.MemberNode:
			n = at.Node
		case *ast.PointerNode:
			n = of[at]
		case *ast.IdentifierNode:
			n = x.listOf(at.Value)
		case *ast.BuiltinNode:
			n = at.Arguments[0]
		default:
			return nil
		}
	}
	return nil
}

// ofGroup matches a reference to a group in a replacement.
var ofGroup = regexp.MustCompile(`\$(\d)`)

// notReplaced finds $1 in a replacement where the pattern has no such group.
func (x expression) notReplaced(call *ast.CallNode) finding {
	name, fact, ok := x.factOf(call)
	for i, arg := range call.Arguments {
		s, literal := arg.(*ast.StringNode)
		if !ok || i == 0 || !literal || fact.Takes(i) != "replacement" {
			continue
		}
		pattern, _ := call.Arguments[i-1].(*ast.StringNode)
		if pattern == nil {
			continue
		}
		count, known := groups(pattern.Value)
		for _, m := range ofGroup.FindAllStringSubmatch(s.Value, -1) {
			if n, _ := strconv.Atoi(m[1]); known && n > count {
				return x.value(s, "%s: found %s, and the pattern has %s, want ( ) in it, or $& for all that it matches", name, m[0], many(count))
			}
		}
	}
	return finding{}
}

// unreferred finds $1 in a text of an action that has a name for the groups of the pattern beside
// the text, where the pattern has that group.
func (l literal) unreferred(a engine.Action) finding {
	for _, own := range a.Own {
		pattern, ok := l.pattern(a.Own, own.Name)
		count, known := groups(pattern)
		for _, m := range reference.FindAllStringSubmatchIndex(l.text, -1) {
			group := l.text[m[2]:m[3]]
			if n, err := strconv.Atoi(group); !ok || !known || err == nil && n > count || err != nil && group != "&" {
				continue
			}
			if group == "&" {
				group = "0"
			}
			found := l.text[m[0]:m[1]]
			instead := "${" + own.Name + "()[" + group + "]}"
			return finding{at: l.Inside(l.offset + m[0]), check: checkWritten, text: "found " + found + ", which is said as it stands, want " + instead, mild: true}.instead(found, instead)
		}
	}
	return finding{}
}

// reference matches what stands for a group in replacements of other languages.
var reference = regexp.MustCompile(`[$\\](\d|&)`)

func many(groups int) string {
	switch groups {
	case 0:
		return "no group"
	case 1:
		return "one group"
	}
	return strconv.Itoa(groups) + " groups"
}
