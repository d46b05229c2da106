package trust

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
)

// In all worktrees of a repository the same content is the same rules: who trusts them in one
// needn't be asked in the next. What is another content is a change of what is trusted in the
// main one, which goes on.

// sibling returns the record that was made of a folder in another worktree of the same
// repository, as one of this folder: one of the same content, else the main worktree's, else,
// as of a repository that has none, one of the same content in a worktree that is gone; nil if
// there is none of these. It fails if there is no telling.
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
		return r, nil // whatever else can't be read
	}
	return nil, err
}

// siblings returns the records that were made of a folder in other worktrees of the same
// repository, as those of this folder, and what the main one's is of; "" where the folder is
// in no repository. It fails if there is no telling, or a record can't be used, and returns the
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

// watch returns the files that it depends on which record counts for a folder: its own record;
// where it has none, those that say which repository it is of, the records of others, and the
// folders that these are of, as one that is gone counts less. The main one's counts there or not.
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

// placed returns the repository that the folder was in when it was trusted, as the folder that
// its worktrees share, and where it was in its worktree; "" if it was in none.
func (r *Record) placed() (shared, inside string) {
	if r.Repository != "" {
		return r.Repository, r.Inside
	}
	shared, inside, _ = host.Shared(r.Dir) // of which the rest knows nothing if it can't be told
	return shared, inside
}

// moved returns a record as one of a folder that is at the same place in another worktree.
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

// top returns the top of the worktree that has a folder at a place.
func top(dir, inside string) string {
	return filepath.Clean(strings.TrimSuffix(dir, inside))
}
