package main

import (
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/literal"
	"cuelang.org/go/cue/token"
)

// Kinds of what is asked again: an expression is its parts.
const (
	expression = "expression"
	choice     = "choice" // whose is: is no condition
)

// places has what stands in fields of the schema, wherever they are, where that isn't what the
// struct around them has.
var places = map[string]string{
	"doc": said, "forbids": said,
	"on": word, "match": word, "order": word, "pick": word, "as": word, "marks": word, "in": word, "prefetch": word,
	"input": word, "args": form, "row": form, "columns": form,
	"sql": statement, "sqlite": statement, "postgres": statement, "schema": statement, "namespace": word,
	"let": expression, "when": expression, "is": expression, "any": expression, "each": expression,
	"line": code, "json": code, "set": code, "key": word, "choices": choice,
	"queries": statement, "statements": statement,
}

// A walker finds literals. names has what the values of hidden fields and lets are, by where they
// are referred to: expressions, or parts of defaults.
type walker struct {
	names map[string]string
	tools map[string]bool // the client's
	found []part
}

func (w *walker) decls(all []ast.Decl, kind string) {
	for _, d := range all {
		switch d := d.(type) {
		case *ast.Field:
			w.field(d, kind)
		case *ast.LetClause:
			w.expr(d.Expr, w.named(d.Ident.Name, kind))
		case *ast.EmbedDecl:
			w.expr(d.Expr, kind)
		case *ast.Comprehension:
			w.expr(d, kind)
		}
	}
}

// field looks at a field's value; labels are no literals.
func (w *walker) field(f *ast.Field, kind string) {
	name, _, _ := ast.LabelName(f.Label)
	switch inner, ok := places[name]; {
	case strings.HasPrefix(name, "#") && kind == constant && f.Constraint == token.ILLEGAL && name != "#says" && name != "#first":
		kind = form
	case strings.HasPrefix(name, "_"):
		kind = w.named(name, kind)
	case kind == statement, kind == setting, kind == form:
	case kind == expression && name != "doc", kind == choice && name == "is":
	case ok:
		kind = inner
	}
	if match, ok := f.Value.(*ast.BasicLit); ok && name == "match" {
		for tool := range strings.SplitSeq(strings.Trim(match.Value, `"`), "|") {
			w.tools[tool] = true
		}
	}
	w.expr(f.Value, kind)
}

// named returns what the value of a name is.
func (w *walker) named(name, kind string) string {
	if as, ok := w.names[name]; ok {
		return as
	}
	return kind
}

// expr looks at a value of a kind.
func (w *walker) expr(e ast.Node, kind string) {
	switch e := e.(type) {
	case *ast.BasicLit:
		w.basic(e, kind)
	case *ast.Interpolation:
		w.interpolation(e, kind)
	case *ast.Ident:
		if kind == expression || kind == setting || kind == statement || kind == said {
			w.names[e.Name] = kind
		}
	case *ast.StructLit:
		w.decls(e.Elts, kind)
	case *ast.ListLit:
		for _, x := range e.Elts {
			w.expr(x, kind)
		}
	case *ast.ParenExpr:
		w.expr(e.X, kind)
	case *ast.UnaryExpr:
		if e.Op == token.MUL {
			w.expr(e.X, setting)
		} else if e.Op != token.SUB {
			w.expr(e.X, form)
		} else {
			w.expr(e.X, kind)
		}
	case *ast.BinaryExpr:
		w.binary(e, kind)
	case *ast.CallExpr:
		for _, x := range e.Args {
			w.expr(x, kind)
		}
	case *ast.IndexExpr:
		w.expr(e.X, kind)
	case *ast.Comprehension:
		w.comprehension(e, kind)
	}
}

// binary looks at both sides: of a choice what is no default is a type, and a comparison asks
// which of those a setting is.
func (w *walker) binary(e *ast.BinaryExpr, kind string) {
	switch e.Op {
	case token.OR, token.EQL, token.NEQ, token.LSS, token.GTR, token.LEQ, token.GEQ, token.LAND, token.LOR:
		kind = form
	}
	w.expr(e.X, kind)
	w.expr(e.Y, kind)
}

// comprehension looks at its clauses: what a default is taken from is one.
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
			w.expr(clause.Source, from)
		case *ast.IfClause:
			w.expr(clause.Condition, form)
		case *ast.LetClause:
			w.expr(clause.Expr, kind)
		}
	}
	w.expr(c.Value, kind)
}

// interpolation looks at the text around what is put into it, as one.
func (w *walker) interpolation(e *ast.Interpolation, kind string) {
	first, last := e.Quotes()
	quotes, skip, _, err := literal.ParseQuotes(first.Value, last.Value)
	if err != nil {
		return
	}
	var all strings.Builder
	for _, x := range e.Elts {
		lit, ok := x.(*ast.BasicLit)
		if !ok {
			all.WriteString(hole)
			w.expr(x, kind)
			continue
		}
		part, _ := quotes.Unquote(lit.Value[skip:])
		all.WriteString(part)
		skip = 1
	}
	w.add(all.String(), e.Pos(), kind)
}
