package schema

import (
	"slices"
	"strings"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/expr"

	"cuelang.org/go/cue"
	"github.com/expr-lang/expr/ast"
)

// compared looks at what conditions compare the matcher's field with: a value that
// the agent is never known to send there, and almost one that it is, is a
// misspelling. It reports whether it found any.
func (c *compiler) compared(scenes []*scene) bool {
	before := len(c.faults) + len(c.warnings)
	scope := scenes[0].scope
	if x := scenes[0].hook.When; x != nil {
		c.comparedIn(scenes, x, scope.Tree(x.Src), scenes[0].value.LookupPath(cue.ParsePath("when")))
	}
	for i := range scenes[0].hook.Let {
		l := &scenes[0].hook.Let[i]
		c.comparedIn(scenes, &l.Expr, scope.LetTree(l.Name), scenes[0].value.LookupPath(cue.MakePath(cue.Str("let"), cue.Str(l.Name))))
	}
	for i, r := range items(scenes[0].value.LookupPath(cue.ParsePath("rules"))) {
		c.rule = i + 1
		if x := scenes[0].hook.Rules[i].When; x != nil {
			c.comparedIn(scenes, x, scope.Tree(x.Src), r.LookupPath(cue.ParsePath("when")))
		}
	}
	c.rule = 0
	return len(c.faults)+len(c.warnings) > before
}

func (c *compiler) comparedIn(scenes []*scene, x *plan.Expression, tree ast.Node, v cue.Value) {
	field := scenes[0].agenda.Matcher.Field
	for _, constant := range comparedWith(field, tree) {
		var own values
		want, known := "", false
		for _, s := range scenes {
			own = c.matched(s.event, s.agenda.Matcher)
			want = own.near(constant.Value)
			known = known || s.agenda.Matcher.Field != field || len(own.names) == 0 ||
				slices.Contains(own.names, constant.Value) || slices.Contains(own.older, constant.Value)
		}
		if want == "" && own.tools == nil { // there may be other tools
			want = strings.Join(own.names, ", ")
		}
		if known || want == "" {
			continue
		}
		at := placeIn(v, len(string([]rune(x.Src)[:constant.Location().From])))
		say := c.faultf
		if open(v) || own.near(constant.Value) == "" {
			say = c.warnf
		}
		say(checkMatcher, at, "event.%s: found %s, which is no %s known, want %s", field, constant.Value, own.what, want)
	}
}

// comparedWith returns the constants that a field of the event is compared with.
func comparedWith(field string, tree ast.Node) []*ast.StringNode {
	asked := func(n ast.Node) bool {
		root, path, ok := expr.Trail(n)
		return ok && root == "event" && len(path) == 1 && path[0] == field
	}
	var all []*ast.StringNode
	add := func(n ast.Node) {
		switch n := n.(type) {
		case *ast.StringNode:
			all = append(all, n)
		case *ast.ArrayNode:
			for _, item := range n.Nodes {
				if s, ok := item.(*ast.StringNode); ok {
					all = append(all, s)
				}
			}
		}
	}
	ast.Walk(&tree, nodes(func(n ast.Node) {
		b, ok := n.(*ast.BinaryNode)
		if !ok || !slices.Contains([]string{"==", "!=", "in"}, b.Operator) {
			return
		}
		if asked(b.Left) {
			add(b.Right)
		} else if asked(b.Right) && b.Operator != "in" {
			add(b.Left)
		}
	}))
	return all
}

type nodes func(ast.Node)

// Visit implements ast.Visitor.
func (v nodes) Visit(n *ast.Node) { v(*n) }
