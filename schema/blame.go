package schema

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"bcrules.dev/engine/plan"
	"bcrules.dev/rules"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/errors"
	"cuelang.org/go/cue/parser"
	"cuelang.org/go/cue/token"
)

// blame moves an error that a pack raises about a name to the field where an author wrote the name.
// The pack knows that, say, no such guard exists, but not where the author named it.
func (r cueReader) blame(f *plan.Error, e errors.Error) {
	_, args := e.Msg()
	var names []string
	for _, arg := range args {
		names = append(names, fmt.Sprint(arg))
	}
	path, at := r.labelled(names)
	if !at.IsValid() {
		return
	}
	f.Pos = Pos(at)
	var beside []string
	parent, _ := lookup(r.root, path[:len(path)-1])
	for name := range Members(parent) {
		if name != path[len(path)-1] {
			beside = append(beside, name)
		}
	}
	if name, meant := path[len(path)-1], candidates(path[len(path)-1], beside); len(meant) > 0 {
		text, _, _ := strings.Cut(f.Err.Error(), "; ")
		f.Err = Mistaken(name, confident(name, meant), "%s, want %s?", text, meant[0])
	}
}

// labelled finds the author's field whose path ends in the first of names and contains most
// of the others. It returns the field's path and position.
func (r cueReader) labelled(names []string) (found []string, at token.Pos) {
	var path []string
	most := 0
	for _, layer := range r.Layers {
		for _, f := range layer.Instance.Files {
			if ofPack(f.Pos()) {
				continue
			}
			ast.Walk(f, func(n ast.Node) bool {
				field, ok := n.(*ast.Field)
				if !ok {
					return true
				}
				name, _, _ := ast.LabelName(field.Label)
				path = append(path, name)
				if has := countShared(path, names); len(names) > 0 && name == names[0] && has > most {
					most, found, at = has, slices.Clone(path), field.Label.Pos()
				}
				return true
			}, func(n ast.Node) {
				if _, ok := n.(*ast.Field); ok {
					path = path[:len(path)-1]
				}
			})
		}
	}
	return found, at
}

// countShared returns how many items of names are in among.
func countShared(names, among []string) (n int) {
	for _, name := range names {
		if slices.Contains(among, name) {
			n++
		}
	}
	return n
}

// noPackage rewords CUE's error for a missing package. If the import path is that of a pack of this
// program, it suggests the pack that was probably meant.
func (r cueReader) noPackage(text string) error {
	_, rest, _ := strings.Cut(text, `"`)
	name, _, _ := strings.Cut(rest, `"`)
	module, _, _ := strings.Cut(rules.Path, "/")
	if !strings.HasPrefix(name, module+"/") {
		return errors.New(text)
	}
	entries, err := fs.ReadDir(r.schema.Packs, ".")
	var known []string
	for _, e := range entries {
		known = append(known, rules.Path+"/"+e.Name())
	}
	if err != nil || slices.Contains(known, name) {
		return errors.New(text)
	}
	return Unknown("pack", name, known)
}

// noReference rewords CUE's error for an unresolved name. It suggests a name that the file imports
// or declares; for the name of an event or a tool it asks for quotes.
func (r cueReader) noReference(name string, at token.Pos) error {
	events := r.schema.Events
	if _, tool := events.tools[name]; tool || slices.Contains(events.Names(), name) {
		return Mistaken(name, []string{strconv.Quote(name)}, "found %[1]s without quotes, want %[1]q", name)
	}
	data, err := r.schema.Content(at.Filename())
	file, _ := parser.ParseFile(at.Filename(), data)
	if err != nil || file == nil {
		return fmt.Errorf("reference %q not found", name)
	}
	known := declared(file.Decls)
	for spec := range file.ImportSpecs() {
		if spec.Name != nil {
			known = append(known, spec.Name.Name)
		} else if to, err := strconv.Unquote(spec.Path.Value); err == nil {
			known = append(known, path.Base(to))
		}
	}
	meant := candidates(name, known)
	if len(meant) == 0 {
		return fmt.Errorf("reference %q not found", name)
	}
	return Mistaken(name, confident(name, meant), "reference %q not found, want %s?", name, meant[0])
}
