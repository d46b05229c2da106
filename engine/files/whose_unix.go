//go:build !windows

package files

import (
	"path/filepath"
	"syscall"
)

// A Whose says who owns something, after following links, and who else may write it.
type Whose struct {
	There  bool // otherwise the rest describes the nearest existing folder above
	Owner  int  // user id
	Group  bool // the group may write it
	Open   bool // everybody may write it
	Shared bool // Open, but sticky: nobody can remove others' files
}

// WhoseOf returns who owns a path; the zero Whose if it can't be inspected.
func WhoseOf(path string) Whose {
	s, err := stat(path)
	return whose(s, err == nil)
}

func whose(s syscall.Stat_t, there bool) Whose {
	open := s.Mode&syscall.S_IWOTH != 0
	return Whose{There: there, Owner: int(s.Uid), Group: s.Mode&syscall.S_IWGRP != 0, Open: open, Shared: open && s.Mode&syscall.S_ISVTX != 0}
}

// Reached reports whether users outside the owner and group of something can reach it by path: by
// folders that everybody may pass, or that another group may.
func Reached(path string) bool {
	s, err := stat(path)
	group := s.Gid
	if err == nil && s.Mode&syscall.S_IFMT != syscall.S_IFDIR {
		real, err := filepath.EvalSymlinks(path)
		if err != nil {
			return true
		}
		path = filepath.Dir(real) + "/."
	} else {
		path += "/.."
	}
	for below := (place{}); ; path += "/.." {
		s, err := stat(path)
		at := place{uint64(s.Dev), s.Ino}
		if err != nil || at == below {
			return true
		}
		if s.Mode&syscall.S_IXOTH == 0 && (s.Mode&syscall.S_IXGRP == 0 || s.Gid == group) {
			return false
		}
		below = at
	}
}

// stat is stat(2), repeated when a signal interrupts it.
func stat(path string) (s syscall.Stat_t, err error) {
	_, err = again(func() (int, error) { return 0, syscall.Stat(path, &s) })
	return s, err
}
