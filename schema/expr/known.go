package expr

import (
	"bcrules.dev/engine/plan"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"
)

// Used is what was known about expressions when they were compiled, by their code: expressions with
// equal code use the same values.
type Used map[string]Known

// Known is what is needed to explain an expression, besides its text.
type Known struct {
	Values map[string]any    // values that it uses, by name
	Docs   map[string]string // docs of its parts, by Plain of the parts

	predicates book // predicates that it uses
}

// Used returns what is known about the expressions of the scope, and of all scopes derived from it
// or that it is derived from.
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
// parentheses. A text that can't be parsed is returned unchanged.
func Plain(src string) string {
	if tree := parsed(src); tree != nil {
		return text(tree)
	}
	return src
}

// parsed parses an expression, or a condition with # for the item of a list; nil if the text is
// neither.
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
