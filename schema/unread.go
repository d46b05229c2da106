package schema

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/build"
	"cuelang.org/go/cue/literal"
	"cuelang.org/go/cue/token"
)

// A settingReader checks that a pack has the fields that layers set, at any depth. CUE doesn't:
// a pack is open, as are the structs in it.
type settingReader struct {
	*Source
	files    map[string]bool // of the pack
	whole    cue.Value
	bare     cue.Value // the pack alone, evaluated on demand
	written  []writtenStruct
	reported map[token.Pos]bool // positions of names already reported
	present  map[string]bool    // paths of fields known to exist, as layers often set several below one
}

// writtenStruct is a struct that a layer writes at a path.
type writtenStruct struct {
	path []string
	at   token.Pos
}

// settings notes settings that the pack of a scope lacks. whole is the pack with what layers say
// about it, which may have faults.
func (src *Source) settings(whole cue.Value) *settingReader {
	r := &settingReader{Source: src, whole: whole, files: map[string]bool{}, reported: map[token.Pos]bool{}, present: map[string]bool{}}
	for _, says := range src.scope.said {
		r.filesOf(says.pack)
	}
	for _, says := range src.scope.said {
		for i, x := range says.exprs {
			r.structs(nil, x, says.in[i])
		}
	}
	return r
}

// filesOf records the files of a pack, and of the packages that it imports.
func (r *settingReader) filesOf(pack *build.Instance) {
	for _, f := range pack.Files {
		r.files[f.Filename] = true
	}
	for _, i := range pack.Imports {
		r.filesOf(i)
	}
}

// open reports whether CUE can't decide what the pack is: it is one of several structs, or its
// hooks depend on a setting that is one of several values.
func (r *settingReader) open(v cue.Value) bool {
	if _, err := v.Fields(); err != nil {
		return true
	}
	hooks := cue.ParsePath("hooks")
	if len(r.scope.said) == 0 || v.LookupPath(hooks).Exists() {
		return false
	}
	return r.packAlone().LookupPath(hooks).Exists()
}

// packAlone returns the pack without what layers say about it, which costs another evaluation.
func (r *settingReader) packAlone() cue.Value {
	if !r.bare.Exists() {
		r.bare = r.schema.build(r.scope.said[0].pack)
	}
	return r.bare
}

// structs visits the structs of an expression that a file gives to a path.
func (r *settingReader) structs(path []string, x ast.Expr, in *ast.File) {
	switch x := x.(type) {
	case nil, *ast.BasicLit:
	case *ast.ParenExpr:
		r.structs(path, x.X, in)
	case *ast.BinaryExpr:
		if x.Op != token.AND {
			r.computed(path)
			return
		}
		r.structs(path, x.X, in)
		r.structs(path, x.Y, in)
	case *ast.StructLit:
		for _, d := range x.Elts {
			r.declaration(path, d, in)
		}
	case *ast.ListLit:
		for i, item := range x.Elts {
			r.structs(append(slices.Clone(path), strconv.Itoa(i)), item, in)
		}
	case *ast.Ellipsis:
		r.structs(path, x.Type, in)
	case *ast.Comprehension: // of a list
		r.computed(path[:len(path)-1])
	default:
		if id, ok := x.(*ast.Ident); !ok || findImport(in, id.Name) == nil {
			r.computed(path)
		}
	}
}

// declaration visits a declaration at a path.
func (r *settingReader) declaration(path []string, d ast.Decl, in *ast.File) {
	switch d := d.(type) {
	case *ast.EmbedDecl:
		r.structs(path, d.Expr, in)
	case *ast.Comprehension:
		r.computed(path)
	case *ast.Field:
		name, _, err := ast.LabelName(d.Label)
		if err != nil { // the name is computed, or a pattern
			r.pattern(path, d)
			return
		}
		at := append(slices.Clone(path), name)
		if r.refused(at, d.Pos()) {
			return
		}
		r.structs(at, d.Value, in)
		if _, ok := d.Value.(*ast.StructLit); ok {
			r.written = append(r.written, writtenStruct{at, d.Pos()})
		}
	}
}

// pattern checks a pattern for the names at a path. A pattern that matches no name has no effect:
// it is probably a misspelt name in brackets.
func (r *settingReader) pattern(path []string, d *ast.Field) {
	if list, ok := d.Label.(*ast.ListLit); ok && len(list.Elts) == 1 {
		if lit, ok := list.Elts[0].(*ast.BasicLit); ok && lit.Kind == token.STRING {
			name, err := literal.Unquote(lit.Value)
			if err == nil && r.refused(append(slices.Clone(path), name), d.Pos()) {
				return
			}
		}
	}
	if _, some := d.Label.(*ast.ListLit); some && !r.fits(path, d) {
		at := Place{Pos: Pos(d.Pos()), Hook: r.hookAt(path)}
		r.Report.Faultf(at, CheckName, "found a pattern that no name of %s fits, want one that does", cmp.Or(strings.Join(path, "."), "the pack"))
	}
	r.computed(path)
}

// fits reports whether a pattern produced a field at a path.
func (r *settingReader) fits(path []string, d *ast.Field) bool {
	v, _ := lookup(r.whole, path)
	for _, v := range below(v) {
		for _, s := range sources(v) {
			at := s.Pos()
			if at.Filename() == d.Pos().Filename() && d.Pos().Offset() <= at.Offset() && at.Offset() < d.End().Offset() {
				return true
			}
		}
	}
	return false
}

