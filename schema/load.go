package schema

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
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

// ModuleFile stands in for cue.mod/module.cue where a rule folder has none.
const ModuleFile = `module: "` + LocalModule + `"
language: version: "v0.17.0"
`

// LocalModule is the path that packages below a rule folder are imported from
// where it has no module file.
const LocalModule = "bcrules.local/rules"

// DefaultPackage is the package of the files of a new rule folder.
const DefaultPackage = "rules"

// A loader reads layers. Modules that they depend on come from CUE's registry, and
// only those: what is shipped with the binary is laid over.
type loader struct {
	*Schema
	origins *origins
	asking  *asking
	tests   bool                                 // with the layers' tests
	unread  bool                                 // files of them can't be read
	again   map[string]func() (*ast.File, error) // parses a file of the author's own once more, by the name it has
	mu      sync.Mutex                           // held for that: CUE reads several at once
}

// parse parses a file, and notes how, so that it can be done again.
func (l *loader) parse(name string, src any, cfg parser.Config) (*ast.File, error) {
	again := func() (*ast.File, error) { return parser.ParseFile(name, src, cfg) }
	l.mu.Lock()
	l.again[name] = again
	l.mu.Unlock()
	return again()
}

// fresh parses a file that was loaded once more.
func (l *loader) fresh(f *ast.File) (*ast.File, error) { return l.again[f.Filename]() }

// A workspace is what CUE is shown of a layer.
type workspace struct {
	root    string // folder that the package is loaded from
	module  string // root of its module
	arg     string // the package, as seen from root
	overlay map[string]load.Source
	read    []File // of the files laid over
}

// layer reads the CUE package in a folder; for a pack of the binary, dir is
// rules.Path/NAME.
func (l *loader) layer(dir string) Layer {
	supply := l.supply(dir)
	layer := Layer{Dir: dir, trusted: supply.Trusted}
	w, err := l.workspace(dir, supply)
	if err == nil {
		from := l.asking.of(supply)
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

// supply is that of a layer. What is read with tests, or with files that are no part of what is
// trusted, is read from the disk, and is not trusted. Modules that trusted files import may be
// fetched.
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

// workspace finds out where a layer lies, and lays over what the disk must not change.
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

// load loads the package of a workspace, with the packs of the binary and this schema
// in their places. Without an instance the faults are of the files, else they are CUE's.
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
	l.origins.add(ours, Path) // what packs import of it is no file of the project
	text, err := Text()
	if err != nil {
		return nil, []error{err}
	}
	own := filepath.Join(ours, "schema.cue")
	w.overlay[own] = load.FromString(text)
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
	if faults := relies.all(); len(faults) > 0 {
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

// ofProgram reports whether a file lies where CUE looks for packages of this program, be it in the
// place of one or beside it: what is there would be part of them, and nobody is shown it.
func ofProgram(w *workspace, file string) bool {
	for _, of := range vendored {
		if strings.HasPrefix(file, filepath.Join(w.module, "cue.mod", of, "bcrules.dev")+string(filepath.Separator)) {
			return true
		}
	}
	return false
}

// Copied reports whether a file of a module is where page.Module copies a package of this program to, for
// other tools: what stands there is never read, as the program's own text lies over it, and a package
// that it hasn't is a fault.
func Copied(module, file string) bool {
	ours := filepath.Join(module, "cue.mod", "pkg", "bcrules.dev") + string(filepath.Separator)
	return strings.HasPrefix(file, ours) && filepath.Base(file) == filepath.Base(filepath.Dir(file))+".cue"
}

// vendored are the folders of cue.mod in which a module keeps packages of others, and adds to them
// (https://cuelang.org/docs/reference/modules/).
var vendored = []string{"pkg", "gen", "usr"}

// Vendored returns the folders below a module in which files of an imported package may lie.
func Vendored(module, path string) (all []string) {
	for _, of := range vendored {
		all = append(all, filepath.Join(module, "cue.mod", of, filepath.FromSlash(path)))
	}
	return all
}

// unpackaged notes files that CUE would pass over in silence, as they name no
// package, and that there are none.
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
			continue // which the survey tells
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

// NoPackage says that a file names no package, where its folder has one of a name.
func NoPackage(file, name string) error {
	return &plan.Error{Pos: plan.Pos{File: filepath.ToSlash(file), Line: 1, Col: 1},
		Err: fmt.Errorf("found no package clause, want package %s before all else", cmp.Or(name, DefaultPackage))}
}

// overlay lays the packs under a folder.
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

// virtualRoot is a folder that exists in the overlay only.
func virtualRoot() string {
	abs, err := filepath.Abs(string(filepath.Separator) + filepath.FromSlash(rules.Path))
	if err != nil {
		return string(filepath.Separator)
	}
	return abs
}

// HasModule reports whether a rule folder has a cue.mod. One above doesn't count: what lies there may
// be others', and CUE would take files of theirs that have the name of the package for part of the
// rules. It fails if there is no telling.
func HasModule(dir string) (bool, error) {
	is, _, err := files.Folder(filepath.Join(dir, "cue.mod"))
	return is, err
}
