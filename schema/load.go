package schema

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/rules"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/build"
	"cuelang.org/go/cue/load"
	"cuelang.org/go/cue/token"
)

// moduleFile stands in for cue.mod/module.cue where a rule folder has none.
const moduleFile = `module: "bcrules.local/rules"
language: version: "v0.17.0"
`

// load reads the CUE package in a folder; for a pack of the binary, dir is
// rules.Path/NAME.
func (s *Schema) load(dir string) (*build.Instance, []error) {
	root, arg := dir, "."
	overlay := map[string]load.Source{}
	if name, ok := strings.CutPrefix(dir, rules.Path+"/"); ok {
		root, arg = virtualRoot(), "./"+name
		if err := s.overlay(overlay, root); err != nil {
			return nil, []error{err}
		}
	} else {
		abs, err := filepath.Abs(dir)
		if err != nil {
			return nil, []error{err}
		}
		if info, err := os.Stat(abs); err != nil {
			return nil, []error{err}
		} else if !info.IsDir() {
			return nil, []error{fmt.Errorf("%s: found a file, want a folder of rule files", dir)}
		}
		root = abs
	}
	module := moduleRoot(root)
	if module == "" {
		module = root
		overlay[filepath.Join(module, "cue.mod", "module.cue")] = load.FromString(moduleFile)
	}
	if err := s.overlay(overlay, filepath.Join(module, "cue.mod", "pkg", filepath.FromSlash(rules.Path))); err != nil {
		return nil, []error{err}
	}
	if faults := irregular(root, module); len(faults) > 0 {
		return nil, faults
	}
	inst := load.Instances([]string{arg}, &load.Config{Dir: root, ModuleRoot: module, Overlay: overlay,
		Env: append(os.Environ(), "CUE_REGISTRY=none")})[0] // nothing is fetched
	if inst.Err != nil {
		return inst, []error{inst.Err}
	}
	return inst, nil
}

// irregular returns a fault for each rule file, from a folder up to its module's
// root, that is a pipe or a device: to read it would be to wait, or never to end.
func irregular(dir, module string) (faults []error) {
	for {
		names, _ := filepath.Glob(filepath.Join(dir, "*.cue"))
		if dir == module {
			names = append(names, filepath.Join(dir, "cue.mod", "module.cue"))
		}
		for _, name := range names {
			if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
				faults = append(faults, &engine.Error{Pos: engine.Pos{File: filepath.ToSlash(name)}, Err: errors.New("found no regular file, want one")})
			}
		}
		if up := filepath.Dir(dir); dir != module && up != dir {
			dir = up
			continue
		}
		return faults
	}
}

// overlay lays the packs under a folder.
func (s *Schema) overlay(to map[string]load.Source, dir string) error {
	return fs.WalkDir(s.packs, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".cue" {
			return err
		}
		data, err := fs.ReadFile(s.packs, name)
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

// moduleRoot returns the nearest folder from dir upwards that has a cue.mod.
func moduleRoot(dir string) string {
	for {
		if info, err := os.Stat(filepath.Join(dir, "cue.mod")); err == nil && info.IsDir() {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}

// watched returns the files a plan depends on, and the folders where a file more
// would belong to it: those of all files, and, as CUE has it, those above up to
// the module's root. A pack of the binary depends on none.
func (s *Schema) watched(dir string, inst *build.Instance) (sources, folders []string) {
	if strings.HasPrefix(dir, rules.Path+"/") {
		return nil, nil
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, nil
	}
	folders = []string{abs}
	if inst != nil {
		sources = ruleFiles(inst)
	}
	if root := moduleRoot(abs); root != "" {
		sources = append(sources, filepath.Join(root, "cue.mod", "module.cue"))
		for up := abs; up != root; {
			up = filepath.Dir(up)
			folders = append(folders, up)
		}
	}
	for _, f := range sources {
		folders = append(folders, filepath.Dir(f))
	}
	if own, err := filepath.Glob(filepath.Join(abs, "*.cue")); err == nil {
		sources = append(sources, own...) // those that can't be loaded are in none
	}
	slices.Sort(sources)
	slices.Sort(folders)
	return slices.Compact(sources), slices.Compact(folders)
}

// ruleFiles returns the files of an instance and of what it imports, absolute;
// not those of packs, which come with the binary.
func ruleFiles(inst *build.Instance) []string {
	var names []string
	for _, f := range inst.BuildFiles {
		if !strings.Contains(filepath.ToSlash(f.Filename), rules.Path+"/") {
			names = append(names, f.Filename)
		}
	}
	for _, i := range inst.Imports {
		names = append(names, ruleFiles(i)...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// place turns CUE's position into ours. Files of packs get their import path.
func place(p token.Pos) engine.Pos {
	if !p.IsValid() {
		return engine.Pos{}
	}
	name := filepath.ToSlash(p.Filename())
	if i := strings.Index(name, rules.Path+"/"); i >= 0 {
		name = name[i:]
	}
	return engine.Pos{File: name, Line: p.Line(), Col: p.Column()}
}

// ofPack reports whether a position lies in a pack of the binary, which is not
// where its user mends a fault.
func ofPack(p token.Pos) bool { return strings.HasPrefix(place(p).File, rules.Path+"/") }

// own reports whether a position lies in a rule file and not in the schema.
func own(p token.Pos) bool {
	return p.IsValid() && p.Filename() != "" && p.Filename() != schemaFile
}

// used returns the names that expressions in the files of an instance and of the
// packs it imports refer to.
func used(inst *build.Instance, names map[string]bool) {
	var visit func(ast.Node) bool
	visit = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field: // a plain label is no use of a name
			if _, plain := n.Label.(*ast.Ident); !plain {
				ast.Walk(n.Label, visit, nil)
			}
			ast.Walk(n.Value, visit, nil)
			return false
		case *ast.Ident:
			names[n.Name] = true
		}
		return true
	}
	for _, f := range inst.Files {
		for _, d := range f.Decls {
			ast.Walk(d, visit, nil)
		}
	}
	for _, i := range inst.Imports {
		used(i, names)
	}
}
