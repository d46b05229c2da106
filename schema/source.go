package schema

import (
	"path"
	"path/filepath"
	"slices"
	"sync"

	"bcrules.dev/engine/plan"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/build"
	"cuelang.org/go/cue/errors"
	"cuelang.org/go/cue/token"
)

// A Source is a rule set as it was read: a value for the author's own rules, one for each pack, and
// the positions of their parts. Each layer is a CUE package of its own. All of them hold together,
// so a contradiction between two is a fault; neither wins.
type Source struct {
	Pack   string // the pack of this scope, "" for the author's own rules
	Root   Node
	Report *Report
	Layers []Layer   // for a pack's scope, one layer with what all layers say about the pack
	Packs  []*Source // the scopes of packs; set in that of the author's own rules
	// Passing says that a registry did not supply a module, or that files can't be read: the faults
	// may disappear without a change of the rules.
	Passing bool
	// Untrusted says that the user doesn't trust some layer as it was read (Supply).
	Untrusted bool

	schema   *Schema
	scope    *scope
	origins  *origins
	ranks    map[string]int      // of the layers' own files, from 1
	packages map[string][]string // by folder: CUE's identifiers of the package in hidden names, as a layer and as an import
	declares map[string][]string // by folder: the names of values and tables that its package declares
	refers   map[plan.Pos]bool   // positions of embeddings and references
	names    map[string][]string // names at the top of a kept pack (has)
}

// A Layer is a folder of rules, or a pack, as it was read.
type Layer struct {
	Dir      string
	Files    []File            // files it was read from, except those of packs, with their content at that time
	Modules  map[string]string // third-party modules that it imports, with a hash of their content
	Instance *build.Instance   // nil if it couldn't be loaded

	sources, folders []string // to watch for changes of it
	faults           []error
	trusted          bool     // as it was read
	unlike           error    // what is wrong with its modules
	wanted           []string // modules that may not be fetched, by name and version
}

// ReadTests reads layers with their tests (Source.Tests). It doesn't evaluate what they say about
// packs, which have tests of their own.
func (s *Schema) ReadTests(layers ...string) *Source {
	src := s.read(layers, true)
	for _, scope := range src.each() {
		if scope.scope != nil && len(scope.scope.said) == 0 {
			scope.unify()
			src.Report.Join(scope.Report)
		}
	}
	return src
}

// read reads layers, with their tests if wanted. It evaluates nothing: no scope has a value yet.
func (s *Schema) read(layers []string, tests bool) *Source {
	src := &Source{Report: NewReport(), schema: s, origins: &origins{}, ranks: map[string]int{}, refers: map[plan.Pos]bool{}, packages: map[string][]string{}, declares: map[string][]string{}}
	l := loader{Schema: s, origins: src.origins, fetching: newFetching(src.origins, fetchTime), tests: tests, again: map[string]func() (*ast.File, error){}}
	defer l.fetching.close()
	for i, dir := range layers {
		layer := l.layer(dir)
		for _, err := range layer.faults {
			if layer.Instance == nil {
				src.Report.Fault(err)
			} else {
				src.cueFault(err, token.NoPos, errorContext{dir: dir})
			}
		}
		if len(layer.faults) == 0 {
			src.settle(layer.Instance, i)
		}
		if layer.unlike != nil {
			src.Report.Fault(layer.unlike)
		}
		src.Layers = append(src.Layers, layer)
		src.Untrusted = src.Untrusted || !layer.trusted
	}
	src.Passing = l.fetching.missed.Load() || l.unread
	src.Root = Node{src: src}
	if src.Report.Faults() == 0 {
		src.split(src.scopes(&l))
	}
	return src
}

