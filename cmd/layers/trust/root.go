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

// begins reports whether sessions that begin in a folder may have the rules of the record:
// those of its project, or where that has none those of its repository that the environment
// may name.
func (r *Record) begins(dir string) bool {
	if is, _, err := files.Folder(dir); dir == "" || err != nil || !is || filepath.Base(dir) == ".claude" || filepath.Base(filepath.Dir(dir)) == ".claude" {
		return false
	}
	in := host.FindProject(dir, nowhere)
	rules := in.Rules().Path
	if rules == "" {
		return in.Repository() != "" && Real(in.Repository()) == Real(host.FindProject(r.Dir, nowhere).Repository())
	}
	return Real(rules) == r.Dir
}

// A view is from where files are looked at.
type view struct {
	root   string   // that of the project of the rules
	others []string // those of sessions that begin elsewhere
	here   string   // where somebody happens to be, "" for nowhere: a session may begin there
}

// lookAt returns files as they are now, seen from the root of the rules' project, and from
// elsewhere where they are as nowhere before; from here those that are there. Paths that may be none
// are false.
func (r *Record) lookAt(paths map[string]bool, from view) (all []Kept) {
	var roots []string
	for _, dir := range append(from.others, from.here) {
		if dir = Real(dir); dir != from.root && !slices.Contains(roots, dir) && r.begins(dir) {
			roots = append(roots, dir)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		first := keep(from.root, path)
		first.Word = !paths[path]
		n := len(all)
		all = append(all, first)
		for _, dir := range roots {
			k := keep(dir, path)
			k.Word = first.Word
			asked := k.Size != files.NoContent.Size || slices.ContainsFunc(from.others, func(o string) bool { return Real(o) == dir })
			if first.Root != "" && asked && !slices.ContainsFunc(all[n:], k.same) {
				all = append(all, k)
			}
		}
	}
	return all
}

// RunNow returns the files that rules run as they are now, seen also from here, "" for
// nowhere: a session may begin there.
func (r *Record) RunNow(here string) (all []Kept) {
	paths := map[string]bool{}
	for _, k := range r.Runs {
		paths[k.Path] = !k.Word
	}
	roots := append(r.Roots(), rootOf(r.Dir))
	return r.lookAt(paths, view{roots[0], roots[1:], here})
}
