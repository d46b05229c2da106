package vet

import (
	"regexp"
	"strconv"

	"bcrules.dev/schema/form"

	"github.com/expr-lang/expr/ast"
)

// groups returns how many groups a literal pattern has; ok is false if that is unknown.
func groups(n ast.Node) (count int, ok bool) {
	s, literal := n.(*ast.StringNode)
	if !literal || s.Value == "" { // a setting still to be filled
		return 0, false
	}
	re, err := regexp.Compile(s.Value)
	if err != nil { // JavaScript's patterns may have more than Go's
		return 0, false
	}
	return re.NumSubexp(), true
}

// noGroup finds an index of matched groups for which the pattern has no group: the hook would fail
// there. An expression that asks how many groups there are is spared, as it serves several patterns.
func (x expression) noGroup(m *ast.MemberNode) finding {
	index, ok := m.Property.(*ast.IntegerNode)
	of, isMember := m.Node.(*ast.MemberNode)
	if !ok || !isMember || !form.Of(tagOf(of).Get("form")).Is("groups") {
		return finding{}
	}
	call := x.listed(of.Node, x.items())
	if call == nil || ast.Find(x.tree, countsGroups) != nil {
		return finding{}
	}
	_, fact, ok := x.factOf(call)
	for i, arg := range call.Arguments {
		if n, known := groups(arg); ok && known && fact.Takes(i) == "pattern" && index.Value > n {
			return x.value(index, "found [%d], and the pattern %s has %s, want ( ) in it, or [%d]", index.Value, arg, many(n), n)
		}
	}
	return finding{}
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
		count, known := groups(call.Arguments[i-1])
		for _, m := range ofGroup.FindAllStringSubmatch(s.Value, -1) {
			if n, _ := strconv.Atoi(m[1]); known && n > count {
				return x.value(s, "%s: found %s, and the pattern has %s, want ( ) in it, or $& for all that it matches", name, m[0], many(count))
			}
		}
	}
	return finding{}
}

func many(groups int) string {
	switch groups {
	case 0:
		return "no group"
	case 1:
		return "one group"
	}
	return strconv.Itoa(groups) + " groups"
}
