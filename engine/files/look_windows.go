package files

import (
	"io"
	"math"
	"os"
	"path/filepath"
)

// Names returns the names in a folder, in the system's order.
func Names(dir string) ([]string, error) { return NamesMost(dir, math.MaxInt) }

// NamesMost is Names, but fails for more than most names.
func NamesMost(dir string, most int) ([]string, error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	names, err := f.Readdirnames(most)
	if err == io.EOF {
		err = nil
	}
	if more, _ := f.Readdirnames(1); err == nil && len(more) > 0 {
		return nil, TooMany(dir, most)
	}
	return names, err
}

// There reports whether a path exists, even as a dangling link, and whether it is itself a folder.
// It fails if that can't be determined; see Absent.
func There(path string) (is, folder bool, err error) {
	info, err := os.Lstat(path)
	if err != nil && !Absent(err) {
		return false, false, err
	}
	return err == nil, err == nil && info.IsDir(), nil
}

// ThereRightly is There: access lists say who may write in a folder, and nobody reads them.
func ThereRightly(path string) (is, folder bool, err error) { return There(path) }

// Folder reports whether a path leads to a folder, and whether this user owns it. It fails if that
// can't be determined; see Absent.
func Folder(path string) (is, own bool, err error) {
	info, err := os.Stat(path)
	if err != nil && !Absent(err) {
		return false, false, err
	}
	is = err == nil && info.IsDir()
	return is, is && Owned(info), nil
}

// Ready reports whether reading is known not to block, which Windows doesn't tell.
func Ready(*os.File) bool { return false }

// Writable is always true on Windows: a writer finds out.
func Writable(string) bool { return true }

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
