package trust

import (
	"bytes"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"

	"cuelang.org/go/cue/literal"
	"cuelang.org/go/cue/parser"
)

// A Change is a file that changed since it was trusted. Nil data means no file.
type Change struct {
	Path    string
	Was, Is []byte
}

// Changes returns what changed since it was trusted, sorted by path: files changed or removed, and
// new rule files.
func (r *Record) Changes() []Change {
	var all []Change
	known := map[string]bool{}
	for _, f := range r.Files {
		known[f.Path] = true
		data, err := files.Read(files.At(f.Path))
		switch {
		case files.Absent(err):
			data = nil
		case err != nil:
			data = []byte(err.Error() + "\n")
		case data == nil:
			data = []byte{}
		}
		if data == nil || !bytes.Equal(data, f.Data) {
			all = append(all, Change{f.Path, f.Data, data})
		}
	}
	joined, unread := r.joined()
	all = append(all, unread...)
	for _, path := range joined {
		if known[path] {
			continue
		}
		if data, err := files.Read(files.At(path)); err == nil {
			all = append(all, Change{Path: path, Is: append([]byte{}, data...)})
		} else if !files.Absent(err) {
			all = append(all, Change{Path: path, Is: []byte(err.Error() + "\n")})
		}
	}
	slices.SortFunc(all, func(a, b Change) int { return strings.Compare(a.Path, b.Path) })
	return all
}

// Source returns the files of a record, and those that rules run, as new files.
func (r *Record) Source() []Change {
	var all []Change
	for _, f := range r.Files {
		all = append(all, Change{Path: f.Path, Is: f.Data})
	}
	none := (&Record{Dir: r.Dir}).Ran(r.Runs)
	return append(all, slices.DeleteFunc(none, func(c Change) bool { return c.Is == nil })...) // without folders
}

// Holds reports whether another record has nothing that this one doesn't.
func (r *Record) Holds(other Record) bool {
	return r.Sum() == other.Sum() && len(r.Beyond(other)) == 0
}

// joined returns the files that would belong to the folder's rules if they existed, and folders that
// may have some and can't be read.
func (r *Record) joined() (paths []string, unread []Change) {
	folders, module := []string{r.Dir}, filepath.Join(r.Dir, "cue.mod")
	paths = []string{filepath.Join(module, "module.cue"), filepath.Join(module, "local-module.cue")}
	for _, f := range r.Files {
		if dir := filepath.Dir(f.Path); filepath.Base(dir) != "cue.mod" {
			folders = append(folders, schema.Between(r.Dir, dir)...)
		}
		for _, path := range imported(f) {
			folders = append(folders, schema.Vendored(r.Dir, path)...)
		}
	}
	if len(r.Modules) > 0 { // no file here says what these import
		folders = append(folders, below(filepath.Join(r.Dir, "cue.mod"))...)
	}
	slices.Sort(folders)
	for _, dir := range slices.Compact(folders) {
		rules := plan.RuleFiles(dir)
		if rules.Fault != "" {
			unread = append(unread, Change{Path: dir, Is: []byte(rules.Fault + "\n")})
		}
		for _, name := range rules.Names {
			if path := filepath.Join(dir, name); !schema.Copied(r.Dir, path) {
				paths = append(paths, path)
			}
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths), unread
}

// below returns the folders below one, as far as they can be read.
func below(dir string) (all []string) {
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && path != dir {
			all = append(all, path)
		}
		return nil
	})
	return all
}

// imported returns the packages that a rule file imports: files below cue.mod may add to each.
func imported(f File) (paths []string) {
	file, err := parser.ParseFile(f.Path, f.Data, parser.ImportsOnly)
	if err != nil {
		return nil // not CUE
	}
	for spec := range file.ImportSpecs() {
		if path, err := literal.Unquote(spec.Path.Value); err == nil {
			path, _, _ = strings.Cut(path, ":")
			path, _, _ = strings.Cut(path, "@")
			paths = append(paths, path)
		}
	}
	return paths
}
