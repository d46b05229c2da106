package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/sys/unix"
)

// quick opens a file like os.Root, but has the kernel check that nothing leads out (openat2, Linux
// 5.6): one call instead of two per folder, and without setting up the runtime's poller, which a
// short-lived process doesn't need. If it fails the caller falls back to os.Root, except for a file
// that doesn't exist.
func quick(p Place, flag int, mode fs.FileMode) (*os.File, error) {
	dir, done, err := p.root.fd.get(p.root.dir, folder)
	if err != nil {
		return nil, err
	}
	defer done()
	how := &unix.OpenHow{Flags: uint64(flag) | unix.O_CLOEXEC | unix.O_LARGEFILE, Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_MAGICLINKS}
	if flag&os.O_CREATE != 0 {
		how.Mode = uint64(mode.Perm())
	}
	fd, err := again(func() (int, error) { return unix.Openat2(int(dir.Fd()), p.name, how) })
	for tries := 0; err == unix.EAGAIN && tries < mostRenames; tries++ {
		fd, err = again(func() (int, error) { return unix.Openat2(int(dir.Fd()), p.name, how) })
	}
	runtime.KeepAlive(dir) // an unreferenced file is closed
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: p.Path(), Err: err}
	}
	if flag&unix.O_PATH == 0 {
		// dontWait was for opening only; the file should use the poller.
		if _, err := unix.FcntlInt(uintptr(fd), unix.F_SETFL, flag&^dontWait); err != nil {
			unix.Close(fd)
			return nil, err
		}
	}
	return os.NewFile(uintptr(fd), filepath.Base(p.name)), nil
}

// mostRenames is how often a path with ".." is tried again: openat2 gives up (EAGAIN) whenever
// something is renamed anywhere on the system meanwhile.
const mostRenames = 8

// quickStat replaces os.Root's Stat, or for a link itself its Lstat, as quick does for opening.
func quickStat(p Place, link bool) (fs.FileInfo, error) {
	flag := unix.O_PATH
	if link {
		flag |= unix.O_NOFOLLOW
	}
	f, err := quick(p, flag, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Stat()
}

// folder opens a root for quick.
func folder(dir string) (*os.File, error) {
	fd, err := again(func() (int, error) { return unix.Open(dir, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0) })
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: dir, Err: err}
	}
	return os.NewFile(uintptr(fd), dir), nil
}

// settled reports whether quick's result is final.
func settled(err error) bool { return err == nil || errors.Is(err, fs.ErrNotExist) }
