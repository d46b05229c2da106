package schema

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
	"bcrules.dev/rules"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/build"
	"cuelang.org/go/cue/load"
	"cuelang.org/go/cue/parser"
)

// ModuleFile replaces cue.mod/module.cue in a rule folder that has none.
const ModuleFile = `module: "` + LocalModule + `"
language: version: "v0.17.0"
`

// LocalModule is the import path of packages below a rule folder that has no module file.
const LocalModule = "bcrules.local/rules"

// DefaultPackage is the package of a new rule folder.
const DefaultPackage = "rules"

// A loader reads layers. CUE's registry supplies the modules that they depend on; the overlay
// supplies the packs that ship with the binary.
type loader struct {
	*Schema
	origins  *origins
	fetching *fetching
	tests    bool                                 // read the layers' tests, too
	unread   bool                                 // some of the layers' files can't be read
	again    map[string]func() (*ast.File, error) // parses an author's file again, by name
	mu       sync.Mutex                           // guards again: CUE reads files concurrently
}

// parse parses a file and remembers how, so that fresh can do it again.
func (l *loader) parse(name string, src any, cfg parser.Config) (*ast.File, error) {
	again := func() (*ast.File, error) { return parser.ParseFile(name, src, cfg) }
	l.mu.Lock()
	l.again[name] = again
	l.mu.Unlock()
	return again()
}

// fresh parses a loaded file again.
func (l *loader) fresh(f *ast.File) (*ast.File, error) { return l.again[f.Filename]() }

// A workspace is a layer as CUE sees it.
type workspace struct {
	root    string // folder that the package is loaded from
	module  string // root of its module
	arg     string // the package, as seen from root
	overlay map[string]load.Source
	read    []File // overlaid files, as read
}

// layer reads the CUE package in a folder; for a pack of the binary, dir is rules.Path/NAME.
func (l *loader) layer(dir string) Layer {
	supply := l.supply(dir)
	layer := Layer{Dir: dir, trusted: supply.Trusted}
	w, err := l.workspace(dir, supply)
	if err == nil {
		from := l.fetching.registry(supply)
		layer.Instance, layer.faults = l.load(w, from)
		layer.wanted = from.wanted
	} else {
		layer.faults, l.unread = []error{err}, l.unread || !files.Absent(err)
	}
	layer.sources, layer.folders = l.watched(dir, layer.Instance)
	if w != nil {
		for _, f := range w.read {
			layer.sources = append(layer.sources, f.Path)
		}
	}
	if len(layer.faults) == 0 {
		layer.Files = append(w.read, l.texts(layer.Instance)...)
		layer.Modules = l.sums(layer.Instance)
		for name, sum := range layer.Modules {
			layer.trusted = layer.trusted && (supply.Files == nil || supply.Modules[name] == sum)
		}
		if supply.Check != nil {
			layer.unlike = supply.Check(layer.Modules)
		}
	}
	return layer
}

// supply returns the supply of a layer. A layer that is read with tests, or with supposed files not
// derived from trusted ones, is read from disk and isn't trusted. Modules that trusted files import
// may be fetched.
func (l *loader) supply(dir string) (s Supply) {
	if strings.HasPrefix(dir, rules.Path+"/") {
		return Supply{Trusted: true}
	}
	if l.Supply != nil {
		s = l.Supply(dir)
	}
	if s.Files == nil {
		return s
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return Supply{}
	}
	if all, ok := s.amended(l.supposing(abs)); ok && !l.tests {
		s.Files, s.Fetch = all, func(string) bool { return true }
		return s
	}
	return Supply{Fetch: s.Fetch}
}

// workspace locates a layer and overlays the files that must not be read from disk.
func (l *loader) workspace(dir string, s Supply) (*workspace, error) {
	w := &workspace{arg: ".", overlay: map[string]load.Source{}}
	if name, ok := strings.CutPrefix(dir, rules.Path+"/"); ok {
		w.root, w.arg = virtualRoot(), "./"+name
		if err := l.overlay(w.overlay, w.root); err != nil {
			return nil, err
		}
		l.origins.add(w.root, rules.Path)
	} else if s.Files != nil {
		l.lay(w, dir, s)
	} else {
		abs, err := filepath.Abs(cmp.Or(s.From, dir))
		if err != nil {
			return nil, err
		}
		supposed := l.supposing(abs)
		for _, f := range supposed {
			w.overlay[f.Path] = load.FromBytes(f.Data)
		}
		info, err := os.Stat(abs)
		switch {
		case err != nil && !(len(supposed) > 0 && files.Absent(err)):
			return nil, err
		case err == nil && !info.IsDir():
			return nil, fmt.Errorf("%s: found a file, want a folder of rule files", dir)
		}
		w.root = abs
		switch is, err := HasModule(abs); {
		case err != nil:
			return nil, err
		case is:
			w.module = abs
			if err := w.moduleFiles(); err != nil {
				return nil, err
			}
		}
	}
	if w.module == "" {
		w.module = w.root
		w.overlay[filepath.Join(w.module, "cue.mod", "module.cue")] = load.FromString(ModuleFile)
	}
	return w, nil
}

