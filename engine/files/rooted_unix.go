//go:build !windows

package files

import (
	"path/filepath"
	"syscall"
)

// Rooted reports whether a folder and all above it belong to the administrator and nobody else may
// change what is in them. None of them may be a link.
func Rooted(dir string) bool {
	var s syscall.Stat_t
	return Unrooted(dir, "") == "" && syscall.Lstat(dir, &s) == nil && s.Mode&syscall.S_IFMT == syscall.S_IFDIR
}

// Unrooted returns the first part of a path, from its end upwards, that isn't the administrator's,
// that others may change, or that is a link; "" if there is none. Parts above top aren't checked; ""
// means all are. The administrator is the owner of top.
func Unrooted(path, top string) string {
	top = filepath.Clean("/" + top)
	var s syscall.Stat_t
	if syscall.Lstat(top, &s) != nil || top == "/" {
		s.Uid = 0
	}
	root := s.Uid
	for up := filepath.Clean(path); ; up = filepath.Dir(up) {
		if !filepath.IsAbs(up) || syscall.Lstat(up, &s) != nil || s.Mode&syscall.S_IFMT == syscall.S_IFLNK || s.Uid != root || s.Mode&0o022 != 0 {
			return up
		}
		if up == top || up == "/" {
			return ""
		}
	}
}

// Administers reports whether this process runs as the administrator, the owner of top.
func Administers(top string) bool {
	var s syscall.Stat_t
	if top == "/" {
		return syscall.Geteuid() == 0
	}
	return syscall.Lstat(top, &s) == nil && int(s.Uid) == syscall.Geteuid()
}
