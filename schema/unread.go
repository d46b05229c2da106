package schema

import (
	"slices"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"
)

// A settingReader looks at what layers say of a pack: whether the pack has what they set, at
// any depth. CUE doesn't say: a pack is open, as are the structs in it.
type settingReader struct {
	*Source
	files []string // of the layers, where it is said
	whole cue.Value
	bare  cue.Value // the pack alone, once it was needed
	said  []written
}

// A written struct is one that a layer says something of, by its path.
type written struct {
	path []string
	at   token.Pos
}

// settings notes settings that the pack of a scope doesn't have. Whole is the pack with what
// is said of it, which may have faults.
func (src *Source) settings(whole cue.Value) *settingReader {
	r := &settingReader{Source: src, whole: whole}
	for _, says := range src.scope.said {
		for _, f := range says.files {
			r.files = append(r.files, f.Filename)
		}
	}
	for _, says := range src.scope.said {
		for _, x := range says.exprs {
			r.structs(nil, x)
		}
	}
	return r
}

// complete notes what settings that are new lack.
func (r *settingReader) complete() {
	for _, s := range r.said {
		r.lacks(s.path, s.at)
	}
}

// structs looks at the structs that an expression is made of, which is said at a path.
func (r *settingReader) structs(path []string, x ast.Expr) {
	switch x := x.(type) {
	case *ast.ParenExpr:
		r.structs(path, x.X)
	case *ast.BinaryExpr:
		if x.Op == token.AND {
			r.structs(path, x.X)
			r.structs(path, x.Y)
		}
	case *ast.StructLit:
		r.fields(path, x.Elts)
	}
}

// fields looks at what is said at a path.
func (r *settingReader) fields(path []string, decls []ast.Decl) {
	for _, d := range decls {
		if e, ok := d.(*ast.EmbedDecl); ok {
			r.structs(path, e.Expr)
		}
		f, ok := d.(*ast.Field)
		if !ok {
			continue
		}
		name, isString, err := ast.LabelName(f.Label)
		if err != nil || !isString && (name[0] == '_' || name[0] == '#') {
			continue
		}
		at := append(slices.Clone(path), name)
		if known, ok := r.unknown(at); ok {
			r.Report.Faultf(Place{Pos: Pos(f.Pos()), Hook: r.hookAt(path)}, CheckName, "%s", Unknown(r.kind(path), name, known))
			continue
		}
		r.structs(at, f.Value)
		if _, ok := f.Value.(*ast.StructLit); ok {
			r.said = append(r.said, written{at, f.Pos()})
		}
	}
}

// kind says what a name at a path is of.
func (r *settingReader) kind(path []string) string {
	if len(path) == 1 && path[0] == "hooks" {
		return "hook"
	}
	return "setting"
}

// unknown reports whether the pack has nothing at a path, nor may have, and returns what it
// has beside. That something of the pack's is in the value there says that it has; else the
// pack is asked alone, which takes another evaluation of it.
func (r *settingReader) unknown(path []string) (known []string, ok bool) {
	if len(path) == 1 && slices.Contains(ownFields, path[0]) {
		return nil, false
	}
	if len(path) == 3 && path[0] == "hooks" && slices.Contains(fieldNames(r.schema.Def("#Hook")), path[2]) {
		return nil, false // every hook has it
	}
	v, _ := lookup(r.whole, path)
	if of := parts(v); slices.ContainsFunc(append(of, v), r.packs) {
		return nil, false
	}
	if !r.bare.Exists() {
		r.bare = r.schema.build(r.scope.said[0].pack)
	}
	if len(path) == 2 && path[0] == "hooks" { // by whatever names, but no others
		hooks := r.bare.LookupPath(cue.ParsePath("hooks"))
		for name := range Members(hooks) {
			known = append(known, name)
		}
		return known, !slices.Contains(known, path[1])
	}
	if v, there := lookup(r.bare, path); there && v.Err() == nil || there && v.IncompleteKind() != cue.BottomKind {
		return nil, false
	}
	above, there := lookup(r.bare, path[:len(path)-1])
	if !there || above.IncompleteKind() != cue.StructKind {
		return nil, false // that it is none is said elsewhere
	}
	for name := range Members(above) {
		if len(path) > 1 || !slices.Contains(ownFields, name) {
			known = append(known, name)
		}
	}
	return known, true
}

// packs reports whether the pack wrote a value.
func (r *settingReader) packs(v cue.Value) bool {
	at := v.Pos()
	return own(at) && !slices.Contains(r.files, at.Filename())
}

// lacks notes what the pack wants at a path and nothing says.
func (r *settingReader) lacks(path []string, at token.Pos) {
	v, ok := lookup(r.whole, path)
	if !ok || v.IncompleteKind() != cue.StructKind {
		return
	}
	fields, err := v.Fields(cue.Optional(true))
	for err == nil && fields.Next() {
		if sel := fields.Selector(); sel.ConstraintType() == cue.RequiredConstraint {
			r.Report.Faultf(Place{Pos: Pos(at)}, CheckForm, "%s is missing, want it here", sel.Unquoted())
		}
	}
}
