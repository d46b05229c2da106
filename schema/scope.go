package schema

import (
	"path"
	"slices"

	"bcrules.dev/engine/plan"
	"bcrules.dev/rules"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/build"
	"cuelang.org/go/cue/token"
)

// A scope is the part of a rule set that is evaluated as one value: the author's own rules of all
// layers, or a pack with what layers say about it.
type scope struct {
	pack    string // the pack's name in the rule set, "" for the author's own rules
	path    string // import path of the pack
	at      plan.Pos
	foreign bool // part of it was written by others than this program
	said    []saying
	whole   []*build.Instance // packages that are part of it unchanged
	last    string            // folder of the last layer, the position of faults without one
}

// scopes takes what layers say about packs out of their packages. It returns a scope for the rest,
// and one for each pack, in the order in which packs are first named.
func (src *Source) scopes(l *loader) []*scope {
	own := &scope{last: src.lastDir()}
	all := []*scope{own}
	for rank, layer := range src.Layers {
		name, shipped := shippedName(layer.Dir)
		if shipped {
			if s := src.scopeOf(&all, saying{key: name, path: layer.Dir, at: plan.Pos{File: layer.Dir}}, layer.Dir); s != nil {
				s.whole = append(s.whole, layer.Instance)
			}
			continue
		}
		for _, says := range src.sayings(layer.Instance, l.fresh) {
			says.rank = rank
			if s := src.scopeOf(&all, says, layer.Dir); s != nil {
				s.said = append(s.said, says)
				s.foreign = s.foreign || says.more() || !Shipped(path.Dir(says.path+"/"))
			}
		}
		stripped(layer.Instance)
		own.whole, own.foreign = append(own.whole, layer.Instance), true
	}
	return all
}

// asShipped reports whether it is a pack of this program that layers take as it is.
func (s *scope) asShipped() bool { return s.pack != "" && !s.foreign && len(s.said) > 0 }

// shippedName returns the name of the shipped pack that a layer consists of.
func shippedName(dir string) (string, bool) {
	return path.Base(dir), path.Dir(dir) == rules.Path
}

// scopeOf returns the scope of a saying's pack, a new one if there is none; nil if the saying
// conflicts with another scope.
func (src *Source) scopeOf(all *[]*scope, of saying, layer string) *scope {
	for _, s := range *all {
		switch {
		case s.pack == "":
		case s.path == of.path && s.pack != of.key:
			src.Report.Fault(&plan.Error{Pos: of.at, See: s.at, Check: CheckForm, Err: errTwice(of, s.pack)})
			return nil
		case s.path != of.path && s.pack == of.key:
			src.Report.Fault(&plan.Error{Pos: of.at, See: s.at, Check: CheckForm, Err: errOther(of, s.path)})
			return nil
		case s.path == of.path:
			s.last = layer
			return s
		}
	}
	s := &scope{pack: of.key, path: of.path, at: of.at, last: layer}
	*all = append(*all, s)
	return s
}

// more reports whether a layer says more about a pack than its name.
func (s saying) more() bool {
	return len(s.exprs) != 1 || func() bool { _, plain := s.exprs[0].(*ast.Ident); return !plain }()
}

// stripped removes what a package says about packs from its files, and the imports that nothing
// else in a file uses.
func stripped(inst *build.Instance) {
	for _, f := range inst.Files {
		if !slices.ContainsFunc(f.Decls, isPacks) {
			continue
		}
		f.Decls = slices.DeleteFunc(f.Decls, isPacks)
		var decls []ast.Decl
		for _, d := range f.Decls {
			group, ok := d.(*ast.ImportDecl)
			if !ok {
				decls = append(decls, d)
				continue
			}
			left := *group
			left.Specs = slices.DeleteFunc(slices.Clone(group.Specs), func(spec *ast.ImportSpec) bool { return !uses(f, importName(spec)) })
			if len(left.Specs) > 0 {
				decls = append(decls, &left)
			}
		}
		f.Decls = decls
	}
}

// uses reports whether a file uses a name outside its imports.
func uses(f *ast.File, name string) bool {
	return slices.ContainsFunc(f.Decls, func(d ast.Decl) bool {
		if _, ok := d.(*ast.ImportDecl); ok {
			return false
		}
		return mentions(d, name)
	})
}

// instance returns a package for a pack's scope. It has a file for each layer, with what the layer
// says about the pack at the top. Fields of the layer that this refers to become let clauses of the
// file, as a setting of the pack may have the same name.
func (s *scope) instance() *build.Instance {
	inst := build.NewContext().NewInstance(s.last, nil)
	inst.ImportPath, inst.PkgName = packsField+"."+s.pack, identifier(s.pack)
	for _, says := range s.said {
		file := &ast.File{Filename: says.in[0].Filename, Decls: []ast.Decl{&ast.Package{Name: ast.NewIdent(inst.PkgName)}}}
		lets := says.lets()
		names := func(name string) bool {
			return slices.ContainsFunc(says.exprs, func(x ast.Expr) bool { return mentions(x, name) }) ||
				slices.ContainsFunc(lets, func(d ast.Decl) bool { return mentions(d, name) })
		}
		imported := map[string]bool{}
		for _, f := range says.files {
			for spec := range f.ImportSpecs() {
				if name := importName(spec); names(name) && !imported[name] {
					imported[name] = true
					file.Decls = append(file.Decls, &ast.ImportDecl{Specs: []*ast.ImportSpec{spec}})
				}
			}
		}
		file.Decls = append(file.Decls, lets...)
		for _, x := range says.exprs {
			file.Decls = append(file.Decls, &ast.EmbedDecl{Expr: x})
		}
		for _, i := range says.layer.Imports {
			inst.Imports = append(inst.Imports, s.sharedPack(i))
		}
		unbind(file)
		inst.AddSyntax(file)
	}
	return inst
}

// unbind unbinds the names in a file that were resolved to the top level of the file they were
// parsed in, so that they are resolved again.
func unbind(f *ast.File) {
	ast.Walk(f, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if _, top := id.Scope.(*ast.File); top {
				id.Node, id.Scope = nil, nil
			}
		}
		return true
	}, nil)
}

// sharedPack returns the scope's own instance of the pack instead of another layer's copy, so that
// CUE takes both for the same.
func (s *scope) sharedPack(inst *build.Instance) *build.Instance {
	if first := s.said[0].pack; inst.ImportPath == first.ImportPath {
		return first
	}
	return inst
}

// lets returns, as let clauses, the top-level fields of the layer that its saying about the pack
// depends on.
func (s saying) lets() (lets []ast.Decl) {
	given := map[string]ast.Expr{}
	for _, f := range s.files {
		for _, d := range f.Decls {
			field, ok := d.(*ast.Field)
			if name := NameOf(d); ok && name != "" && !slices.Contains(ownFields, name) && findImport(f, name) == nil {
				given[name] = and(given[name], field.Value)
			}
		}
	}
	taken := map[string]bool{}
	var take func(x ast.Node)
	take = func(x ast.Node) {
		for name, value := range given {
			if !taken[name] && mentions(x, name) {
				taken[name] = true
				lets = append(lets, &ast.LetClause{Ident: ast.NewIdent(name), Expr: value})
				take(value)
			}
		}
	}
	for _, x := range s.exprs {
		take(x)
	}
	return lets
}

// and joins two expressions by &; x may be nil.
func and(x, y ast.Expr) ast.Expr {
	if x == nil {
		return y
	}
	return ast.NewBinExpr(token.AND, x, y)
}
