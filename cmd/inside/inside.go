// Package inside says where commands write in a project. A project may have come with links that
// lead out of it, to the user's files or another project's. No command may follow these to read
// what it is about to change, to write, or to remove.
//
//	a path ─ Place ─► files.Place ─► files.Changing, files.Locked …
//
// The words of a path say in which projects it lies: each repository and each folder with .claude
// on its way, and the project at work. The user's own files lie in none, as users keep them where
// they like, and lead anywhere. All commands ask this package, and a test of the tree checks that.
// What hooks write goes by the places of engine/host.
package inside

import (
	"fmt"
	"os"
	"path/filepath"

	"bcrules.dev/cmd/layers/trust"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
	"bcrules.dev/schema"
)

// Place returns the place that a path leads to, by links in its project. It fails if a link leads
// out of the project or, if the path is in none, out of the folder of; "" means any folder. What is
// put there later leads nowhere, because nothing leads out of a place's root. Links are looked up
// only once, because they may be others a moment later.
func Place(path, of string) (files.Place, error) {
	here, err := os.Getwd()
	if err != nil {
		return files.Place{}, err
	}
	abs := from(here, path)
	to := trust.Real(abs)
	at := files.At(filepath.Dir(to)).Join(filepath.Base(to))
	all, own := tops(abs)
	if of != "" && !own && len(all) == 0 && host.Within(from(here, of), abs) {
		all = []string{from(here, of)}
	}
	for _, top := range all {
		top = trust.Real(top)
		if trust.Outside(top, to) {
			return files.Place{}, fmt.Errorf("%s: found a link that leads out of the project, to %s; want a file of the project: take the link away, or name what it leads to", schema.Display(path, here), to)
		}
		if rel, err := filepath.Rel(top, to); err == nil && filepath.IsLocal(rel) {
			at = files.NewRoot(top).Place(rel)
		}
	}
	return at, nil
}

// from returns a path as an absolute one. Links on the way to the working folder are followed, as
// that way is the user's.
func from(here, path string) string {
	if !filepath.IsAbs(path) {
		path = filepath.Join(here, path)
	}
	if rel, err := filepath.Rel(here, path); err == nil && filepath.IsLocal(rel) {
		path = filepath.Join(trust.Real(here), rel)
	}
	return path
}

// tops returns the tops of the projects in which a path lies by its words, innermost first. mine
// says that it is the user's own.
func tops(abs string) (all []string, mine bool) {
	in := host.Here(os.Getenv)
	own := in.Folders()
	for _, dir := range []string{own.Rules, host.Bcrules(own.Config)} {
		if dir != "" && host.Within(dir, abs) {
			return nil, true
		}
	}
	root, home := trust.Real(in.Root), trust.Real(own.Home)
	for dir := filepath.Dir(abs); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if own.Home != "" && host.Within(trust.Real(dir), home) {
			break // all above is the user's
		}
		if dir == root || there(dir, ".git") || there(dir, ".claude") {
			all = append(all, dir)
		}
	}
	return all, false
}

// there reports whether a folder may contain a name.
func there(dir, name string) bool {
	_, err := os.Lstat(filepath.Join(dir, name))
	return !files.Absent(err)
}