// load loads the package of a workspace, with the packs of the binary and this schema overlaid.
// Without an instance, the faults are about files; otherwise they are CUE's.
func (l *loader) load(w *workspace, from *registry) (*build.Instance, []error) {
	shipped := filepath.Join(w.module, "cue.mod", "pkg")
	packs := filepath.Join(shipped, filepath.FromSlash(rules.Path))
	if err := l.overlay(w.overlay, packs); err != nil {
		return nil, []error{err}
	}
	faults, passing := surveyed(w)
	if l.unread = l.unread || passing; len(faults) > 0 {
		return nil, faults
	}
	l.origins.add(packs, rules.Path)
	ours := filepath.Join(shipped, filepath.FromSlash(Path))
	l.origins.add(ours, Path) // packs import it, so its files aren't the project's
	own := filepath.Join(ours, "schema.cue")
	w.overlay[own] = load.FromString(Text())
	relies := reliance{faults: map[plan.Pos]error{}}
	inst := load.Instances([]string{w.arg}, &load.Config{Dir: w.root, ModuleRoot: w.module, Overlay: w.overlay,
		Registry: from, Tests: l.tests,
		ParseFile: func(file string, src any, cfg parser.Config) (*ast.File, error) {
			if file == own {
				return parser.ParseFile(Path, src, cfg)
			}
			name, pack := l.origins.name(file)
			if w.overlay[file] == nil && ofProgram(w, file) {
				return nil, fmt.Errorf("%s: found a file in the place of a pack of this program, or of its schema; want none", file)
			}
			f, err := l.parse(name, src, cfg)
			if err == nil && !pack {
				relies.read(f)
			}
			return f, err
		}})[0]
	if faults := slices.SortedFunc(maps.Values(relies.faults), func(a, b error) int { return strings.Compare(a.Error(), b.Error()) }); len(faults) > 0 {
		return nil, faults
	}
	if errs := l.unpackaged(w.root, inst); len(errs) > 0 {
		return nil, errs
	}
	if inst.Err != nil {
		return inst, []error{inst.Err}
	}
	foreignTests(inst, true)
	return inst, nil
}

// ofProgram reports whether a file lies where CUE looks for packages of this program. CUE would add
// it to such a package without anybody seeing it.
func ofProgram(w *workspace, file string) bool {
	return slices.ContainsFunc(vendored, func(of string) bool {
		return strings.HasPrefix(file, filepath.Join(w.module, "cue.mod", of, "bcrules.dev")+string(filepath.Separator))
	})
}

// Copied reports whether a file lies where page.Module copies packages of this program for other
// tools. Such a copy is never read, as the program's own text is overlaid; a copy of a package that
// the program lacks is a fault.
func Copied(module, file string) bool {
	ours := filepath.Join(module, "cue.mod", "pkg", "bcrules.dev") + string(filepath.Separator)
	return strings.HasPrefix(file, ours) && filepath.Base(file) == filepath.Base(filepath.Dir(file))+".cue"
}

// vendored are the folders of cue.mod in which a module keeps and extends other modules' packages
// (https://cuelang.org/docs/reference/modules/).
var vendored = []string{"pkg", "gen", "usr"}

// Vendored returns the folders of a module that may hold files of an imported package.
func Vendored(module, path string) (all []string) {
	for _, of := range vendored {
		all = append(all, filepath.Join(module, "cue.mod", of, filepath.FromSlash(path)))
	}
	return all
}

// unpackaged returns faults for files without a package clause, which CUE ignores, and for a folder
// without rule files.
func (l *loader) unpackaged(dir string, inst *build.Instance) []error {
	entries, err := os.ReadDir(dir)
	if files.Absent(err) {
		return nil // a pack of the binary
	}
	if err != nil {
		return []error{err}
	}
	var errs []error
	rules := len(l.supposing(dir)) > 0
	for _, e := range entries {
		name := e.Name()
		if plan.IsRuleFile(name) {
			rules = true
		} else if !l.tests || !OfTests(name) {
			continue
		}
		file := filepath.Join(dir, name)
		data, err := ReadSource(file)
		if err != nil {
			continue // the survey reports it
		}
		if f, err := parser.ParseFile(file, data, parser.PackageClauseOnly); err == nil && f.PackageName() == "" {
			errs = append(errs, NoPackage(file, inst.PkgName))
		}
	}
	if inst.Err != nil && !rules {
		errs = append(errs, &plan.Error{Pos: plan.Pos{File: filepath.ToSlash(dir)}, Err: errors.New("found no rule file, want one whose name ends in .cue")})
	}
	return errs
}

// NoPackage returns the fault of a file without a package clause; name is the package of its
// folder.
func NoPackage(file, name string) error {
	return &plan.Error{Pos: plan.Pos{File: filepath.ToSlash(file), Line: 1, Col: 1},
		Err: fmt.Errorf("found no package clause, want package %s before all else", cmp.Or(name, DefaultPackage))}
}

// overlay adds the packs to an overlay, below a folder.
func (l *loader) overlay(to map[string]load.Source, dir string) error {
	return fs.WalkDir(l.Packs, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".cue" || OfTests(name) && !l.tests {
			return err
		}
		data, err := fs.ReadFile(l.Packs, name)
		to[filepath.Join(dir, filepath.FromSlash(name))] = load.FromBytes(data)
		return err
	})
}

// virtualRoot returns a folder that exists only in the overlay.
func virtualRoot() string {
	abs, err := filepath.Abs(string(filepath.Separator) + filepath.FromSlash(rules.Path))
	if err != nil {
		return string(filepath.Separator)
	}
	return abs
}

// HasModule reports whether a rule folder has a cue.mod. One in a parent folder doesn't count: it
// may belong to someone else, and CUE would add that module's files of the same package name to the
// rules. It fails if the file system can't tell.
func HasModule(dir string) (bool, error) {
	is, _, err := files.Folder(filepath.Join(dir, "cue.mod"))
	return is, err
}
