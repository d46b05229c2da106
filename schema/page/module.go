package page

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
	"bcrules.dev/rules"
	"bcrules.dev/schema"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/format"
	"cuelang.org/go/cue/literal"
	"cuelang.org/go/cue/parser"
)

// Module returns the files that let CUE's own tools read a rule folder: the module file that this
// program assumes, if there is none, and the schema and the imported packs below cue.mod/pkg.
//
// This program never reads those copies, as it overlays its own texts. Each package is a single
// file named after the package. So a newer version of the program, whose packs have other files,
// overlays it as well; any other file there is a fault.
func Module(s *schema.Schema, dir string) ([]File, error) {
	var all []File
	is, err := schema.HasModule(dir)
	if err != nil {
		return nil, err
	}
	if !is {
		all = append(all, File{Path: filepath.Join(dir, "cue.mod", "module.cue"), Data: []byte(schema.ModuleFile), New: true})
	}
	add := func(name string, data []byte) {
		base := filepath.Base(name)
		all = append(all, File{Path: filepath.Join(dir, "cue.mod", "pkg", filepath.FromSlash(name), base+".cue"), Data: data})
	}
	add(schema.Path, []byte(schema.Text()))
	packs := map[string][]byte{}
	for _, name := range plan.RuleFiles(dir).Names {
		data, err := files.Read(files.At(filepath.Join(dir, name)))
		if err != nil {
			return nil, err
		}
		if err := imported(s.Packs, data, packs); err != nil {
			return nil, err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(packs)) {
		add(path.Join(rules.Path, name), packs[name])
	}
	return all, nil
}

// imported adds the packs of this program that a file imports, and the packs that these import.
func imported(packs fs.FS, data []byte, to map[string][]byte) error {
	f, err := parser.ParseFile("", data, parser.ImportsOnly)
	if err != nil {
		return nil // vet reports it
	}
	for spec := range f.ImportSpecs() {
		name, _ := literal.Unquote(spec.Path.Value)
		pack, ours := strings.CutPrefix(name, rules.Path+"/")
		if pack, _, _ = strings.Cut(pack, ":"); !ours || to[pack] != nil {
			continue
		}
		one, err := single(packs, pack)
		if err != nil {
			return err
		} else if one == nil {
			continue // not a pack of this program; vet reports it
		}
		to[pack] = one
		if err := imported(packs, one, to); err != nil {
			return err
		}
	}
	return nil
}

// single returns a pack as one file, nil if it doesn't exist.
func single(packs fs.FS, pack string) ([]byte, error) {
	names, err := fs.Glob(packs, pack+"/*.cue")
	if err != nil || len(names) == 0 {
		return nil, err
	}
	imports, body := map[string]bool{}, ""
	for _, name := range names {
		if schema.OfTests(path.Base(name)) {
			continue
		}
		data, err := fs.ReadFile(packs, name)
		if err != nil {
			return nil, err
		}
		f, err := parser.ParseFile(name, data, parser.ImportsOnly)
		if err != nil {
			return nil, err
		}
		end := 0
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.Package:
				end = d.End().Offset()
			case *ast.ImportDecl:
				end = d.End().Offset()
				for _, spec := range d.Specs {
					imports[string(data[spec.Pos().Offset():spec.End().Offset()])] = true
				}
			}
		}
		body += "\n" + strings.TrimLeft(string(data[end:]), "\n")
	}
	if err != nil {
		return nil, err
	}
	return format.Source(fmt.Appendf(nil, "package %s\n\nimport (\n\t%s\n)\n%s", pack, strings.Join(slices.Sorted(maps.Keys(imports)), "\n\t"), body))
}
