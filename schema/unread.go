package schema

import (
	"slices"
	"strconv"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/build"
	"cuelang.org/go/cue/token"
)

// Unread notes settings that a rule set gives to the packs it embeds and that these don't
// have, at any depth, and what a setting that is new lacks: what is embedded is open, so
// that CUE takes any field. A name that the rule set itself refers to is its own.
func (s *Set) Unread() {
	if s.named == nil { // it was not compiled
		return
	}
	w := settingWriter{Source: s.Source, own: map[string]bool{}, named: s.named}
	for _, layer := range s.Source.Layers {
		usedBy(layer.Instance, w.own)
		for _, pack := range embedded(layer.Instance) {
			w.packs = append(w.packs, s.Source.schema.ctx.BuildInstance(pack))
		}
	}
	for _, layer := range s.Source.Layers {
		for _, f := range layer.Instance.Files {
			w.fields(nil, f.Decls)
		}
	}
}

// embedded returns the packs that an instance embeds, and those that these do.
func embedded(inst *build.Instance) (all []*build.Instance) {
	names := map[string]bool{}
	for _, f := range inst.Files {
		for _, d := range f.Decls {
			if e, ok := d.(*ast.EmbedDecl); ok {
				if id, ok := e.Expr.(*ast.Ident); ok {
					names[id.Name] = true
				}
			}
		}
		for spec := range f.ImportSpecs() {
			if spec.Name == nil || !names[spec.Name.Name] {
				continue
			}
			if path, err := strconv.Unquote(spec.Path.Value); err == nil {
				names[path] = true
			}
		}
	}
	for _, i := range inst.Imports {
		if names[i.PkgName] || names[i.ImportPath] {
			all = append(append(all, i), embedded(i)...)
		}
	}
	return all
}

// A settingWriter looks at the fields that the author's own files write.
type settingWriter struct {
	*Source
	packs []cue.Value
	own   map[string]bool        // names that the rule set refers to
	named func(name string) bool // reports whether an expression does
}

// fields looks at what stands at a path.
func (w settingWriter) fields(path []string, decls []ast.Decl) {
	for _, d := range decls {
		f, ok := d.(*ast.Field)
		if !ok {
			continue
		}
		name, isString, err := ast.LabelName(f.Label)
		if err != nil || !isString && (name[0] == '_' || name[0] == '#') || len(path) == 0 && slices.Contains(ownFields, name) {
			continue
		}
		at := append(slices.Clone(path), name)
		if known, ok := w.known(path); ok && !w.has(at) && !w.own[name] && !w.named(name) {
			w.Report.Faultf(Place{Pos: Pos(f.Pos())}, CheckName, "%s", Unknown("setting", name, known))
			continue
		}
		if value, ok := f.Value.(*ast.StructLit); ok {
			w.fields(at, value.Elts)
			w.lacks(at, f.Pos())
		}
	}
}

// known returns the names that packs have at a path; ok is false if none has a struct
// there.
func (w settingWriter) known(path []string) (names []string, ok bool) {
	for _, pack := range w.packs {
		v, there := lookup(pack, path)
		if !there || v.IncompleteKind() != cue.StructKind {
			continue
		}
		ok = true
		for name := range Members(v) {
			if len(path) > 0 || !slices.Contains(ownFields, name) {
				names = append(names, name)
			}
		}
	}
	return names, ok
}

// has reports whether a pack has, or may have, what stands at a path.
func (w settingWriter) has(path []string) bool {
	return slices.ContainsFunc(w.packs, func(pack cue.Value) bool {
		_, ok := lookup(pack, path)
		return ok
	})
}

// lacks notes what a pack wants at a path and nothing says.
func (w settingWriter) lacks(path []string, at token.Pos) {
	for _, pack := range w.packs {
		v, ok := lookup(pack, path)
		if !ok || v.IncompleteKind() != cue.StructKind {
			continue
		}
		fields, err := v.Fields(cue.Optional(true))
		for err == nil && fields.Next() {
			sel := fields.Selector()
			if sel.ConstraintType() != cue.RequiredConstraint {
				continue
			}
			given, _ := lookup(w.Root.Value, append(slices.Clone(path), sel.Unquoted()))
			if !given.Exists() || !given.IsConcrete() {
				w.Report.Faultf(Place{Pos: Pos(at)}, CheckForm, "%s is missing, want it here", sel.Unquoted())
			}
		}
	}
}
