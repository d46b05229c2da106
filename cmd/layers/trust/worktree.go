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
	shared, inside, err := host.Shared(dir)
	if err != nil || shared == "" {
		return nil, err
	}
	all, err := s.All()
	var main, same, gone *Record
	for _, r := range all {
		if repository, place := r.placed(); repository != shared || place != inside {
			continue
		}
		moved := r.moved(dir, inside)
		if r.Dir == filepath.Join(filepath.Dir(shared), inside) {
			main = moved
		}
		if len(moved.Changes()) > 0 {
			continue
		}
		if is, _, err := files.There(r.Dir); is || err != nil {
			same = moved
		} else {
			gone = moved
		}
	}
	if r := cmp.Or(same, main, gone); r != nil {
		return r, nil // whatever else can't be read
	}
	return nil, err
}

// watch returns the files that it depends on which record counts for a folder.
func (s Store) watch(dir string) []string {
	own := s.Path(dir)
	if is, _, err := files.There(own); is || err != nil {
		return []string{own}
	}
	if shared, _, err := host.Shared(dir); shared == "" && err == nil {
		return []string{own}
	}
	return []string{own, s.dir}
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
