package schema

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"bcrules.dev/schema/expr"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/build"
	"cuelang.org/go/cue/literal"
)

// wellFormed reports whether the top-level fields of a rule set can be read, and notes those
// that can't.
func wellFormed(src *Source) bool {
	if t := src.Root.Field(TestsField); t.Exists() {
		src.Report.Faultf(t.Label(), CheckForm, "tests: found them in a rule file, want them in one whose name ends in _test.cue")
	}
	ok := true
	for _, name := range []string{"hooks", "settings", "tables", "stores", "marks", "predicates", "choices", "lexicons", "log"} {
		ok = src.Root.Field(name).Struct(name) && ok
	}
	return ok
}

// misspelt notes settings that nothing uses and whose names are near to known ones, or to those of
// a pack.
func misspelt(src *Source, scope *expr.Scope) {
	if src.Pack != "" {
		return // its author sees these faults
	}
	known, unused := src.atTop(scope.Named)
	known = slices.DeleteFunc(known, func(name string) bool { return name == "mode" }) // too near to more, node and code
	for _, n := range unused {
		name := label(n)
		if Nearest(name, known) != "" {
			src.Report.Faultf(n.Label(), CheckName, "%w (nothing uses it)", Unknown("setting", name, known))
		} else if pack, setting := src.packWith("", name); pack != "" {
			src.Report.Faultf(n.Label(), CheckName, "found %s, which nothing here uses, want it under the pack: packs: %q: %s: …", name, pack, setting)
		}
	}
}

// Idle notes the remaining top-level fields of the author's own rules that nothing uses, such as
// another program's settings.
func (s *Set) Idle() {
	if s.named == nil || s.Source.Pack != "" {
		return
	}
	_, unused := s.Source.atTop(s.named)
	for _, n := range unused {
		s.Source.Report.Faultf(n.Label(), CheckName, "found %s, which nothing uses, want it away", label(n))
	}
}

// atTop returns the top-level names of the author's own rules that have a meaning, and the fields
// that nothing uses.
func (src *Source) atTop(named func(string) bool) (known []string, unused []Node) {
	uses := map[string]bool{}
	for _, layer := range src.Layers {
		used(layer.Instance, uses)
	}
	for _, of := range src.Packs {
		for _, says := range of.scope.said {
			for _, x := range says.exprs {
				usedIn(x, uses)
			}
		}
	}
	known = append(slices.Clone(ownFields), "agents")
	for name, n := range src.Root.Members() {
		switch {
		case uses[name], named(name):
			known = append(known, name)
		case !slices.Contains(known, name):
			unused = append(unused, n)
		}
	}
	return known, unused
}

// label returns the name of the field that has a value.
func label(n Node) string {
	path := n.Path().Selectors()
	return path[len(path)-1].Unquoted()
}

// packWith returns the pack that has a similar name at its top, or within a field there, and that
// name; "" if there is none. For PACK/NAME it looks only in that pack.
func (src *Source) packWith(field, name string) (pack, has string) {
	wanted, rest, full := strings.Cut(name, "/")
	for _, of := range src.Packs {
		if full && of.Pack != wanted {
			continue
		}
		if full {
			name = rest
		}
		if near := Nearest(name, of.has(field)); near != "" && !slices.Contains(ownFields, near) {
			return of.Pack, near
		}
	}
	return "", ""
}

// has returns the names at the top of a pack, or within a field there, even if the pack was kept.
func (src *Source) has(field string) (names []string) {
	if !src.Root.Exists() {
		return src.names[field]
	}
	at := src.Root
	if field != "" {
		at = at.Field(field)
	}
	for name := range at.Members() {
		names = append(names, name)
	}
	return names
}

// used adds the names that the files of an instance and of its imports refer to, in CUE, in
// templates and in expressions, including those of disabled rules. References in packs with scopes
// of their own don't count.
func used(inst *build.Instance, names map[string]bool) {
	for _, f := range inst.Files {
		for _, d := range f.Decls {
			usedIn(d, names)
		}
		for spec := range f.ImportSpecs() {
			to, _ := strconv.Unquote(spec.Path.Value)
			if i := inst.LookupImport(to); i != nil {
				used(i, names)
			}
		}
	}
}

// usedIn adds the names that a piece of a file refers to.
func usedIn(of ast.Node, names map[string]bool) {
	var visit func(ast.Node) bool
	visit = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field: // a plain label doesn't use a name
			if _, plain := n.Label.(*ast.Ident); !plain {
				ast.Walk(n.Label, visit, nil)
			}
			ast.Walk(n.Value, visit, nil)
			return false
		case *ast.Ident:
			names[n.Name] = true
		case *ast.BasicLit:
			refers(n, names)
		}
		return true
	}
	ast.Walk(of, visit, nil)
}

// refers adds the names that a text refers to, read as an expression or as a template. Prose is
// neither, unless it is a single word.
func refers(text *ast.BasicLit, names map[string]bool) {
	src, err := literal.Unquote(text.Value)
	if err != nil { // a piece of an interpolation
		for _, name := range mayName.FindAllString(text.Value, -1) {
			names[name] = true
		}
		return
	}
	all := expr.Expressions(src)
	if !dashed.MatchString(src) {
		all = append(all, src)
	}
	for _, x := range all {
		for _, name := range expr.Identifiers(x) {
			names[name] = true
		}
	}
}

var (
	// mayName matches possible names in a piece of a text.
	mayName = regexp.MustCompile(`[A-Za-z_]\w*`)
	// dashed matches names such as code-reviewer, which are not subtractions.
	dashed = regexp.MustCompile(`^\w+(-\w+)+$`)
)
