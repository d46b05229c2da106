package expr

import (
	"bcrules.dev/engine/plan"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"
)

// Used is what was known about expressions when they were compiled, by their code: expressions
// with equal code have the same values.
type Used map[string]Known

// Known is what explaining an expression takes beside its text.
type Known struct {
	Values map[string]any    // that it uses, by name
	Docs   map[string]string // of its parts, by Plain of these

	predicates book // that it uses
}

// Used returns what is known about the expressions of the scope, and of those it derives from
// or that derive from it.
func (s *Scope) Used() Used { return s.used }

// Docs records the docs of an expression's parts, by Plain of the parts.
func (s *Scope) Docs(code plan.Code, docs map[string]string) {
	if len(docs) > 0 {
		known := s.used[string(code)]
		known.Docs = docs
		s.used[string(code)] = known
	}
}

// Plain returns an expression in the form of Finding.Src: without comments and needless
// parentheses. It returns the text itself if that can't be parsed.
func Plain(src string) string {
	if tree := parsed(src); tree != nil {
		return text(tree)
	}
	return src
}

// parsed parses an expression, or a condition on the item of a list, which # stands for; nil if
// it is neither.
func parsed(src string) ast.Node {
	if tree, err := parser.Parse(src); err == nil {
		return tree.Node
	}
	tree, err := parser.Parse("map([], " + src + "\n)")
	if err != nil {
		return nil
	}
	if of, ok := tree.Node.(*ast.BuiltinNode); ok && len(of.Arguments) == 2 {
		if asked, ok := of.Arguments[1].(*ast.PredicateNode); ok {
			return asked.Node
		}
	}
	return nil
}
