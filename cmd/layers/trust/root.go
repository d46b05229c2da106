package trust

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
)

// The files that rules run are named relative to the root of a session's project (host.Project).
// That isn't always where the rules are: a session may start in a folder below, or the rules may be
// a link, or named by the environment. So a record has what existed there, for each root from which
// its user looked. From any other root a program starts only if its file is the same as from one of
// these.

// rootOf returns the root of the project with a rule folder, with links resolved. If the rule folder
// is a link, the project is the one with the link, not its target.
func rootOf(rules string) string {
	if up := filepath.Dir(rules); filepath.Base(up) == ".claude" {
		return Real(filepath.Dir(up))
	}
	return Real(cmp.Or(host.FindProject(rules, nowhere).Root, rules))
}

// Roots returns the roots from which files were looked at; nil for a nil record.
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

// begins reports whether sessions that start in a folder may have the record's rules: those of its
// project, or if it has none, those in its repository that the environment may name.
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

// A view is the roots from which files are looked at.
type view struct {
	root   string   // of the rules' project
	others []string // of sessions that start elsewhere
	here   string   // the current folder, "" for none: a session may start there
}

// lookAt returns the current state of files as seen from the root of the rules' project, and from
// other roots where it differs; from here only those that exist. Paths with false may not be files.
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

// RunNow returns the current state of the files that rules run, also as seen from here, where a
// session may start; "" for nowhere.
func (r *Record) RunNow(here string) (all []Kept) {
	paths := map[string]bool{}
	for _, k := range r.Runs {
		paths[k.Path] = !k.Word
	}
	roots := append(r.Roots(), rootOf(r.Dir))
	return r.lookAt(paths, view{roots[0], roots[1:], here})
}

// Project returns the folder of the project with the rules, with links resolved.
func (r *Record) Project() string { return rootOf(r.Dir) }
