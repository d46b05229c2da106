package expr

import (
	"fmt"
	"strings"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"
)

// inWords rewords a fault in an expression that uses values, in terms of rules.
func (s *Scope) inWords(src string, values map[string]Value, err error) error {
	se, ok := err.(*SourceError)
	if !ok {
		return err
	}
	if at := stray(src); at >= 0 {
		return &SourceError{Offset: at, Msg: "found ${ in an expression, want what stands in it alone"}
	}
	for name := range values {
		if strings.HasPrefix(src[min(len(src), se.Offset):], name) && strings.HasSuffix(se.Msg, "is not callable") {
			se.Msg = fmt.Sprintf("%s is a value of the rule set, want it without ()", name)
		}
	}
	return s.worded(src, se)
}

// isExpression reports whether the content of ${…} is probably an expression rather than a shell
// variable: it has a known name or a call.
func (s *Scope) isExpression(inner string) (meant bool) {
	tree, err := parser.Parse(inner)
	if err != nil {
		return false
	}
	ast.Walk(&tree.Node, visitor(func(n ast.Node) {
		switch n := n.(type) {
		case *ast.IdentifierNode:
			_, value, _ := s.value(n.Value)
			meant = meant || value || s.typed[n.Value] != nil
		case *ast.CallNode, *ast.BuiltinNode:
			meant = true
		}
	}))
	return meant
}

// stray returns the offset of a ${ outside the texts of an expression, -1 if there is none.
func stray(src string) int {
	var quote byte
	for i := 0; i < len(src); i++ {
		switch c := src[i]; {
		case quote != 0 && c == '\\' && quote != '`':
			i++
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
		case c == '\'' || c == '"' || c == '`':
			quote = c
		case strings.HasPrefix(src[i:], "${"):
			return i
		}
	}
	return -1
}

// checkTexts refuses texts in an expression that contain ${…} with a known name, as such texts are
// taken literally.
func (s *Scope) checkTexts(src string, tree ast.Node) (fault error) {
	ast.Walk(&tree, visitor(func(n ast.Node) {
		text, ok := n.(*ast.StringNode)
		if !ok || fault != nil || !strings.Contains(text.Value, "${") {
			return
		}
		for _, inner := range Expressions(text.Value) {
			if s.isExpression(inner) {
				at := byteOffset(src, text.Location().From)
				fault = &SourceError{Offset: at + max(0, strings.Index(src[at:], "${")),
					Msg: fmt.Sprintf("found ${%s} in a text of an expression, where it is not filled in; want '…' + string(%s)", inner, inner)}
				return
			}
		}
	}))
	return fault
}
