//go:build !windows

package files

import (
	"io/fs"
	"os"
	"syscall"
)

// Owned reports whether the user owns a file.
func Owned(info fs.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(s.Uid) == os.Geteuid()
}
