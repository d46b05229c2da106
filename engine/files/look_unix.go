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

// ThereRightly is There for files that say something about their folder. In a folder open to all, a
// file counts only if it belongs to this user, the administrator or the folder's owner; anybody
// else could have put it anywhere.
func ThereRightly(path string) (is, folder bool, err error) {
	info, err := os.Lstat(path)
	if err == nil {
		if by := int(info.Sys().(*syscall.Stat_t).Uid); by != 0 && by != os.Geteuid() {
			if of := WhoseOf(filepath.Dir(path)); of.Open && of.Owner != by {
				return false, false, nil
			}
		}
	}
	return existence(info, err)
}

// Ready reports whether reading from a file would not block: it has data or is at its end.
func Ready(f *os.File) bool {
	fds := []unix.PollFd{{Fd: int32(f.Fd()), Events: unix.POLLIN}}
	n, err := again(func() (int, error) { return unix.Poll(fds, 0) })
	return err == nil && n > 0 && fds[0].Revents&unix.POLLNVAL == 0 // some systems report it for terminals
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
