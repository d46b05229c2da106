package schema

import (
	"cmp"
	"fmt"
	"iter"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"bcrules.dev/engine/plan"
	"bcrules.dev/rules"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/build"
	"cuelang.org/go/cue/token"
)

// A pack has a scope of its own: what a layer says about it stands under its name and means nothing
// elsewhere.
//
//	packs: "guard": guard & {level: "strict"}
//
// A scope is evaluated as one value, apart from the others, as five packs in one value cost more
// than the sum of five. So what layers say about packs is taken out of their files before CUE sees
// them, and regrouped by pack: the pack is embedded at the top of a package, beside the settings
// from all layers. CUE then sees the line above without packs and the name.

// packsField is the field of a rule set that holds its packs.
const packsField = "packs"

// A saying is what one layer says about one pack.
type saying struct {
	key   string   // the name of the pack's scope
	at    plan.Pos // where it says so
	path  string   // import path of the pack
	pack  *build.Instance
	layer *build.Instance
	exprs []ast.Expr  // the values it gives to the pack's name
	in    []*ast.File // the file of each
	files []*ast.File // of the layer, parsed for this saying
	rank  int         // of the layer, from 0
}

// validKey matches valid names of packs.
var validKey = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)

// sayings returns what the files of a layer say about packs. parse parses a file again: CUE
// resolves names in the syntax tree itself, so a tree can't belong to two packages.
func (src *Source) sayings(inst *build.Instance, parse func(*ast.File) (*ast.File, error)) (all []saying) {
	var keys []string
	for _, f := range inst.Files {
		src.embeds(inst, f)
		for key, field := range src.packFields(f) {
			if field != nil && !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		}
	}
	for _, key := range keys {
		s := saying{key: key, layer: inst}
		for _, f := range inst.Files {
			fresh, err := parse(f)
			if err != nil {
				src.Report.Fault(err)
				continue
			}
			s.files = append(s.files, fresh)
			for name, field := range src.packFields(fresh) {
				if name == key && field != nil {
					s.at = cmp.Or(s.at, Pos(field.Pos()))
					s.exprs, s.in = append(s.exprs, field.Value), append(s.in, fresh)
				}
			}
		}
		if src.imported(&s) {
			all = append(all, s)
		}
	}
	return all
}

func isPacks(d ast.Decl) bool { return NameOf(d) == packsField }

// NameOf returns the name of a field, "" for anything else.
func NameOf(d ast.Decl) string {
	f, ok := d.(*ast.Field)
	if !ok {
		return ""
	}
	name, _, err := ast.LabelName(f.Label)
	if err != nil {
		return ""
	}
	return name
}

// packFields yields the fields under packs in a file by name. A field that isn't allowed there is
// noted and yielded as nil.
func (src *Source) packFields(f *ast.File) iter.Seq2[string, *ast.Field] {
	return func(yield func(string, *ast.Field) bool) {
		for _, d := range f.Decls {
			if !isPacks(d) {
				continue
			}
			packs := d.(*ast.Field)
			body, ok := packs.Value.(*ast.StructLit)
			if !ok {
				src.Report.Faultf(Place{Pos: Pos(packs.Value.Pos())}, CheckForm, `packs: want packs by name, such as packs: "guard": guard & {level: "strict"}`)
				continue
			}
			for _, d := range body.Elts {
				if _, comment := d.(*ast.CommentGroup); !comment && !yield(NameOf(d), src.packField(f, d)) {
					return
				}
			}
		}
	}
}

// packField returns a field under packs; nil if it isn't allowed there, a fault that it notes.
func (src *Source) packField(f *ast.File, d ast.Decl) *ast.Field {
	at, key := Place{Pos: Pos(d.Pos())}, NameOf(d)
	field, ok := d.(*ast.Field)
	switch {
	case !ok || key == "":
		src.Report.Faultf(at, CheckForm, `packs: want plain names, such as packs: "guard": guard`)
		return nil
	case !validKey.MatchString(key):
		src.Report.Faultf(at, CheckForm, "packs: found %q, want a name of letters, digits, - and _", key)
		return nil
	}
	if id, plain := field.Label.(*ast.Ident); plain && findImport(f, id.Name) != nil && mentions(field.Value, id.Name) {
		src.Report.Faultf(at, CheckForm, "found %[1]s without quotes, so that %[1]s after it means this field and not the import; want \"%[1]s\": %[1]s", id.Name)
		return nil
	}
	return field
}

