package trust

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
)

// The files that rules run are named from the root of a session's project (host.Project),
// and that is not always where the rules are: a session begins in a folder below, or the
// rules are a link, or named by the environment. So a record says of each root that its user
// looked from what was there, and a program starts in another only what is as it was in one
// of these.

// rootOf returns the root of the project whose rules lie in a folder, by the one name it has.
// The folder is named as the project has it: where that is a link, the project is here and not
// where it leads.
func rootOf(rules string) string {
	if up := filepath.Dir(rules); filepath.Base(up) == ".claude" {
		return Real(filepath.Dir(up))
	}
	return Real(cmp.Or(host.FindProject(rules, nowhere).Root, rules))
}

// Roots returns the folders that files were looked at from; nil of no record.
func (r *Record) Roots() (all []string) {
	if r == nil {
		return nil
	}
	for _, k := range r.Runs {
		if k.Root != "" && !slices.Contains(all, k.Root) {
			all = append(all, k.Root)
		}
	}
	return all
}

// begins reports whether sessions that begin in a folder have the rules of the record: they
// are those of the project that it is in, or none are, and the environment may name them.
func (r *Record) begins(dir string) bool {
	if is, _, err := files.Folder(dir); err != nil || !is || filepath.Base(dir) == ".claude" || filepath.Base(filepath.Dir(dir)) == ".claude" {
		return false
	}
	in := host.FindProject(dir, nowhere)
	rules := in.Rules().Path
	return rules == "" && in.Repository() == dir || rules != "" && Real(rules) == r.Dir
}

// lookAt returns files as they are now, seen from a root and from those others from where they
// are otherwise: by their paths, false of a word that may name something else.
func (r *Record) lookAt(paths map[string]bool, root string, others []string) (all []Kept) {
	roots := []string{root}
	for _, dir := range others {
		if dir = Real(dir); !slices.Contains(roots, dir) && r.begins(dir) {
			roots = append(roots, dir)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		first := keep(root, path)
		first.Word = !paths[path]
		all = append(all, first)
		for _, dir := range roots[1:] {
			if k := keep(dir, path); first.Root != "" && !k.same(first) {
				k.Word = first.Word
				all = append(all, k)
			}
		}
	}
	return all
}

// RunNow returns the files that rules run as they are now, seen also from other folders that a
// session may begin in.
func (r *Record) RunNow(from ...string) (all []Kept) {
	paths := map[string]bool{}
	for _, k := range r.Runs {
		paths[k.Path] = !k.Word
	}
	roots := append(r.Roots(), rootOf(r.Dir))
	return r.lookAt(paths, roots[0], append(roots[1:], from...))
}