// split makes a Source of each scope. The scopes only read what they share.
func (src *Source) split(all []*scope) {
	if src.Report.Faults() > 0 {
		return
	}
	src.scope = all[0]
	for _, s := range all[1:] {
		pack := *src
		pack.Pack, pack.scope, pack.Report, pack.Packs = s.pack, s, NewReport(), nil
		if len(s.said) > 0 {
			inst := s.instance()
			pack.settle(inst, 0)
			s.whole = []*build.Instance{inst} // includes the pack, also if a layer is the pack itself
		}
		pack.Layers = nil
		for _, inst := range s.whole {
			pack.Layers = append(pack.Layers, Layer{Dir: s.last, Instance: inst})
		}
		pack.Root = Node{src: &pack}
		src.Packs = append(src.Packs, &pack)
	}
}

// each returns all scopes, the author's own first.
func (src *Source) each() []*Source { return append([]*Source{src}, src.Packs...) }

// Takes returns where the last layer that takes a pack says so.
func (src *Source) Takes(pack string) plan.Pos {
	for _, of := range src.Packs {
		if of.Pack == pack && of.scope != nil {
			return of.scope.at
		}
	}
	return plan.Pos{}
}

// Schema returns the schema that has the scope's values.
func (src *Source) Schema() *Schema { return src.schema }

// Tests returns the tests of the layers, for a Source that was read with them.
func (src *Source) Tests() (all []Node) {
	for _, scope := range src.each() {
		if scope.scope != nil && len(scope.scope.said) == 0 {
			all = append(all, scope.Root.Field(TestsField))
		}
	}
	return all
}

// full returns the full name of a hook of the scope: PACK/HOOK, or its plain name in the author's
// own rules.
func (src *Source) full(hook string) string {
	if src.Pack == "" {
		return hook
	}
	return src.Pack + "/" + hook
}

// settle notes which layer the files of an instance belong to and where they refer to others. It
// gives hidden names a scope of their own, as two folders without a module file have the same
// import path.
func (src *Source) settle(inst *build.Instance, layer int) {
	for _, f := range inst.BuildFiles { // none if the scope was put together here
		if name, pack := src.origins.name(f.Filename); !pack && src.ranks[filepath.ToSlash(name)] == 0 {
			src.ranks[filepath.ToSlash(name)] = layer + 1
		}
	}
	for _, f := range inst.Files {
		ast.Walk(f, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.EmbedDecl, *ast.SelectorExpr:
				src.refers[Pos(n.Pos())] = true
			}
			return true
		}, nil)
	}
	inst.CanonicalID = inst.Dir + ":" + inst.PkgName
	src.notePackage(inst)
}

// notePackage notes CUE's identifiers of a package and of those it imports.
func (src *Source) notePackage(inst *build.Instance) {
	folder := func(file string) string {
		name, _ := src.origins.name(file)
		return path.Dir(filepath.ToSlash(name))
	}
	for _, f := range inst.BuildFiles {
		if dir := folder(f.Filename); !slices.Contains(src.packages[dir], inst.ID()) {
			src.packages[dir] = append(src.packages[dir], inst.ID())
		}
	}
	for _, f := range inst.Files {
		dir := folder(f.Filename)
		src.declares[dir] = append(src.declares[dir], declared(f.Decls)...)
	}
	for _, i := range inst.Imports {
		src.notePackage(i)
	}
}

// declared returns the top-level names of a file, and the names of its tables, predicates, choices
// and lexicons.
func declared(decls []ast.Decl) (names []string) {
	for _, d := range decls {
		f, ok := d.(*ast.Field)
		if !ok {
			continue
		}
		name, _, _ := ast.LabelName(f.Label)
		names = append(names, name)
		if of, ok := f.Value.(*ast.StructLit); ok && slices.Contains([]string{"tables", "predicates", "choices", "lexicons"}, name) {
			names = append(names, declared(of.Elts)...)
		}
	}
	return names
}

// declares reports whether the package that a node is written in declares the value or table of a
// name. The declarations of packs embedded beside it don't count.
func (n Node) declares(name string) bool {
	return slices.Contains(n.src.declares[path.Dir(n.Written().File)], name)
}

