//go:build !windows

package cache

import (
	"io/fs"
	"syscall"
)

// inode tells a file from another that took its place.
func inode(info fs.FileInfo) int64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return int64(s.Ino)
	}
	return 0
}
