package files

import (
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"syscall"
)

// Absent reports whether an error says that a file, or the folder it would be in, doesn't exist.
// Any other error leaves that open: the file may exist and be fine.
func Absent(err error) bool {
	if of, is := err.(*fs.PathError); is {
		err = of.Err
	}
	if no, is := err.(syscall.Errno); is && runtime.GOOS != "windows" { // the usual case: errors.Is takes as long as the call did
		return no == syscall.ENOENT || no == syscall.ENOTDIR
	}
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// Barred reports whether an error says that nobody with the rights of this process gets to a path:
// no file exists there, access isn't permitted, links go in a circle, or no path can look so. Any
// other error may pass.
func Barred(err error) bool {
	var no syscall.Errno
	if !errors.As(err, &no) || runtime.GOOS == "windows" { // Windows refuses names by many numbers
		return true
	}
	return Absent(no) || errors.Is(no, fs.ErrPermission) || no == syscall.ELOOP || no == syscall.ENAMETOOLONG || no == syscall.EINVAL
}

// UnlessAbsent returns err unless it says that a file doesn't exist.
func UnlessAbsent(err error) error {
	if Absent(err) {
		return nil
	}
	return err
}

// TooMany is the fault of a folder with more files than anybody reads.
func TooMany(dir string, most int) error {
	return fmt.Errorf("%s: found more than %d files, want at most that", dir, most)
}
