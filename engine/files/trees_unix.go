//go:build !windows

package files

import (
	"path/filepath"
	"slices"
	"syscall"
)

// Trees are some folders with all that lies in them.
type Trees struct {
	tops    []place
	without []place // that were looked at, and lie in none
}

// TreesOf returns the trees of folders; those that aren't there have nothing. Nor have those
// in which everybody keeps what is their own, as the system's for temporary files, where is
// doesn't say that they are folders of one thing all the same.
func TreesOf(folders []string, is func(folder string, of Whose) bool) *Trees {
	t := &Trees{}
	for _, folder := range folders {
		s, err := look(folder)
		if of := whose(s, true); err == nil && (!of.Shared || is(folder, of)) {
			t.tops = append(t.tops, place{uint64(s.Dev), s.Ino})
		}
	}
	return t
}

// Look reports whether a path leads to one of the folders or to something in them, by
// whichever names and links, and whose it is. Where there is nothing yet it would come into
// being in the nearest folder above that is there. It fails where nobody can tell, as the way
// up can't be looked at.
func (t *Trees) Look(path string) (in bool, of Whose, err error) {
	s, err := look(path)
	there := err == nil
	for up := filepath.Dir(path); err != nil && err != syscall.ENAMETOOLONG && up != path; up = filepath.Dir(path) {
		path = up
		s, err = look(path)
	}
	of = whose(s, there)
	if err == nil && s.Mode&syscall.S_IFMT != syscall.S_IFDIR { // where .. leads nowhere
		if path, err = filepath.EvalSymlinks(path); err == nil {
			path = filepath.Dir(path)
			s, err = look(path)
		}
	}
	var passed []place
	at := place{uint64(s.Dev), s.Ino}
	for below := (place{}); err == nil && at != below && !slices.Contains(t.without, at); { // above / is /
		if slices.Contains(t.tops, at) {
			return true, of, nil
		}
		passed, below = append(passed, at), at
		path += "/.." // which the system follows, where a path's own end is but a name
		at, err = placeOf(path)
	}
	if err == nil {
		t.without = append(t.without, passed...)
	}
	return false, of, err
}
