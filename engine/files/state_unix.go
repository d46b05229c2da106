//go:build !windows

package files

import (
	"io/fs"
	"syscall"
)

func identity(info fs.FileInfo) (change, inode int64) {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, 0
	}
	return changed(s), int64(s.Ino)
}
