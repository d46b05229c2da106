package expr

import (
	"fmt"
	"reflect"

	"bcrules.dev/engine/ecma"
	"bcrules.dev/engine/plan"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
)

// Patterns are JavaScript's everywhere (package ecma). expr's matches is RE2's: its
// checker isn't shown them, and code has functions in the place of the operator.

// matchesOf returns a node as text matches pattern, nil if it is something else.
func matchesOf(n ast.Node) *ast.BinaryNode {
	if b, ok := n.(*ast.BinaryNode); ok && b.Operator == "matches" {
		return b
	}
	return nil
}

// hidePatterns puts the empty pattern in the place of those that are written down, and
// returns what puts them back.
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

// checkPatterns says what is wrong with the patterns of a tree that are written down.
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

// translated returns the program of a pattern.
func translated(text string) (ecma.Program, error) {
	source, flags, err := ecma.Written(text)
	var p ecma.Program
	if err == nil {
		p, err = ecma.Translate(source, flags)
	}
	if err != nil {
		err = fmt.Errorf("matches: %w", err)
	}
	return p, err
}

// match puts calls of functions in the place of matches.
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
			*n = placed(s.call(plan.Match, reflect.TypeFor[func(any, any) bool](), b.Left, b.Right), b.Location())
			return
		}
		p, err := translated(text.Value)
		if err != nil {
			fault = &SourceError{Offset: byteOffset(src, text.Location().From), Msg: err.Error()}
			return
		}
		*n = s.call(plan.MatchName(len(s.patterns)), reflect.TypeFor[func(any) bool](), b.Left)
		s.patterns = append(s.patterns, p)
	}))
	return fault
}

// matching are options by which expr runs matches as code does.
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
