//go:build !windows

package facts

import (
	"io/fs"
	"syscall"
)

// linked reports whether a file has several names.
func linked(info fs.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return ok && info.Mode().IsRegular() && s.Nlink > 1
}
