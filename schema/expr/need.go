package expr

import (
	"slices"

	"bcrules.dev/engine/ecma"
	"bcrules.dev/engine/plan"

	"github.com/expr-lang/expr/ast"
)

// Needs returns what the event must contain for a condition to hold: a word of each need stands in
// the event wherever the condition holds. If a word is missing, the condition is false before
// anything is evaluated that could fail or ask a fact.
func (s *Scope) Needs(src string) []plan.Need {
	all, _ := needs(s.Parsed(src))
	return all
}

// needs returns the needs of a part; pure says that it only compares texts of the event, so that what
// follows it may count, too.
func needs(n ast.Node) (all []plan.Need, pure bool) {
	b, ok := n.(*ast.BinaryNode)
	if !ok {
		return nil, false
	}
	switch b.Operator {
	case "&&", "and":
		left, pure := needs(b.Left)
		if !pure || len(left) == 0 {
			return left, false
		}
		right, pure := needs(b.Right)
		right = slices.DeleteFunc(right, func(n plan.Need) bool { // another field may be no text, and fail first
			return !slices.Equal(n.Path, left[0].Path)
		})
		return append(left, right...), pure
	case "||", "or":
		left, one := needs(b.Left)
		right, other := needs(b.Right)
		return Either(left, right), one && other
	}
	path, ok := fieldOf(b.Left)
	words := wordsOf(b.Operator, b.Right)
	if !ok && b.Operator == "==" {
		path, ok = fieldOf(b.Right)
		words = wordsOf(b.Operator, b.Left)
	}
	if !ok || len(words) == 0 {
		return nil, false
	}
	return []plan.Need{{Path: path, Words: words}}, true
}

// mostWords bounds the words of a need: one that most events have is of no use.
const mostWords = 64

// Either returns what one of two conditions needs, whichever holds: the needs that both have at the
// same field, with the words of both, unless they are too many.
func Either(some, others []plan.Need) (all []plan.Need) {
	for _, a := range some {
		for _, b := range others {
			if slices.Equal(a.Path, b.Path) && len(a.Words)+len(b.Words) <= mostWords {
				all = append(all, plan.Need{Path: a.Path, Words: slices.Concat(a.Words, b.Words)})
			}
		}
	}
	return all
}

// fieldOf returns the path of a field of the event, which may be followed by ?? and an empty text.
func fieldOf(n ast.Node) (path []string, ok bool) {
	if b, is := n.(*ast.BinaryNode); is && b.Operator == "??" {
		if empty, is := b.Right.(*ast.StringNode); is && empty.Value == "" {
			n = b.Left
		}
	}
	root, path, ok := Trail(n)
	return path, ok && root == "event" && len(path) > 0
}

// wordsOf returns texts of which one stands in whatever an operator accepts with an operand on its
// right; nil if none is known.
func wordsOf(operator string, right ast.Node) (words []string) {
	switch operator {
	case "==", "contains", "startsWith", "endsWith":
		if text, ok := right.(*ast.StringNode); ok {
			return []string{text.Value}
		}
	case "in":
		list, ok := right.(*ast.ArrayNode)
		if !ok {
			return nil
		}
		for _, item := range list.Nodes {
			text, ok := item.(*ast.StringNode)
			if !ok {
				return nil
			}
			words = append(words, text.Value)
		}
	case "matches":
		text, ok := right.(*ast.StringNode)
		if !ok {
			return nil
		}
		var literals ecma.Literals
		if p, err := translated(text.Value); err == nil {
			literals = p.Literals()
		}
		if len(literals) > 0 {
			return literals[0]
		}
	}
	return words
}
