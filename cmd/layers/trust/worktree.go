package trust

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
)

// The same content is the same rules in all worktrees of a repository: a user who trusts them in
// one isn't asked again in the next. Different content is a change of what is trusted in the main
// worktree, which stays in force.

// sibling returns the record of this folder's counterpart in another worktree of the repository, as
// a record of this folder. It prefers one with the same content, then the main worktree's, then, as
// for a repository without a main one, one with the same content whose worktree is gone; nil if
// there is none. It fails if it can't find out.
func (s Store) sibling(dir string) (*Record, error) {
	all, of, err := s.siblings(dir)
	var main, same, gone *Record
	for _, r := range all {
		if r.Of == of {
			main = r
		}
		if len(r.Changes()) > 0 {
			continue
		}
		if is, _, err := files.There(r.Of); is || err != nil {
			same = r
		} else {
			gone = r
		}
	}
	if r := cmp.Or(same, main, gone); r != nil {
		return r, nil // even if others can't be read
	}
	return nil, err
}

// siblings returns the records of this folder's counterparts in other worktrees of the repository,
// as records of this folder, and the counterpart in the main worktree; "" if the folder is in no
// repository. It fails if it can't find out, or if a record can't be used, and then returns the
// others.
func (s Store) siblings(dir string) (of []*Record, main string, err error) {
	shared, inside, err := host.Shared(dir)
	if err != nil || shared == "" {
		return nil, "", err
	}
	all, err := s.All()
	for _, r := range all {
		if repository, place := r.placed(); repository == shared && place == inside {
			of = append(of, r.moved(dir, inside))
		}
	}
	return of, filepath.Join(filepath.Dir(shared), inside), err
}

// watch returns the files that decide which record applies to a folder: its own record or, if it
// has none, the files that say which repository it is in, and the records of others. It also
// returns the folders of these, because the record of a missing folder ranks lower. The main
// worktree's is used whether its folder exists or not.
func (s Store) watch(dir string) []string {
	own, dir := s.Path(dir), Real(dir)
	if is, _, err := files.There(own); is || err != nil {
		return []string{own}
	}
	all := append([]string{own}, host.SharedBy(dir)...)
	others, main, err := s.siblings(dir)
	if main != "" || err != nil {
		all = append(all, s.dir)
	}
	for _, r := range others {
		if r.Of != main {
			all = append(all, r.Of)
		}
	}
	return all
}

// placed returns the repository of the folder when it was trusted, as the folder that its worktrees
// share, and the folder's path in its worktree; "" if it was in none.
func (r *Record) placed() (shared, inside string) {
	if r.Repository != "" {
		return r.Repository, r.Inside
	}
	shared, inside, _ = host.Shared(r.Dir) // on an error they are empty
	return shared, inside
}

// moved returns a record as that of the same folder in another worktree.
func (r *Record) moved(dir, inside string) *Record {
	from, to := top(r.Dir, inside), top(dir, inside)
	n := *r
	n.Dir, n.Of, n.Files = dir, r.Dir, slices.Clone(r.Files)
	for i, f := range n.Files {
		if rel, err := filepath.Rel(from, f.Path); err == nil && filepath.IsLocal(rel) {
			n.Files[i].Path = filepath.Join(to, rel)
		}
	}
	return &n
}

// top returns the top of the worktree with a folder at a path inside.
func top(dir, inside string) string {
	return filepath.Clean(strings.TrimSuffix(dir, inside))
}
