package expr

import (
	"fmt"
	"reflect"
	"slices"
	"sync"

	"bcrules.dev/engine/ecma"
	"bcrules.dev/engine/plan"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
)

// Patterns are JavaScript's everywhere (package ecma). As expr's operator matches uses RE2,
// patterns are hidden from its checker, and code calls functions instead of the operator.

// matchesOf returns a node of the form text matches pattern, nil for other nodes.
func matchesOf(n ast.Node) *ast.BinaryNode {
	if b, ok := n.(*ast.BinaryNode); ok && b.Operator == "matches" {
		return b
	}
	return nil
}

// hidePatterns replaces literal patterns by empty ones, and returns a function that restores them.
func hidePatterns(tree ast.Node) (back func()) {
	hidden := map[*ast.StringNode]string{}
	ast.Walk(&tree, visitor(func(n ast.Node) {
		if b := matchesOf(n); b != nil {
			if text, ok := b.Right.(*ast.StringNode); ok {
				hidden[text], text.Value = text.Value, ""
			}
		}
	}))
	return func() {
		for text, value := range hidden {
			text.Value = value
		}
	}
}

// checkPatterns reports a fault in the literal patterns of a tree.
func checkPatterns(src string, tree ast.Node) (fault error) {
	ast.Walk(&tree, visitor(func(n ast.Node) {
		b := matchesOf(n)
		if b == nil || fault != nil {
			return
		}
		if text, ok := b.Right.(*ast.StringNode); ok {
			if _, err := translated(text.Value); err != nil {
				fault = &SourceError{Offset: byteOffset(src, text.Location().From), Msg: err.Error()}
			}
		}
	}))
	return fault
}

// A translation is the program of a pattern, or its fault.
type translation struct {
	ecma.Program
	fault error
}

// translations are those of all patterns so far: each is checked, compiled and asked for what it
// needs, and many rules share one.
var translations sync.Map // of translation, by the pattern as written

// translated compiles a pattern.
func translated(text string) (ecma.Program, error) {
	if known, ok := translations.Load(text); ok {
		t := known.(translation)
		return t.Program, t.fault
	}
	source, flags, err := ecma.Written(text)
	var p ecma.Program
	if err == nil {
		p, err = ecma.Translate(source, flags)
	}
	if err != nil {
		err = fmt.Errorf("matches: %w", err)
	}
	translations.Store(text, translation{p, err})
	return p, err
}

// match replaces the operator matches by calls of functions.
func (s *storage) match(src string, tree *ast.Node) (fault error) {
	ast.Walk(tree, patcher(func(n *ast.Node) {
		b := matchesOf(*n)
		if b == nil {
			return
		}
		if name := callee(b.Right); s.sets[name] {
			*n = s.call(name, reflect.TypeFor[func(any) bool](), b.Left)
			return
		}
		text, ok := b.Right.(*ast.StringNode)
		if !ok {
			*n = withLocation(s.call(plan.Match, reflect.TypeFor[func(any, any) bool](), b.Left, b.Right), b.Location())
			return
		}
		p, err := translated(text.Value)
		if err != nil {
			fault = &SourceError{Offset: byteOffset(src, text.Location().From), Msg: err.Error()}
			return
		}
		*n = s.call(plan.MatchName(s.pattern(p)), reflect.TypeFor[func(any) bool](), b.Left)
	}))
	return fault
}

// pattern adds a pattern, unless it is there, and returns its number.
func (s *storage) pattern(p ecma.Program) int {
	n := slices.IndexFunc(s.patterns, func(known ecma.Program) bool { return reflect.DeepEqual(known, p) })
	if n < 0 {
		n, s.patterns = len(s.patterns), append(s.patterns, p)
	}
	return n
}

// matching returns options by which expr runs matches as code does.
func matching() []expr.Option {
	return []expr.Option{
		expr.Function(plan.Match, plan.Matches, new(func(any, any) bool)),
		expr.Patch(patcher(func(n *ast.Node) {
			if b := matchesOf(*n); b != nil {
				ast.Patch(n, &ast.CallNode{Callee: &ast.IdentifierNode{Value: plan.Match}, Arguments: []ast.Node{b.Left, b.Right}})
			}
		})),
	}
}
