//go:build !windows

package cache

import (
	"io/fs"
	"os"
	"syscall"
)

// inode tells a file from another that took its place.
func inode(info fs.FileInfo) int64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return int64(s.Ino)
	}
	return 0
}

// owned reports whether a file is the user's own.
func owned(info fs.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(s.Uid) == os.Geteuid()
}
