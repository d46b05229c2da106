package schema

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/build"
	"cuelang.org/go/cue/token"
)

// apart keeps hooks of one name apart that packages have which rules embed beside each
// other: they would be one hook, with the rules of both. In a layer that embeds several
// of them each is called after its package, too: PACKAGE-NAME. What an earlier layer has
// keeps the name that it has there, and others make way for it.
type apart struct {
	called map[hookOf]string // what hooks of packages are called
	taken  map[string]bool   // by these
}

// A hookOf is a hook by the name that its package has for it.
type hookOf struct{ path, name string }

// settle renames hooks of the packages that the package of a layer embeds.
func (a *apart) settle(inst *build.Instance) {
	packages := map[string]*build.Instance{}
	for _, p := range embedded(inst) {
		packages[p.ImportPath] = p
	}
	owners := map[string][]string{}
	for path, p := range packages {
		for _, f := range hookFields(p) {
			name, _, _ := ast.LabelName(f.Label)
			if says(f, "rules") && !slices.Contains(owners[name], path) {
				owners[name] = append(owners[name], path)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(owners)) {
		for _, path := range owners[name] {
			of := hookOf{path, name}
			if _, known := a.called[of]; known {
				continue
			}
			a.called[of] = name
			if len(owners[name]) > 1 || a.taken[name] {
				a.called[of] = packages[path].PkgName + "-" + name
			}
		}
	}
	for of, as := range a.called {
		a.taken[as] = true
		if p := packages[of.path]; p != nil && as != of.name {
			rename(p, of.name, as)
		}
	}
}

// called returns the names of hooks that are called after their packages and otherwise
// like name, all names if there are none.
func called(name string, all []string) []string {
	after := slices.DeleteFunc(slices.Clone(all), func(other string) bool { return !strings.HasSuffix(other, "-"+name) })
	if len(after) == 0 {
		return all
	}
	return after
}

// hookFields returns what a package says of hooks that it names.
func hookFields(p *build.Instance) (fields []*ast.Field) {
	for _, f := range p.Files {
		for _, d := range f.Decls {
			for _, hook := range within(d, "hooks") {
				if f, ok := hook.(*ast.Field); ok {
					if _, _, err := ast.LabelName(f.Label); err == nil {
						fields = append(fields, f)
					}
				}
			}
		}
	}
	return fields
}

// within returns what a field of a name holds, nil of anything else.
func within(d ast.Decl, name string) []ast.Decl {
	f, ok := d.(*ast.Field)
	if !ok {
		return nil
	}
	if label, _, _ := ast.LabelName(f.Label); label != name {
		return nil
	}
	s, _ := f.Value.(*ast.StructLit)
	if s == nil {
		return nil
	}
	return s.Elts
}

// says reports whether a field holds one of a name.
func says(f *ast.Field, name string) bool {
	s, ok := f.Value.(*ast.StructLit)
	return ok && slices.ContainsFunc(s.Elts, func(d ast.Decl) bool {
		in, ok := d.(*ast.Field)
		label := ""
		if ok {
			label, _, _ = ast.LabelName(in.Label)
		}
		return label == name
	})
}

// rename has a package call a hook otherwise, wherever it says something of it.
func rename(p *build.Instance, name, as string) {
	for _, f := range hookFields(p) {
		if label, _, _ := ast.LabelName(f.Label); label == name {
			f.Label = &ast.BasicLit{ValuePos: f.Label.Pos(), Kind: token.STRING, Value: strconv.Quote(as)}
		}
	}
}
