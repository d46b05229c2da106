package vet

import (
	"fmt"
	"slices"
	"strings"

	"bcrules.dev/schema"
	"bcrules.dev/schema/expr"

	"github.com/expr-lang/expr/ast"
)

// misspellings looks at what conditions compare the matcher's field with: a value that
// the agent is never known to send there, and almost one that it is, is a misspelling.
func misspellings(table *schema.EventTable, h *Hook) (found []finding) {
	look := func(scope *expr.Scope, n schema.Node, tree func(src string) ast.Node) {
		if src, err := n.String(); err == nil {
			found = append(found, misspelt(table, h, scope, n, tree(src))...)
		}
	}
	scope := h.Bindings[0].Scope
	look(scope, h.When, scope.Tree)
	for _, l := range h.Lets {
		look(scope, l.Node, func(string) ast.Node { return scope.LetTree(l.Name) })
	}
	for i, r := range h.Rules {
		on := slices.IndexFunc(h.Bindings, func(b *Binding) bool { return !b.Hook.Rules[i].Off })
		if on < 0 {
			continue
		}
		scope := h.Bindings[on].Binding.Rules[i]
		look(scope, r.When, scope.Tree)
		for _, step := range r.Steps {
			look(scope, step.When, scope.Tree)
		}
	}
	return found
}

// misspelt is misspellings of one expression.
func misspelt(table *schema.EventTable, h *Hook, scope *expr.Scope, n schema.Node, tree ast.Node) (found []finding) {
	field := h.Bindings[0].Agenda.Matcher.Field
	src, _ := n.String()
	for _, constant := range comparedWith(field, tree) {
		var own schema.Known
		want, known := "", false
		for _, b := range h.Bindings {
			own = table.Known(b.Event, b.Agenda.Matcher)
			want = own.Near(constant.Value)
			known = known || b.Agenda.Matcher.Field != field || len(own.Names) == 0 ||
				slices.Contains(own.Names, constant.Value) || slices.Contains(own.Older, constant.Value)
		}
		if want == "" && own.Tools == nil { // there may be other tools
			want = strings.Join(own.Names, ", ")
		}
		if known || want == "" {
			continue
		}
		found = append(found, finding{
			at:    n.Inside(len(string([]rune(src)[:constant.Location().From]))),
			check: schema.CheckMatcher,
			text:  fmt.Sprintf("event.%s: found %s, which is no %s known, want %s", field, constant.Value, own.What, want),
			mild:  n.Open() || scope.Open(src) || own.Near(constant.Value) == "",
		})
	}
	return found
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
