//go:build !windows

package files

import (
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"
)

// Names returns the names in a folder, in the system's order. Like Open it avoids os.File.
func Names(dir string) ([]string, error) { return NamesMost(dir, math.MaxInt) }

// NamesMost is Names, but fails for more than most names.
func NamesMost(dir string, most int) ([]string, error) {
	fd, err := again(func() (int, error) {
		return syscall.Open(dir, syscall.O_RDONLY|syscall.O_DIRECTORY|syscall.O_CLOEXEC, 0)
	})
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: dir, Err: err}
	}
	defer syscall.Close(fd)
	var names []string
	buf := make([]byte, 4<<10)
	for {
		n, err := again(func() (int, error) { return syscall.ReadDirent(fd, buf) })
		if err != nil {
			return names, &fs.PathError{Op: "read", Path: dir, Err: err}
		}
		if n <= 0 {
			return names, nil
		}
		if _, _, names = syscall.ParseDirent(buf[:n], -1, names); len(names) > most {
			return nil, TooMany(dir, most)
		}
	}
}

// There reports whether a path exists, even as a dangling link, and whether it is itself a folder.
// It fails if that can't be determined; see Absent.
func There(path string) (is, folder bool, err error) {
	var s syscall.Stat_t
	_, err = again(func() (int, error) { return 0, syscall.Lstat(path, &s) })
	return existence(path, s, err)
}

func existence(path string, s syscall.Stat_t, err error) (is, folder bool, fault error) {
	if err != nil && !Absent(err) {
		return false, false, &fs.PathError{Op: "lstat", Path: path, Err: err}
	}
	return err == nil, err == nil && s.Mode&syscall.S_IFMT == syscall.S_IFDIR, nil
}

// ThereRightly is There for files that say something about their folder. In a folder open to all, a
// file counts only if it belongs to this user, the administrator or the folder's owner; anybody
// else could have put it anywhere.
func ThereRightly(path string) (is, folder bool, err error) {
	var s syscall.Stat_t
	_, err = again(func() (int, error) { return 0, syscall.Lstat(path, &s) })
	if err == nil && s.Uid != 0 && int(s.Uid) != os.Geteuid() {
		if of := WhoseOf(filepath.Dir(path)); of.Open && of.Owner != int(s.Uid) {
			return false, false, nil
		}
	}
	return existence(path, s, err)
}

// Folder reports whether a path leads to a folder, and whether this user owns it. It fails if that
// can't be determined; see Absent.
func Folder(path string) (is, own bool, err error) {
	s, err := stat(path)
	if err != nil && !Absent(err) {
		return false, false, &fs.PathError{Op: "stat", Path: path, Err: err}
	}
	is = err == nil && s.Mode&syscall.S_IFMT == syscall.S_IFDIR
	return is, is && int(s.Uid) == os.Geteuid(), nil
}

// Ready reports whether reading from a file would not block: it has data or is at its end.
func Ready(f *os.File) bool {
	fds := []unix.PollFd{{Fd: int32(f.Fd()), Events: unix.POLLIN}}
	n, err := again(func() (int, error) { return unix.Poll(fds, 0) })
	return err == nil && n > 0 && fds[0].Revents&unix.POLLNVAL == 0 // some systems report it for terminals
}

// Above returns the nearest folder from path upwards that is the same as folder under another name;
// "" if none is.
func Above(path, folder string) string {
	at, err := placeOf(folder)
	for up := path; err == nil; {
		if here, err := placeOf(up); err == nil && here == at {
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

// Writable reports whether this user may create files in a folder, or if it doesn't exist, in the
// nearest existing one above.
func Writable(dir string) bool {
	for {
		err := unix.Access(dir+"/.", unix.W_OK|unix.X_OK)
		up := filepath.Dir(dir)
		if err != syscall.ENOENT || up == dir {
			return err == nil
		}
		if there, _, err := There(dir); there || err != nil { // a dangling link is in the way
			return false
		}
		dir = up
	}
}

// A place identifies a folder.
type place struct{ device, inode uint64 }

func placeOf(path string) (place, error) {
	s, err := stat(path)
	return place{uint64(s.Dev), s.Ino}, err
}
