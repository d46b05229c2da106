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

	"bcrules.dev/engine/plan"
	"bcrules.dev/rules"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/build"
	"cuelang.org/go/cue/load"
	"cuelang.org/go/cue/parser"
)

// moduleFile stands in for cue.mod/module.cue where a rule folder has none.
const moduleFile = `module: "` + LocalModule + `"
language: version: "v0.17.0"
`

// LocalModule is the path that packages below a rule folder are imported from
// where it has no module file.
const LocalModule = "bcrules.local/rules"

// load reads the CUE package in a folder; for a pack of the binary, dir is
// rules.Path/NAME. Modules that it depends on come from CUE's registry, and only
// those: what is shipped with the binary is laid over.
func (c *compiler) load(dir string) (*build.Instance, []error) {
	root, arg, module := dir, ".", ""
	overlay := map[string]load.Source{}
	if name, ok := strings.CutPrefix(dir, rules.Path+"/"); ok {
		root, arg = virtualRoot(), "./"+name
		if err := c.overlay(overlay, root); err != nil {
			return nil, []error{err}
		}
		c.origins.add(root, rules.Path)
	} else if files := c.frozen[dir]; files != nil {
		root, module = c.lay(overlay, dir, files)
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
		root, module = abs, moduleRoot(abs)
		if err := c.moduleFiles(overlay, module); module != "" && err != nil {
			return nil, []error{err}
		}
	}
	if module == "" {
		module = root
		overlay[filepath.Join(module, "cue.mod", "module.cue")] = load.FromString(moduleFile)
	}
	shipped := filepath.Join(module, "cue.mod", "pkg")
	packs := filepath.Join(shipped, filepath.FromSlash(rules.Path))
	if err := c.overlay(overlay, packs); err != nil {
		return nil, []error{err}
	}
	if faults := irregular(root, module); len(faults) > 0 {
		return nil, faults
	}
	c.origins.add(packs, rules.Path)
	own := filepath.Join(shipped, filepath.FromSlash(schemaFile), "schema.cue")
	text, err := joined()
	if err != nil {
		return nil, []error{err}
	}
	overlay[own] = load.FromString("package schema\n" + text)
	inst := load.Instances([]string{arg}, &load.Config{Dir: root, ModuleRoot: module, Overlay: overlay,
		Registry: c.registry, Tests: c.tests,
		ParseFile: func(file string, src any, cfg parser.Config) (*ast.File, error) {
			if file == own {
				return parser.ParseFile(schemaFile, src, cfg)
			}
			name, pack := c.origins.name(file)
			if pack && overlay[file] == nil && strings.HasPrefix(file, packs+string(filepath.Separator)) {
				return nil, fmt.Errorf("%s: found a file in the place of a pack of this program, want none", file)
			}
			return parser.ParseFile(name, src, cfg)
		}})[0]
	if errs := c.unpackaged(root, inst); len(errs) > 0 {
		return nil, errs
	}
	if inst.Err != nil {
		return inst, []error{inst.Err}
	}
	foreignTests(inst, true)
	return inst, nil
}

// unpackaged notes files that CUE would pass over in silence, as they name no
// package, and that there are none.
func (c *compiler) unpackaged(dir string, inst *build.Instance) []error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil // a pack of the binary
	}
	var errs []error
	rules := false
	for _, e := range entries {
		name := e.Name()
		if plan.IsRuleFile(name) {
			rules = true
		} else if !c.tests || !ofTests(name) {
			continue
		}
		file := filepath.Join(dir, name)
		if f, err := parser.ParseFile(file, nil, parser.PackageClauseOnly); err == nil && f.PackageName() == "" {
			errs = append(errs, noPackage(file, inst.PkgName))
		}
	}
	if inst.Err != nil && !rules {
		errs = append(errs, &plan.Error{Pos: plan.Pos{File: filepath.ToSlash(dir)}, Err: errors.New("found no rule file, want one whose name ends in .cue")})
	}
	return errs
}

// noPackage says that a file names no package, where its folder has one of a name.
func noPackage(file, name string) error {
	return &plan.Error{Pos: plan.Pos{File: filepath.ToSlash(file), Line: 1, Col: 1},
		Err: fmt.Errorf("found no package clause, want package %s before all else", cmp.Or(name, defaultPackage))}
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
				faults = append(faults, &plan.Error{Pos: plan.Pos{File: filepath.ToSlash(name)}, Err: errors.New("found no regular file, want one")})
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
func (c *compiler) overlay(to map[string]load.Source, dir string) error {
	return fs.WalkDir(c.packs, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".cue" || ofTests(name) && !c.tests {
			return err
		}
		data, err := fs.ReadFile(c.packs, name)
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
