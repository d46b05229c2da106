// Package inside says where what a command writes in a project goes. A project may have come
// with links that lead out of it, into what is its user's or another project's: no command
// reads there what it is about to change, nor writes there, or takes away what is there.
//
//	a path ─ Place ─► files.Place ─► files.Changing, files.Locked …
//
// Which projects a path lies in its words say: whatever on its way begins one, a repository or a
// folder with .claude in it, and the project at work. What is the user's own lies in none, as
// they keep it where they like, and leads anywhere. All commands ask here (a test of the tree
// holds it); what hooks write goes by the places of engine/host.
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

// Place returns the place that a path names, to where links in its project lead. It fails where
// one leads out: of the project or, where it lies in none, of the folder that it belongs to, ""
// for any. What is put there later leads nowhere, as nothing leads out of a place's root; and
// where links lead is looked up once, as they may be others a moment later.
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

// from returns a path as an absolute one. The way to the folder that this process runs in is its
// user's, by whatever link.
func from(here, path string) string {
	if !filepath.IsAbs(path) {
		path = filepath.Join(here, path)
	}
	if rel, err := filepath.Rel(here, path); err == nil && filepath.IsLocal(rel) {
		path = filepath.Join(trust.Real(here), rel)
	}
	return path
}

// tops returns the tops of the projects that a path lies in by its words, innermost first, or that
// it is its user's own.
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
			break // all that is theirs lies there
		}
		if dir == root || there(dir, ".git") || there(dir, ".claude") {
			all = append(all, dir)
		}
	}
	return all, false
}

// there reports whether a folder may have something of a name.
func there(dir, name string) bool {
	_, err := os.Lstat(filepath.Join(dir, name))
	return !files.Absent(err)
}
