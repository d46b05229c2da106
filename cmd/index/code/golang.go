package code

import (
	"go/ast"
	"go/parser"
	"go/token"

	"bcrules.dev/cmd/index/sitter"
)

// A golang walks a Go file and records captures, as a query does.
type golang struct {
	file    *token.File
	matches []sitter.Match
	member  map[*ast.Ident]bool // names that aren't the function's
}

// matchGo returns the matches in a Go text. If the text has syntax errors, it returns those in the
// part that could be parsed.
func matchGo(text string) []sitter.Match {
	set := token.NewFileSet()
	file, _ := parser.ParseFile(set, "", text, parser.ParseComments|parser.SkipObjectResolution)
	if file == nil || !file.FileStart.IsValid() {
		return nil
	}
	g := &golang{file: set.File(file.FileStart), member: map[*ast.Ident]bool{file.Name: true}}
	for _, group := range file.Comments {
		for _, c := range group.List {
			g.note(g.capture("comment", c))
		}
	}
	for _, decl := range file.Decls {
		if of, ok := decl.(*ast.GenDecl); ok {
			g.declared(of)
		}
	}
	ast.Inspect(file, g.see)
	return g.matches
}

func (g *golang) note(m ...sitter.Capture) { g.matches = append(g.matches, m) }

func (g *golang) capture(name string, n ast.Node) sitter.Capture {
	return sitter.Capture{Name: name, From: g.at(n.Pos()), To: g.at(n.End())}
}

// at returns the offset of a position, clamped, as a text with errors may have invalid positions.
func (g *golang) at(p token.Pos) int {
	return min(max(int(p)-g.file.Base(), 0), g.file.Size())
}

// declared records a top-level var, const, type or import. A symbol that is declared alone begins
// at the keyword.
func (g *golang) declared(of *ast.GenDecl) {
	for _, spec := range of.Specs {
		whole := ast.Node(spec)
		if !of.Lparen.IsValid() {
			whole = of
		}
		switch s := spec.(type) {
		case *ast.ValueSpec:
			for _, name := range s.Names {
				g.note(g.capture("variable", whole), g.capture("name", name))
			}
		case *ast.TypeSpec:
			kind, match := "type", sitter.Match{g.capture("name", s.Name)}
			switch t := s.Type.(type) {
			case *ast.StructType:
				kind, match = "class", append(match, g.capture("body", t.Fields))
			case *ast.InterfaceType:
				kind, match = "interface", append(match, g.capture("body", t.Methods))
			}
			g.note(append(match, g.capture(kind, whole))...)
		case *ast.ImportSpec:
			path := g.capture("import.module", s.Path)
			path.From, path.To = path.From+1, max(path.To-1, path.From+1)
			match := sitter.Match{path}
			if s.Name != nil {
				match = append(match, g.capture("import.alias", s.Name))
				g.member[s.Name] = true
			}
			g.note(match...)
		}
	}
}

// see records the captures that are the same at any level.
func (g *golang) see(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncDecl:
		g.function(n)
	case *ast.InterfaceType:
		for _, m := range n.Methods.List {
			if t, ok := m.Type.(*ast.FuncType); ok && len(m.Names) == 1 {
				g.note(g.capture("function", m), g.capture("name", m.Names[0]))
				g.signature(t)
			}
		}
	case *ast.CallExpr:
		if name := callee(n.Fun); name != nil {
			g.note(g.capture("call", name))
		}
	case *ast.SelectorExpr:
		g.member[n.Sel] = true
	case *ast.Ident:
		if !g.member[n] && n.Name != "_" {
			g.note(g.capture("use", n))
		}
	case *ast.AssignStmt:
		g.write(n.Lhs...)
	case *ast.IncDecStmt:
		g.write(n.X)
	case *ast.ValueSpec:
		for _, name := range n.Names {
			g.write(name)
		}
	default:
		g.branch(n)
	}
	return true
}

// branch records branches.
func (g *golang) branch(n ast.Node) {
	switch n := n.(type) {
	case *ast.IfStmt:
		g.note(g.capture("if", n))
	case *ast.ForStmt:
		kind := "for"
		if n.Init == nil && n.Post == nil {
			kind = "while"
		}
		g.note(g.capture(kind, n))
	case *ast.RangeStmt:
		g.note(g.capture("for", n))
		g.write(n.Key, n.Value)
	case *ast.CaseClause, *ast.CommClause:
		g.note(g.capture("case", n))
	case *ast.BinaryExpr:
		switch n.Op {
		case token.LAND:
			g.note(g.capture("and", n))
		case token.LOR:
			g.note(g.capture("or", n))
		}
	}
}

func (g *golang) function(f *ast.FuncDecl) {
	match := sitter.Match{g.capture("function", f), g.capture("name", f.Name)}
	match[0].From = g.at(f.Type.Pos()) // without its comment
	if f.Body != nil {
		match = append(match, g.capture("body", f.Body))
	}
	if f.Recv != nil && len(f.Recv.List) == 1 {
		t := f.Recv.List[0].Type
		if star, ok := t.(*ast.StarExpr); ok {
			t = star.X
		}
		if of := callee(t); of != nil {
			match = append(match, g.capture("parent", of))
		}
	}
	g.note(match...)
	g.signature(f.Type)
}

// signature records a function's parameters and results.
func (g *golang) signature(t *ast.FuncType) {
	for _, field := range t.Params.List {
		g.note(g.capture("param", field))
	}
	if t.Results != nil && len(t.Results.List) > 0 {
		g.note(g.capture("returns", t.Results))
	}
}

func (g *golang) write(to ...ast.Expr) {
	for _, x := range to {
		if name, ok := x.(*ast.Ident); ok && name.Name != "_" {
			g.note(g.capture("write", name))
		}
	}
}

// callee returns the last part of the name of what is called, nil if there is none.
func callee(x ast.Expr) *ast.Ident {
	for {
		switch of := x.(type) {
		case *ast.Ident:
			return of
		case *ast.SelectorExpr:
			return of.Sel
		case *ast.IndexExpr:
			x = of.X
		case *ast.IndexListExpr:
			x = of.X
		case *ast.ParenExpr:
			x = of.X
		default:
			return nil
		}
	}
}
