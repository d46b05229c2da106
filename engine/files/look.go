package files

import (
	"io/fs"
	"os"
	"path/filepath"
)

// There reports whether a path exists, even as a dangling link, and whether it is itself a folder.
// It fails if that can't be determined; see Absent.
func There(path string) (is, folder bool, err error) {
	return existence(os.Lstat(path))
}

func existence(info fs.FileInfo, err error) (is, folder bool, fault error) {
	if err != nil && !Absent(err) {
		return false, false, err
	}
	return err == nil, err == nil && info.IsDir(), nil
}

// Folder reports whether a path leads to a folder, and whether this user owns it. It fails if that
// can't be determined; see Absent.
func Folder(path string) (is, own bool, err error) {
	info, err := os.Stat(path)
	_, is, err = existence(info, err)
	return is, is && Owned(info), err
}

// Above returns the nearest folder from path upwards that is the same as folder under another name;
// "" if none is.
func Above(path, folder string) string {
	at, err := os.Stat(folder)
	for up := path; err == nil; {
		if here, err := os.Stat(up); err == nil && os.SameFile(here, at) {
			return up
		}
		next := filepath.Dir(up)
		if next == up {
			break
		}
		up = next
	}
	return ""
}
