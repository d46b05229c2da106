package main

import (
	"slices"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/literal"
	"cuelang.org/go/cue/token"
)

// An expression counts by its parts.
const expression = "expression"

// fields has the kinds of texts in the schema's fields.
var fields = map[string]string{
	"doc": said, "forbids": said,
	"on": word, "match": word, "order": word, "pick": word, "as": word, "marks": word, "in": word, "prefetch": word, "input": word, "key": word,
	"args": form, "stores": statement,
	"let": expression, "when": expression, "is": expression, "any": expression, "each": expression,
}

// A part is one of a pack's texts and numbers.
type part struct {
	kind, text string
	at         token.Pos
}

// A walker finds parts. names has the kinds of the values of hidden fields and lets, by their uses.
type walker struct {
	names map[string]string
	tools map[string]bool // the client's
	found []part
}

// walk finds the parts of a node. Its texts are of kind unless something else says otherwise.
func (w *walker) walk(n ast.Node, kind string) {
	ast.Walk(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field: // labels are no parts
			w.walk(n.Value, w.field(n, kind))
		case *ast.LetClause:
			w.walk(n.Expr, w.named(n.Ident.Name, kind))
		case *ast.BasicLit:
			w.basic(n, kind)
		case *ast.Interpolation:
			w.interpolation(n, kind)
		case *ast.Ident:
			if slices.Contains([]string{expression, setting, statement, said}, kind) {
				w.names[n.Name] = kind
			}
		case *ast.ImportDecl, *ast.SelectorExpr, *ast.Attribute:
		case *ast.IndexExpr:
			w.walk(n.X, kind)
		case *ast.UnaryExpr:
			w.walk(n.X, inner(n.Op, kind))
		case *ast.BinaryExpr:
			w.walk(n.X, inner(n.Op, kind))
			w.walk(n.Y, inner(n.Op, kind))
		case *ast.Comprehension:
			w.comprehension(n, kind)
		default:
			return true
		}
		return false
	}, nil)
}

// inner returns the kind of an operator's sides. In a choice all but the default are types, and a
// comparison is a condition on one.
func inner(op token.Token, kind string) string {
	switch op {
	case token.MUL:
		return setting
	case token.ADD, token.SUB, token.AND:
		return kind
	}
	return form
}

// field returns the kind of a field's value.
func (w *walker) field(f *ast.Field, kind string) string {
	label, _, _ := ast.LabelName(f.Label)
	within, ok := fields[label]
	switch {
	case strings.HasPrefix(label, "#") && label != strings.ToLower(label):
		return form
	case strings.HasPrefix(label, "_"):
		return w.named(label, kind)
	case ok && (kind == constant || kind == word || within == said):
		return within
	}
	return kind
}

// named returns the kind of a name's value.
func (w *walker) named(name, kind string) string {
	if as, ok := w.names[name]; ok {
		return as
	}
	return kind
}

// comprehension finds the parts of a comprehension; the source of a default is a part of it.
func (w *walker) comprehension(c *ast.Comprehension, kind string) {
	from := kind
	ast.Walk(c.Value, func(n ast.Node) bool {
		if u, ok := n.(*ast.UnaryExpr); ok && u.Op == token.MUL {
			from = setting
		}
		return true
	}, nil)
	for _, clause := range c.Clauses {
		switch clause := clause.(type) {
		case *ast.ForClause:
			w.walk(clause.Source, from)
		case *ast.IfClause:
			w.walk(clause.Condition, form)
		}
	}
	w.walk(c.Value, kind)
}

// interpolation adds the text around an interpolation's values, as one part.
func (w *walker) interpolation(e *ast.Interpolation, kind string) {
	first, last := e.Quotes()
	quotes, skip, _, _ := literal.ParseQuotes(first.Value, last.Value)
	var all strings.Builder
	for _, x := range e.Elts {
		if lit, ok := x.(*ast.BasicLit); ok {
			text, _ := quotes.Unquote(lit.Value[skip:])
			all.WriteString(text)
			skip = 1
			continue
		}
		all.WriteString(hole)
		w.walk(x, kind)
	}
	w.add(all.String(), e.Pos(), kind)
}
