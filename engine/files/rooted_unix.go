//go:build !windows

package files

import (
	"path/filepath"
	"syscall"
)

// Rooted reports whether a folder and all above it belong to the administrator and only they may
// change what is in them. A link among them doesn't qualify.
func Rooted(dir string) bool {
	for up := filepath.Clean(dir); ; up = filepath.Dir(up) {
		var s syscall.Stat_t
		if !filepath.IsAbs(up) || syscall.Lstat(up, &s) != nil || s.Mode&syscall.S_IFMT != syscall.S_IFDIR || s.Uid != 0 || s.Mode&0o022 != 0 {
			return false
		}
		if up == filepath.Dir(up) {
			return true
		}
	}
}
