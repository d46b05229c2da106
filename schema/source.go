package schema

import (
	"path"
	"path/filepath"
	"slices"

	"bcrules.dev/engine/plan"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/build"
	"cuelang.org/go/cue/errors"
	"cuelang.org/go/cue/token"
)

// A Source is a rule set as it was read: one value, that all layers make together, and
// what is known of where its parts were written. Each layer is a CUE package of its
// own; what one says holds for all, so that a contradiction is a fault and none wins.
type Source struct {
	Root   Node
	Report *Report
	Layers []Layer
	// Passing says that a registry did not give a module: the faults may be gone
	// without a change of the rules.
	Passing bool

	schema   *Schema
	origins  origins
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
}

// Read reads layers, with their tests if wanted. The Source has a root only if there
// are no faults.
func (s *Schema) Read(layers []string, tests bool) *Source {
	src := &Source{Report: NewReport(), schema: s, ranks: map[string]int{}, refers: map[plan.Pos]bool{}, packages: map[string][]string{}, declares: map[string][]string{}}
	l := loader{Schema: s, origins: &src.origins, registry: newRegistry(&src.origins, fetchTime), tests: tests}
	defer l.registry.close()
	names := apart{called: map[hookOf]string{}, taken: map[string]bool{}}
	for i, dir := range layers {
		layer := l.layer(dir)
		for _, err := range layer.faults {
			if layer.Instance == nil {
				src.Report.Fault(err)
			} else {
				src.cueFault(err, token.NoPos, about{dir: dir})
			}
		}
		if len(layer.faults) == 0 {
			names.settle(layer.Instance)
			src.settle(layer.Instance, i)
		}
		if s.Modules != nil {
			if err := s.Modules(dir, layer.Modules); err != nil {
				src.Report.Fault(err)
			}
		}
		src.Layers = append(src.Layers, layer)
	}
	src.Passing = l.registry.missed.Load()
	src.Root = Node{src: src}
	if src.Report.Faults() == 0 {
		src.unify()
	}
	return src
}

// settle notes whose a layer's files are and where they refer to others. It gives hidden
// names a scope of their own: two folders without a module file have one import path.
func (src *Source) settle(inst *build.Instance, layer int) {
	for _, f := range inst.BuildFiles {
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
	src.called(inst)
}

// called notes what CUE calls a package, and those it imports.
func (src *Source) called(inst *build.Instance) {
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
		src.called(i)
	}
}

// declared returns the names at the top of a file, and those of its tables.
func declared(decls []ast.Decl) (names []string) {
	for _, d := range decls {
		f, ok := d.(*ast.Field)
		if !ok {
			continue
		}
		name, _, _ := ast.LabelName(f.Label)
		names = append(names, name)
		if of, ok := f.Value.(*ast.StructLit); ok && name == "tables" {
			names = append(names, declared(of.Elts)...)
		}
	}
	return names
}

// says reports whether the package that a node is written in gives the value or the table
// of a name. Those of packs that are embedded beside it are not meant there.
func (n Node) says(name string) bool {
	return slices.Contains(n.src.declares[path.Dir(n.Written().File)], name)
}

// unify makes one value of the layers.
func (src *Source) unify() {
	var values []cue.Value
	for _, layer := range src.Layers {
		values = append(values, src.valid(src.schema.ctx.BuildInstance(layer.Instance), layer.Dir))
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
		src.valid(root, src.lastDir())
	}
	src.Root.Value = root
}

// valid notes what contradicts itself in a value that is read from a folder.
func (src *Source) valid(v cue.Value, dir string) cue.Value {
	if err := v.Validate(); err != nil {
		src.cueFault(err, posOf(v), about{dir: dir, root: v})
	}
	return v
}

// lastDir is the folder of the last layer, where a fault is placed that has no other place.
func (src *Source) lastDir() string { return src.Layers[len(src.Layers)-1].Dir }

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
