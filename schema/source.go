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

// A Source is a rule set as it was read: a value for the author's own rules, one for each
// pack, and what is known of where their parts were written. Each layer is a CUE package of
// its own; what one says holds for all, so that a contradiction is a fault and none wins.
type Source struct {
	Pack   string // whose scope it is, "" for the author's own rules
	Root   Node
	Report *Report
	Layers []Layer   // of a pack's scope one, with what all layers say of it
	Packs  []*Source // the scopes of packs, beside the author's own
	// Passing says that a registry did not give a module, or files can't be read: the faults
	// may be gone without a change of the rules.
	Passing bool
	// Untrusted says that some layer, as it was read, is none that its user trusts (Supply).
	Untrusted bool

	schema   *Schema
	scope    *scope
	origins  *origins
	ranks    map[string]int      // of the layers' own files, from 1
	packages map[string][]string // by folder: what CUE calls the package in hidden names, as a layer and as what layers import
	declares map[string][]string // by folder: the names of values and tables that its package says
	refers   map[plan.Pos]bool   // where they embed or refer to something
}

// A Layer is a folder of rules, or a pack, as it was read.
type Layer struct {
	Dir      string
	Files    []File            // that it was read from, packs left out, as they were then
	Modules  map[string]string // of others that it imports, with a hash of their content
	Instance *build.Instance   // nil if it could not be loaded

	sources, folders []string // that it must be watched for
	faults           []error
	trusted          bool     // as it was read
	unlike           error    // what is wrong with its modules
	wanted           []string // those that may not be fetched, by name and version
}

// ReadTests reads layers with their tests (Source.Tests). What they say of packs is not
// looked into: these have tests of their own.
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

// read reads layers, with their tests if wanted, and looks into none: no scope has a value
// yet.
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

// split makes a Source of each scope. What all share they only read.
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
			s.whole = []*build.Instance{inst} // which has the pack, too, where a layer is it
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

// Tests returns what the layers of a Source that was read with its tests have of these.
func (src *Source) Tests() (all []Node) {
	for _, scope := range src.each() {
		if scope.scope != nil && len(scope.scope.said) == 0 {
			all = append(all, scope.Root.Field(TestsField))
		}
	}
	return all
}

// full returns what a hook of the scope is called: PACK/HOOK, or as it is in the author's
// own rules.
func (src *Source) full(hook string) string {
	if src.Pack == "" {
		return hook
	}
	return src.Pack + "/" + hook
}

// settle notes whose a layer's files are and where they refer to others. It gives hidden
// names a scope of their own: two folders without a module file have one import path.
func (src *Source) settle(inst *build.Instance, layer int) {
	for _, f := range inst.BuildFiles { // of a scope that was put together there are none
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

// notePackage notes what CUE calls a package, and those it imports.
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

// declared returns the names at the top of a file, and those of its tables and of what else
// expressions name.
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

// declares reports whether the package that a node is written in gives the value or the table
// of a name. Those of packs that are embedded beside it are not meant there.
func (n Node) declares(name string) bool {
	return slices.Contains(n.src.declares[path.Dir(n.Written().File)], name)
}

// unify makes one value of what the scope is of.
func (src *Source) unify() {
	if src.scope == nil {
		return // it has faults
	}
	var values []cue.Value
	for _, inst := range src.scope.whole {
		v := src.schema.build(inst)
		read := src.settings(v) // which says it better than CUE does, where that says it
		before := src.Report.Faults()
		if src.valid(v, src.scope.last); src.Report.Faults() == before {
			read.complete()
			if src.Pack != "" && read.open(v) { // it has no hooks until it is one
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
	root := src.schema.ctx.CompileString("{}") // of no layers
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

// building is held while CUE makes values of packages: it notes in them what it found, and
// scopes share what they import.
var building sync.Mutex

// build makes a value of a package.
func (s *Schema) build(inst *build.Instance) cue.Value {
	building.Lock()
	defer building.Unlock()
	return s.ctx.BuildInstance(inst)
}

// valid notes what contradicts itself in a value that is read from a folder.
func (src *Source) valid(v cue.Value, dir string) cue.Value {
	if err := v.Validate(); err != nil {
		src.cueFault(err, posOf(v), errorContext{dir: dir, root: v})
	}
	return v
}

// lastDir is the folder of the last layer, where a fault is placed that has no other place.
func (src *Source) lastDir() string {
	if len(src.Layers) == 0 {
		return ""
	}
	return src.Layers[len(src.Layers)-1].Dir
}

// defined notes hooks that two layers have rules for, each its own: unified, the
// rules of both would run into one another.
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

// Files returns what a layer was read from.
func (src *Source) Files(dir string) []File { return src.layer(dir).Files }

// Modules returns the modules of others that a layer imports, by name and version, with a
// hash of their content.
func (src *Source) Modules(dir string) map[string]string { return src.layer(dir).Modules }

// Wanted returns those that it imports which are not kept here and may not be fetched (Supply).
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

// watched returns the files that the layers were made of, and the folders where a file
// more would change them.
func (src *Source) watched() (sources, folders []string) {
	for _, layer := range src.Layers {
		sources = append(sources, layer.sources...)
		folders = append(folders, layer.folders...)
	}
	slices.Sort(sources)
	slices.Sort(folders)
	return slices.Compact(sources), slices.Compact(folders)
}
