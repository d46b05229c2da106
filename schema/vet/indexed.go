package vet

import (
	"bcrules.dev/schema"

	"cuelang.org/go/cue/ast"
)

// indexes warns of comprehensions over lists that use the name of the index but not that of the
// item: the first of two names is the index.
func indexes(f *ast.File, r *schema.Report) {
	lists := map[string]bool{}
	for _, d := range f.Decls {
		if field, ok := d.(*ast.Field); ok {
			name, _, _ := ast.LabelName(field.Label)
			_, lists[name] = field.Value.(*ast.ListLit)
		}
	}
	ast.Walk(f, func(n ast.Node) bool {
		c, ok := n.(*ast.Comprehension)
		if !ok {
			return true
		}
		for i, clause := range c.Clauses {
			loop, ok := clause.(*ast.ForClause)
			if !ok || loop.Key == nil || loop.Value == nil || loop.Value.Name == "_" {
				continue
			}
			of, literal := loop.Source.(*ast.Ident)
			if _, list := loop.Source.(*ast.ListLit); !list && !(literal && lists[of.Name]) {
				continue
			}
			rest := []ast.Node{c.Value}
			for _, later := range c.Clauses[i+1:] {
				rest = append(rest, later)
			}
			if key, item := loop.Key.Name, loop.Value.Name; has(rest, key) && !has(rest, item) {
				r.Warnf(schema.Place{Pos: schema.Pos(loop.Key.Pos())}, checkUnused, "for: found %s, which is the index of the list, and nothing asks %s; want  for %s in", key, item, key)
			}
		}
		return true
	}, nil)
}

// has reports whether a name occurs in some nodes.
func has(all []ast.Node, name string) (found bool) {
	for _, n := range all {
		ast.Walk(n, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			found = found || ok && id.Name == name
			return true
		}, nil)
	}
	return found
}
