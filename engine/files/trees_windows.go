package files

import (
	"path/filepath"
	"slices"
)

// Trees are folders with everything below them.
type Trees struct{ tops []string }

// TreesOf returns the trees of folders. Folders that don't exist are skipped.
func TreesOf(folders []string, _ func(folder string, of Whose) bool) *Trees {
	t := &Trees{}
	for _, folder := range folders {
		if real, err := filepath.EvalSymlinks(folder); err == nil {
			t.tops = append(t.tops, real)
		}
	}
	return t
}

// Look reports whether a path leads into one of the trees, by any names and links, and whose it is.
// If the path doesn't exist, the nearest existing folder above counts. It fails if that can't be
// determined.
func (t *Trees) Look(path string) (in bool, of Whose, err error) {
	of = WhoseOf(path)
	real, err := filepath.EvalSymlinks(path)
	for up := filepath.Dir(path); err != nil && up != path; up = filepath.Dir(path) {
		path = up
		real, err = filepath.EvalSymlinks(path)
	}
	return err == nil && slices.ContainsFunc(t.tops, func(top string) bool {
		rel, err := filepath.Rel(top, real)
		return err == nil && filepath.IsLocal(rel)
	}), of, err
}