// imported finds the pack of a saying: the only import among its conjuncts. It reports whether
// there is one.
func (src *Source) imported(s *saying) bool {
	var found []*ast.ImportSpec
	for i, x := range s.exprs {
		for _, name := range conjuncts(x) {
			if spec := findImport(s.in[i], name); spec != nil {
				found = append(found, spec)
			}
		}
	}
	at := Place{Pos: s.at}
	if len(found) == 0 {
		src.Report.Faultf(at, CheckForm, "packs: found no pack under %[1]s, want one that is imported: packs: %[1]q: %[2]s & {…}", s.key, identifier(s.key))
		return false
	}
	for _, spec := range found {
		to, _ := strconv.Unquote(spec.Path.Value)
		pack := s.layer.LookupImport(to)
		switch {
		case pack == nil: // a package of CUE's own library, or one not found, which CUE reports
			src.Report.Faultf(at, CheckForm, "packs: found %s under %s, want a pack", to, s.key)
			return false
		case s.pack != nil && s.pack != pack:
			src.Report.Faultf(at, CheckForm, "packs: found two packs under %s, %s and %s, want a name for each", s.key, s.path, to)
			return false
		}
		s.pack, s.path = pack, to
	}
	return true
}

// identifier returns the identifier for a pack's name in a file.
func identifier(key string) string { return strings.ReplaceAll(key, "-", "_") }

// conjuncts returns the names that an expression combines by & and by embedding.
func conjuncts(x ast.Expr) (names []string) {
	switch x := x.(type) {
	case *ast.Ident:
		return []string{x.Name}
	case *ast.ParenExpr:
		return conjuncts(x.X)
	case *ast.BinaryExpr:
		if x.Op == token.AND {
			return append(conjuncts(x.X), conjuncts(x.Y)...)
		}
	case *ast.StructLit:
		for _, d := range x.Elts {
			if e, ok := d.(*ast.EmbedDecl); ok {
				names = append(names, conjuncts(e.Expr)...)
			}
		}
	}
	return names
}

// findImport returns the import with a given name in a file, nil if there is none.
func findImport(f *ast.File, name string) *ast.ImportSpec {
	for spec := range f.ImportSpecs() {
		if importName(spec) == name {
			return spec
		}
	}
	return nil
}

// importName returns an import's name in its file.
func importName(spec *ast.ImportSpec) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	to, _ := strconv.Unquote(spec.Path.Value)
	return ast.ParseImportPath(to).Qualifier
}

// mentions reports whether a name occurs in an expression.
func mentions(x ast.Node, name string) (found bool) {
	ast.Walk(x, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Name == name
		return !found
	}, nil)
	return found
}

// embeds notes packs that the files of a layer embed or bind to a name at the top, as they would
// without scopes, with the lines to write instead.
func (src *Source) embeds(inst *build.Instance, f *ast.File) {
	for _, d := range f.Decls {
		var x ast.Expr
		switch d := d.(type) {
		case *ast.EmbedDecl:
			x = d.Expr
		case *ast.Field:
			if slices.Contains(ownFields, NameOf(d)) {
				continue
			}
			x = d.Value
		default:
			continue
		}
		for _, name := range conjuncts(x) {
			spec := findImport(f, name)
			if spec == nil {
				continue
			}
			to, _ := strconv.Unquote(spec.Path.Value)
			pack := inst.LookupImport(to)
			if pack == nil || !src.isPack(pack) {
				continue
			}
			_, embedded := d.(*ast.EmbedDecl)
			found := map[bool]string{true: "embedded", false: "bound to a name, where nothing uses it"}[embedded]
			src.Report.Fault(&plan.Error{Pos: Pos(d.Pos()), Check: CheckForm, Err: fmt.Errorf(
				"found the pack %s %s, want it in a scope of its own: packs: %q: %s", name, found, pack.PkgName, instead(name, x, settingsOf(inst, pack)))})
		}
	}
}

// isPack reports whether an imported package is a pack: a package of this program, or a package of
// another module that has hooks.
func (src *Source) isPack(inst *build.Instance) bool {
	if strings.HasPrefix(inst.ImportPath, rules.Path+"/") {
		return true
	}
	return len(inst.Files) > 0 && ofPack(inst.Files[0].Pos()) && slices.ContainsFunc(inst.Files, func(f *ast.File) bool {
		return slices.ContainsFunc(f.Decls, func(d ast.Decl) bool { return NameOf(d) == "hooks" })
	})
}

// settingsOf returns the top-level names of a layer that are a pack's settings, each once.
func settingsOf(inst, pack *build.Instance) (names []string) {
	has := map[string]bool{}
	for _, f := range pack.Files {
		for _, d := range f.Decls {
			has[NameOf(d)] = NameOf(d) != "hooks"
		}
	}
	for _, f := range inst.Files {
		for _, d := range f.Decls {
			if name := NameOf(d); name != "" && has[name] && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// instead returns what to write under the pack's name.
func instead(name string, x ast.Expr, settings []string) string {
	if _, plain := x.(*ast.Ident); !plain {
		return name + " & {…}"
	}
	if len(settings) == 0 {
		return name
	}
	return name + " & {" + strings.Join(settings, ": …, ") + ": …}"
}

// errTwice reports a pack with two scopes: they would share its marks, files and stores.
func errTwice(s saying, key string) error {
	return fmt.Errorf("packs: found %s as %s and as %s, want one name for one pack", path.Base(s.path), s.key, key)
}

// errOther reports a scope with two packs.
func errOther(s saying, path string) error {
	return fmt.Errorf("packs: found %s under %s, which is %s in another layer, want another name", s.path, s.key, path)
}
