//go:build !windows

package files

import (
	"path/filepath"
	"syscall"
)

// Rooted reports whether a folder and all above it belong to the administrator and only they may
// change what is in them. A link among them doesn't qualify.
func Rooted(dir string) bool {
	var s syscall.Stat_t
	return Unrooted(dir, "") == "" && syscall.Lstat(dir, &s) == nil && s.Mode&syscall.S_IFMT == syscall.S_IFDIR
}

// Unrooted returns what on the way to a file or a folder is not the administrator's, or may be
// changed by others, or is a link; "" if nothing is. What is above top is not looked at, "" for
// the root of all files; whoever has top is the administrator.
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

// Administers reports whether this process is the administrator's, who has top.
func Administers(top string) bool {
	var s syscall.Stat_t
	if top == "/" {
		return syscall.Geteuid() == 0
	}
	return syscall.Lstat(top, &s) == nil && int(s.Uid) == syscall.Geteuid()
}