// computed checks the fields at a path that aren't written under their names: those that
// comprehensions, patterns and references produce.
func (r *settingReader) computed(path []string) {
	v, _ := lookup(r.whole, path)
	for name, v := range below(v) {
		at := append(slices.Clone(path), name)
		if slices.ContainsFunc(sources(v), r.others) && !r.refused(at, posOf(v)) {
			r.computed(at)
		}
	}
}

// below yields the fields of a struct by name, or the items of a list by index.
func below(v cue.Value) iter.Seq2[string, cue.Value] {
	items, err := v.List()
	if err != nil {
		return Members(v)
	}
	return func(yield func(string, cue.Value) bool) {
		for i := 0; items.Next() && yield(strconv.Itoa(i), items.Value()); i++ {
		}
	}
}

// sources returns a value and the values that it was unified from.
func sources(v cue.Value) []cue.Value { return append(parts(v), v) }

// refused notes that the pack lacks the name at the end of a path, once per position.
func (r *settingReader) refused(path []string, at token.Pos) bool {
	if key := strings.Join(path, "\x00"); !r.reported[at] {
		if r.present[key] {
			return false
		}
		known, ok := r.unknown(path)
		if !ok {
			r.present[key] = true
			return false
		}
		r.reported[at] = true
		above, name := path[:len(path)-1], path[len(path)-1]
		var err error = Unknown(r.kind(above), name, known)
		if whole, _ := has(r.packAlone(), nil); len(path) == 2 && path[0] == "settings" && whole.LookupPath(cue.MakePath(cue.Str(name))).Exists() {
			err = fmt.Errorf("found %[1]s in settings, which are those of a file, want it beside them: %[1]s: …", name)
		}
		r.Report.Faultf(Place{Pos: Pos(at), Hook: r.hookAt(above)}, CheckName, "%w", err)
	}
	return true
}

// kind returns the noun for a name below a path.
func (r *settingReader) kind(path []string) string {
	if len(path) == 1 && path[0] == "hooks" {
		return "hook"
	}
	return "setting"
}

// forms are the definitions of top-level fields: of log itself, and of the entries of the others.
var forms = map[string]string{"hooks": "#Hook", "settings": "#Settings", "marks": "#Marks", "tables": "#Table", "stores": "#Store", "log": "#Log",
	"predicates": "#Predicate", "choices": "#Choice", "lexicons": "#Lexicon"}

// closedForms are the fields to which layers can't add entries of their own.
var closedForms = []string{"hooks", "predicates", "choices", "lexicons"}

// unknown reports whether the pack neither has a field at a path nor allows one, and returns the
// names that it has there. If the pack wrote part of the value, it has the field; otherwise the
// pack is evaluated alone, which is slow.
func (r *settingReader) unknown(path []string) (known []string, ok bool) {
	form, depth := forms[path[0]], 3
	if path[0] == "log" {
		depth = 2
	}
	if own := slices.Contains(ownFields, path[0]); own && (len(path) == 1 || form == "" || len(path) > depth && isIndex(path[depth])) {
		return nil, false // the schema says what is allowed there
	}
	if form != "" && len(path) == depth {
		known = fieldNames(r.schema.Def(form))
		return known, !slices.Contains(known, path[depth-1])
	}
	v, _ := lookup(r.whole, path)
	if slices.ContainsFunc(sources(v), r.packs) {
		return nil, false
	}
	above, there := has(r.packAlone(), path[:len(path)-1])
	for name := range Members(above) {
		known = append(known, name)
	}
	if len(path) == 2 && slices.Contains(closedForms, path[0]) { // even if a pattern allows it
		return known, !slices.Contains(known, path[1])
	}
	if v, ok := has(r.bare, path); ok && (v.Err() == nil || v.IncompleteKind() != cue.BottomKind) {
		return nil, false
	}
	return known, !there || above.IncompleteKind() == cue.StructKind // other kinds are reported elsewhere
}

// isIndex reports whether an element of a path is a list index.
func isIndex(name string) bool { _, err := strconv.Atoi(name); return err == nil }

// has is like lookup, but takes a list index for any item that the list may have.
func has(v cue.Value, path []string) (cue.Value, bool) {
	for _, name := range path {
		of := cue.Value{}
		if isIndex(name) {
			_, ways := v.Expr() // for a disjunction, the alternative that isn't the default
			for _, way := range ways {
				of = cmp.Or(of, firstOf(way, []cue.Selector{cue.AnyIndex}))
			}
		}
		if !of.Exists() {
			of, _ = lookup(v, []string{name})
		}
		if v = of; !v.Exists() {
			break
		}
	}
	return v, v.Exists()
}

// packs reports whether the pack wrote a value; others reports whether somebody else did.
func (r *settingReader) packs(v cue.Value) bool  { return own(v.Pos()) && r.files[v.Pos().Filename()] }
func (r *settingReader) others(v cue.Value) bool { return own(v.Pos()) && !r.files[v.Pos().Filename()] }

// missing notes required fields at a path that nothing sets.
func (r *settingReader) missing(path []string, at token.Pos) {
	v, ok := lookup(r.whole, path)
	if !ok || v.IncompleteKind() != cue.StructKind {
		return
	}
	for _, name := range requiredNames(v) {
		r.Report.Faultf(Place{Pos: Pos(at)}, CheckForm, "%s is missing, want it here", name)
	}
}
