//go:build !windows

package files

import (
	"path/filepath"
	"syscall"
)

// A Whose says whose something is, where links lead, and who else may write it.
type Whose struct {
	There  bool // or else the rest is of the nearest folder above that is
	Owner  int  // user id
	Group  bool // who is of the group may write it
	Open   bool // who is neither the owner nor of the group may write it
	Shared bool // and there everybody keeps what is their own: nobody removes that of others
}

// WhoseOf returns whose something is; the zero Whose if it can't be looked at.
func WhoseOf(path string) Whose {
	s, err := look(path)
	return whose(s, err == nil)
}

func whose(s syscall.Stat_t, there bool) Whose {
	open := s.Mode&syscall.S_IWOTH != 0
	return Whose{There: there, Owner: int(s.Uid), Group: s.Mode&syscall.S_IWGRP != 0, Open: open, Shared: open && s.Mode&syscall.S_ISVTX != 0}
}

// Reached reports whether who is neither the owner nor of the group of something gets to it by
// its name: through folders that all may pass, or a group that is another than its own.
func Reached(path string) bool {
	s, err := look(path)
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
		s, err := look(path)
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

// look is stat(2), repeated where a signal interrupts it.
func look(path string) (s syscall.Stat_t, err error) {
	_, err = again(func() (int, error) { return 0, syscall.Stat(path, &s) })
	return s, err
}
