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

// shared is the mode of a folder where all may write, and each may remove their own alone.
const shared = syscall.S_ISVTX | syscall.S_IWOTH

// TreesOf returns the trees of folders; those that aren't there have nothing. Nor have those
// in which everybody keeps what is their own, as the system's for temporary files: nobody
// there speaks for what others have in it.
func TreesOf(folders ...string) *Trees {
	t := &Trees{}
	for _, folder := range folders {
		var s syscall.Stat_t
		_, err := again(func() (int, error) { return 0, syscall.Stat(folder, &s) })
		if err == nil && s.Mode&shared != shared {
			t.tops = append(t.tops, place{uint64(s.Dev), s.Ino})
		}
	}
	return t
}

// Have reports whether a path leads to one of the folders or to something in them, by
// whichever names and links. Where there is nothing yet it would come into being in the
// nearest folder above that is there.
func (t *Trees) Have(path string) bool {
	at, err := placeOf(path)
	for up := filepath.Dir(path); err != nil && up != path; up = filepath.Dir(path) {
		path = up
		at, err = placeOf(path)
	}
	var passed []place
	for below := (place{}); err == nil && at != below && !slices.Contains(t.without, at); { // above / is /
		if slices.Contains(t.tops, at) {
			return true
		}
		passed, below = append(passed, at), at
		path += "/.." // which the system follows, where a path's own end is but a name
		at, err = placeOf(path)
	}
	t.without = append(t.without, passed...)
	return false
}
