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

// Names returns the names of what is in a folder, in the system's order. Like Open it
// keeps clear of os.File.
func Names(dir string) ([]string, error) { return NamesMost(dir, math.MaxInt) }

// NamesMost is Names of at most so many; it fails where there are more.
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

// There reports whether something has a path, be it a link that leads nowhere, and whether
// that is a folder itself. It fails if there is no telling; see Absent.
func There(path string) (is, folder bool, err error) {
	var s syscall.Stat_t
	_, err = again(func() (int, error) { return 0, syscall.Lstat(path, &s) })
	return there(path, s, err)
}

func there(path string, s syscall.Stat_t, err error) (is, folder bool, fault error) {
	if err != nil && !Absent(err) {
		return false, false, &fs.PathError{Op: "lstat", Path: path, Err: err}
	}
	return err == nil, err == nil && s.Mode&syscall.S_IFMT == syscall.S_IFDIR, nil
}

// ThereRightly is There of what says something of the folder that it is in. Where all may write
// it says nothing unless it is this user's, the administrator's, or of who has the folder: who
// else made it could have made it anywhere.
func ThereRightly(path string) (is, folder bool, err error) {
	var s syscall.Stat_t
	_, err = again(func() (int, error) { return 0, syscall.Lstat(path, &s) })
	if err == nil && s.Uid != 0 && int(s.Uid) != os.Geteuid() {
		if of := WhoseOf(filepath.Dir(path)); of.Open && of.Owner != int(s.Uid) {
			return false, false, nil
		}
	}
	return there(path, s, err)
}

// Folder reports whether a path leads to a folder, and whether it is this user's own. It
// fails if there is no telling; see Absent.
func Folder(path string) (is, own bool, err error) {
	s, err := look(path)
	if err != nil && !Absent(err) {
		return false, false, &fs.PathError{Op: "stat", Path: path, Err: err}
	}
	is = err == nil && s.Mode&syscall.S_IFMT == syscall.S_IFDIR
	return is, is && int(s.Uid) == os.Geteuid(), nil
}

// Ready reports whether reading from a file would not wait: there is something, or
// nothing more will come.
func Ready(f *os.File) bool {
	fds := []unix.PollFd{{Fd: int32(f.Fd()), Events: unix.POLLIN}}
	n, err := again(func() (int, error) { return unix.Poll(fds, 0) })
	return err == nil && n > 0 && fds[0].Revents&unix.POLLNVAL == 0 // some systems say so of terminals
}

// Above returns the nearest folder from a path upwards that is a folder of another name,
// too; "" if none is.
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

// Writable reports whether this user may make files in a folder, by what the system says of
// it. Where it isn't there that is the nearest above it that is.
func Writable(dir string) bool {
	for {
		err := unix.Access(dir+"/.", unix.W_OK|unix.X_OK)
		up := filepath.Dir(dir)
		if err != syscall.ENOENT || up == dir {
			return err == nil
		}
		if there, _, err := There(dir); there || err != nil { // a link that leads nowhere stays in the way
			return false
		}
		dir = up
	}
}

// A place tells a folder from all others.
type place struct{ device, inode uint64 }

func placeOf(path string) (place, error) {
	s, err := look(path)
	return place{uint64(s.Dev), s.Ino}, err
}
