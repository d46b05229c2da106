package files

import (
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"syscall"
)

// Absent reports whether an error says that something isn't there: neither it nor, maybe,
// the folder it would be in. All others say that nobody knows: it may be there and be right.
func Absent(err error) bool {
	if no, is := err.(syscall.Errno); is && runtime.GOOS != "windows" { // as most are: errors.Is takes as long as the call did
		return no == syscall.ENOENT || no == syscall.ENOTDIR
	}
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// TooMany is the fault of a folder that has more in it than anybody looks at.
func TooMany(dir string, most int) error {
	return fmt.Errorf("%s: found more than %d files, want at most that", dir, most)
}