// unify makes one value of the scope's packages.
func (src *Source) unify() {
	if src.scope == nil {
		return // it has faults
	}
	var values []cue.Value
	for _, inst := range src.scope.whole {
		v := src.schema.build(inst)
		read := src.settings(v) // its faults are clearer than CUE's
		before := src.Report.Faults()
		if src.valid(v, src.scope.last); src.Report.Faults() == before {
			for _, s := range read.written {
				read.missing(s.path, s.at)
			}
			if src.Pack != "" && read.open(v) { // until one way is chosen, the pack has no hooks
				src.Report.Faultf(Place{Pos: src.scope.at}, CheckForm, "packs: found more than one way to read what is said of %s, want one", src.Pack)
			}
		}
		values = append(values, v)
	}
	if len(values) > 1 && src.Report.Faults() == 0 {
		src.defined(values)
	}
	if src.Report.Faults() > 0 {
		return
	}
	root := src.schema.ctx.CompileString("{}") // the value for no layers
	for i, v := range values {
		if i == 0 {
			root = v
			continue
		}
		root = root.Unify(v)
	}
	if len(values) > 1 {
		src.valid(root, src.scope.last)
	}
	src.Root.Value = root
}

// building is held while CUE makes values of packages. CUE writes its findings to the packages, and
// scopes share those that they import.
var building sync.Mutex

// build makes a value of a package.
func (s *Schema) build(inst *build.Instance) cue.Value {
	building.Lock()
	defer building.Unlock()
	return s.ctx.BuildInstance(inst)
}

// valid notes contradictions in a value that is read from a folder.
func (src *Source) valid(v cue.Value, dir string) {
	if err := v.Validate(); err != nil {
		src.cueFault(err, posOf(v), errorContext{dir: dir, root: v})
	}
}

// lastDir is the folder of the last layer, the position of faults without one.
func (src *Source) lastDir() string {
	if len(src.Layers) == 0 {
		return ""
	}
	return src.Layers[len(src.Layers)-1].Dir
}

// defined notes hooks for which two layers each have rules of their own: unification would merge
// the rules of both item by item.
func (src *Source) defined(layers []cue.Value) {
	first := map[string]cue.Value{}
	for _, layer := range layers {
		for name, hook := range Members(layer.LookupPath(cue.ParsePath("hooks"))) {
			rules := hook.LookupPath(cue.ParsePath("rules"))
			other, ok := first[name]
			switch {
			case !rules.Exists():
			case !ok:
				first[name] = rules
			case placeOf(rules) != placeOf(other) && !rules.Equals(other):
				src.Report.Fault(&plan.Error{Pos: placeOf(rules), Hook: name, See: placeOf(other),
					Err: errors.New("rules: found others in another layer, want one layer to have them, or another name")})
			}
		}
	}
}

// Files returns the files that a layer was read from.
func (src *Source) Files(dir string) []File { return src.layer(dir).Files }

// Modules returns the third-party modules that a layer imports, by name and version, with a hash of
// their content.
func (src *Source) Modules(dir string) map[string]string { return src.layer(dir).Modules }

// Wanted returns the modules that a layer imports but that are not kept here and may not be fetched
// (Supply).
func (src *Source) Wanted(dir string) []string { return src.layer(dir).wanted }

// layer returns the layer of a folder, an empty one if there is none.
func (src *Source) layer(dir string) Layer {
	for _, l := range src.Layers {
		if l.Dir == dir {
			return l
		}
	}
	return Layer{}
}

// watched returns the files that the layers were made of, and the folders where an additional file
// would change them.
func (src *Source) watched() (sources, folders []string) {
	for _, layer := range src.Layers {
		sources = append(sources, layer.sources...)
		folders = append(folders, layer.folders...)
	}
	slices.Sort(sources)
	slices.Sort(folders)
	return slices.Compact(sources), slices.Compact(folders)
}
