package files

import (
	"io"
	"math"
	"os"
	"path/filepath"
)

// Names returns the names of what is in a folder, in the system's order.
func Names(dir string) ([]string, error) { return NamesMost(dir, math.MaxInt) }

// NamesMost is Names of at most so many; it fails where there are more.
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

// There reports whether something has a path, be it a link that leads nowhere, and whether
// that is a folder itself. It fails if there is no telling; see Absent.
func There(path string) (is, folder bool, err error) {
	info, err := os.Lstat(path)
	if err != nil && !Absent(err) {
		return false, false, err
	}
	return err == nil, err == nil && info.IsDir(), nil
}

// ThereRightly is There: who may write in a folder its access list says, at which nobody looks.
func ThereRightly(path string) (is, folder bool, err error) { return There(path) }

// Folder reports whether a path leads to a folder, and whether it is this user's own. It
// fails if there is no telling; see Absent.
func Folder(path string) (is, own bool, err error) {
	info, err := os.Stat(path)
	if err != nil && !Absent(err) {
		return false, false, err
	}
	is = err == nil && info.IsDir()
	return is, is && Owned(info), nil
}

// Ready reports whether reading from a file is known not to wait, which nobody says here.
func Ready(*os.File) bool { return false }

// Writable is not asked on Windows: who writes finds out.
func Writable(string) bool { return true }

// Above returns the nearest folder from a path upwards that is a folder of another name,
// too; "" if none is.
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
