package expr

import (
	"bcrules.dev/engine/plan"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"
)

// Used is what was known of expressions when they were compiled, by the code that was made
// of these: what was compiled to one code has the same values.
type Used map[string]Known

// Known is what explaining an expression takes beside its text.
type Known struct {
	Values map[string]any    // that it uses, by name
	Docs   map[string]string // of its parts, by Plain of these

	predicates book // that it asks
}

// Used returns what is known of the expressions of the scope, and of those it was made
// from and that were made from it.
func (s *Scope) Used() Used { return s.used }

// Docs notes the docs of the parts of what was compiled to code, by Plain of these.
func (s *Scope) Docs(code plan.Code, docs map[string]string) {
	if len(docs) > 0 {
		known := s.used[string(code)]
		known.Docs = docs
		s.used[string(code)] = known
	}
}

// Plain is an expression as Finding.Src has it: without comments, and with no more
// parentheses than it takes. It returns the text itself where it can't be parsed.
func Plain(src string) string {
	if tree := parsed(src); tree != nil {
		return text(tree)
	}
	return src
}

// parsed returns an expression, or what is asked of an item of a list, in which # stands for
// it; nil if it is neither.
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
