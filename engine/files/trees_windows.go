package files

import (
	"path/filepath"
	"slices"
)

// Trees are some folders with all that lies in them.
type Trees struct{ tops []string }

// TreesOf returns the trees of folders; those that aren't there have nothing.
func TreesOf(folders []string, _ func(folder string, of Whose) bool) *Trees {
	t := &Trees{}
	for _, folder := range folders {
		if real, err := filepath.EvalSymlinks(folder); err == nil {
			t.tops = append(t.tops, real)
		}
	}
	return t
}

// Look reports whether a path leads to one of the folders or to something in them, by
// whichever names and links, and whose it is. Where there is nothing yet it would come into being in the
// nearest folder above that is there. It fails where nobody can tell.
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
