package page

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
	"bcrules.dev/rules"
	"bcrules.dev/schema"

	"cuelang.org/go/cue/ast"
	cueerrors "cuelang.org/go/cue/errors"
	"cuelang.org/go/cue/parser"
	"cuelang.org/go/mod/modfile"
	"cuelang.org/go/mod/module"
)

// A Folder is the state of a rule folder before something is written to it.
type Folder struct {
	Dir     string
	Package string // of its rule files, schema.DefaultPackage if there are none yet
	Fresh   bool   // it has no rule files
	files   map[string]*ast.File
	sources map[string][]byte
}

// A File is a file to write.
type File struct {
	Path string
	Data []byte
	Was  []byte // the content that it derives from, if known; nil for none
	New  bool   // it must not exist yet
}

// ReadFolder reads a folder, which need not exist. It fails if the files are not CUE, or of
// several packages.
func ReadFolder(dir string) (*Folder, error) {
	f := &Folder{Dir: dir, Package: schema.DefaultPackage, Fresh: true, files: map[string]*ast.File{}, sources: map[string][]byte{}}
	entries, err := os.ReadDir(dir)
	if err != nil && !files.Absent(err) {
		return nil, err
	}
	for _, e := range entries {
		name := e.Name()
		test := strings.HasSuffix(name, "_test.cue")
		if !test && !plan.IsRuleFile(name) {
			continue
		}
		file := filepath.Join(dir, name)
		if f.sources[name], err = schema.ReadSource(file); err != nil {
			return nil, err
		}
		if f.files[name], err = parser.ParseFile(file, f.sources[name], parser.ImportsOnly); err != nil {
			e := cueerrors.Promote(err, "")
			return nil, &plan.Error{Pos: schema.Pos(e.Position()), Err: e}
		}
		if test {
			continue
		}
		pkg := f.files[name].PackageName()
		if pkg == "" {
			return nil, schema.NoPackage(file, "")
		}
		if !f.Fresh && pkg != f.Package {
			return nil, fmt.Errorf("%s: found packages %s and %s, want one", dir, f.Package, pkg)
		}
		f.Package, f.Fresh = pkg, false
	}
	return f, nil
}

// Taking returns a rule file that does nothing but take the packs with some import paths.
func (f *Folder) Taking(name string, paths ...string) File {
	imports, taken := "import "+strconv.Quote(paths[0])+"\n", ""
	if len(paths) > 1 {
		imports = "import (\n"
		for _, p := range paths {
			imports += "\t" + strconv.Quote(p) + "\n"
		}
		imports += ")\n"
	}
	for _, p := range paths {
		taken += fmt.Sprintf("packs: %q: %s\n", path.Base(p), path.Base(p))
	}
	text := fmt.Sprintf("package %s\n\n%s\n%s", f.Package, imports, taken)
	return File{Path: filepath.Join(f.Dir, name), Data: []byte(text), New: true}
}

// Joining returns the rule file that adds packs to a folder, and those packs that the folder
// doesn't import yet. If it imports all, file is the one that an empty folder would get.
func (f *Folder) Joining(packs ...Pack) (file File, fresh []Pack, err error) {
	var paths, names []string
	for _, p := range packs {
		if p.Name == f.Package {
			return File{}, nil, fmt.Errorf("%s: found package %s, which is the pack's name; want another one", f.Dir, p.Name)
		}
		if !f.Imports(p.Path) {
			fresh, paths, names = append(fresh, p), append(paths, p.Path), append(names, p.Name)
		}
	}
	name := "packs.cue"
	if len(fresh) == 0 {
		for _, p := range packs {
			paths = append(paths, p.Path)
		}
	} else if f.files[name] != nil {
		name = strings.Join(names, "-") + ".cue"
	}
	return f.Taking(name, paths...), fresh, nil
}

// Imports reports whether a rule file of the folder imports a package.
func (f *Folder) Imports(path string) bool {
	for name, file := range f.files {
		for spec := range file.ImportSpecs() {
			old, err := strconv.Unquote(spec.Path.Value)
			if p := ast.ParseImportPath(old); err == nil && p.Path == path && plan.IsRuleFile(name) {
				return true
			}
		}
	}
	return false
}

// Eject returns the files that make a folder use a copy of a pack: the pack's files in a folder of
// their own, and the files that import it, otherwise unchanged. local is the import path of the
// copy.
func Eject(s *schema.Schema, pack string, f *Folder) (files []File, local string, err error) {
	if err := copyable(s, pack, f); err != nil {
		return nil, "", err
	}
	if local, err = localPath(f.Dir); err != nil {
		return nil, "", err
	}
	local += "/" + pack
	err = fs.WalkDir(s.Packs, pack, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(s.Packs, name)
		files = append(files, File{Path: filepath.Join(f.Dir, filepath.FromSlash(name)), Data: data, New: true})
		return err
	})
	if err != nil {
		return nil, "", err
	}
	imported := false
	for name, file := range f.files {
		data, changed := f.sources[name], false
		for spec := range file.ImportSpecs() {
			old, err := strconv.Unquote(spec.Path.Value)
			if p := ast.ParseImportPath(old); err == nil && p.Path == rules.Path+"/"+pack {
				p.Path, p.Version = local, ""
				at := spec.Path.Pos().Offset() + len(data) - len(f.sources[name])
				data = append(append(data[:at:at], strconv.Quote(p.String())...), data[at+len(spec.Path.Value):]...)
				changed, imported = true, imported || plan.IsRuleFile(name)
			}
		}
		if changed {
			files = append(files, File{Path: filepath.Join(f.Dir, name), Data: data})
		}
	}
	if !imported {
		name := "rules.cue"
		if f.files[name] != nil {
			name = pack + ".cue"
		}
		files = append(files, f.Taking(name, local))
	}
	return files, local, nil
}

// copyable returns why a pack can't be copied to a folder, nil if it can.
func copyable(s *schema.Schema, pack string, f *Folder) error {
	var known []string
	for _, e := range rules.Shipped(fs.ReadDir(s.Packs, ".")) {
		known = append(known, e.Name())
	}
	copied := filepath.Join(f.Dir, pack)
	if !slices.Contains(known, pack) {
		return schema.Unknown("pack", pack, known)
	}
	if f.Package == pack {
		return fmt.Errorf("%s: found package %s, which is the pack's name; want another one", f.Dir, pack)
	}
	if is, _, err := files.There(copied); err != nil {
		return err
	} else if is {
		return fmt.Errorf("%s: found a copy, want none; remove it to start afresh", copied)
	}
	return nil
}

// localPath returns the import path of a rule folder: that of its module, or schema.LocalModule if
// it has none.
func localPath(dir string) (string, error) {
	is, err := schema.HasModule(dir)
	if err != nil || !is {
		return schema.LocalModule, err
	}
	file := filepath.Join(dir, "cue.mod", "module.cue")
	data, err := schema.ReadSource(file)
	if err != nil {
		return "", err
	}
	m, err := modfile.ParseNonStrict(data, file)
	if err != nil {
		return "", err
	}
	p := m.ModuleRootPath()
	return p, module.CheckImportPath(p)
}
