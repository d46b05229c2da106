//go:build !windows

package files

import (
	"path/filepath"
	"slices"
	"syscall"
)

// Trees are folders with everything below them.
type Trees struct {
	tops    []place
	without []place // known not to be in any
}

// TreesOf returns the trees of folders. It skips folders that don't exist, and shared ones where
// everybody keeps their own files, such as the system's temporary folder, unless is accepts them.
func TreesOf(folders []string, is func(folder string, of Whose) bool) *Trees {
	t := &Trees{}
	for _, folder := range folders {
		s, err := stat(folder)
		if of := whose(s, true); err == nil && (!of.Shared || is(folder, of)) {
			t.tops = append(t.tops, place{uint64(s.Dev), s.Ino})
		}
	}
	return t
}

// Look reports whether a path leads into one of the trees, by any names and links, and whose it is.
// If the path doesn't exist, the nearest existing folder above counts. It fails if the way up can't
// be inspected.
func (t *Trees) Look(path string) (in bool, of Whose, err error) {
	s, err := stat(path)
	there := err == nil
	for up := filepath.Dir(path); err != nil && err != syscall.ENAMETOOLONG && up != path; up = filepath.Dir(path) {
		path = up
		s, err = stat(path)
	}
	of = whose(s, there)
	if err == nil && s.Mode&syscall.S_IFMT != syscall.S_IFDIR { // .. doesn't work from a file
		if path, err = filepath.EvalSymlinks(path); err == nil {
			path = filepath.Dir(path)
			s, err = stat(path)
		}
	}
	var passed []place
	at := place{uint64(s.Dev), s.Ino}
	for below := (place{}); err == nil && at != below && !slices.Contains(t.without, at); { // the parent of / is /
		if slices.Contains(t.tops, at) {
			return true, of, nil
		}
		passed, below = append(passed, at), at
		path += "/.." // resolved by the system, unlike the path's last name
		at, err = placeOf(path)
	}
	if err == nil {
		t.without = append(t.without, passed...)
	}
	return false, of, err
}

// A place identifies a folder.
type place struct{ device, inode uint64 }

func placeOf(path string) (place, error) {
	s, err := stat(path)
	return place{uint64(s.Dev), s.Ino}, err
}
