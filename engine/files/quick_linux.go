package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"
)

// quick opens a file like os.Root, but has the kernel check that nothing leads out (openat2, Linux
// 5.6): one call instead of two per folder, and without setting up the runtime's poller, which a
// short-lived process doesn't need. If it fails the caller falls back to os.Root, except for a file
// that doesn't exist.
func quick(p Place, flag int, mode fs.FileMode) (*os.File, error) {
	fd, err := beneath(p, p.name, flag, mode)
	if err != nil {
		return nil, err
	}
	if flag&unix.O_PATH == 0 {
		// dontWait was for opening only; with it, NewFile would set up the poller.
		if _, err := unix.FcntlInt(uintptr(fd), unix.F_SETFL, flag&^dontWait); err != nil {
			unix.Close(fd)
			return nil, err
		}
	}
	return os.NewFile(uintptr(fd), filepath.Base(p.name)), nil
}

// beneath opens a name in the root of p.
func beneath(p Place, name string, flag int, mode fs.FileMode) (int, error) {
	if p.root.slow {
		return -1, errors.ErrUnsupported
	}
	dir, done, err := p.root.fd.get(p.root.dir, folder)
	if err != nil {
		return -1, err
	}
	defer done()
	how := &unix.OpenHow{Flags: uint64(flag) | unix.O_CLOEXEC | unix.O_LARGEFILE, Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_MAGICLINKS}
	if flag&os.O_CREATE != 0 {
		how.Mode = uint64(mode.Perm())
	}
	fd, err := again(func() (int, error) { return unix.Openat2(int(dir), name, how) })
	for tries := 0; err == unix.EAGAIN && tries < mostRenames; tries++ {
		fd, err = again(func() (int, error) { return unix.Openat2(int(dir), name, how) })
	}
	if err != nil {
		return -1, &fs.PathError{Op: "open", Path: p.Path(), Err: err}
	}
	return fd, nil
}

// mostRenames is how often a path with ".." is tried again: openat2 gives up (EAGAIN) if something
// is renamed anywhere on the system meanwhile.
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

// A descriptor is the system's number of an open folder. It is no os.File, which would cost as much
// again as the call that needs the folder.
type descriptor int

// Close closes it.
func (d descriptor) Close() error { return unix.Close(int(d)) }

// folder opens a root for quick.
func folder(dir string) (descriptor, error) {
	fd, err := again(func() (int, error) { return unix.Open(dir, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0) })
	if err != nil {
		return -1, &fs.PathError{Op: "open", Path: dir, Err: err}
	}
	return descriptor(fd), nil
}

// quickRoot returns the folder at p as a root that keeps it open.
func quickRoot(p Place) (*Root, error) {
	fd, err := beneath(p, p.name, unix.O_PATH|unix.O_DIRECTORY, 0)
	if err != nil {
		return nil, err
	}
	r := KeepRoot(p.Path())
	r.fd.kept, r.root.at = []descriptor{descriptor(fd)}, fmt.Sprintf("/proc/self/fd/%d", fd)
	return r, nil
}

// quickly changes a name in the folder of p, without following a link of that name. The name must not
// be "." or "..".
func quickly(p Place, change func(dir int, name string) error) error {
	name := filepath.Base(p.name)
	if change == nil || p.nowhere() || name == "." || !filepath.IsLocal(name) {
		return errors.ErrUnsupported
	}
	dir, err := beneath(p, filepath.Dir(p.name), unix.O_PATH|unix.O_DIRECTORY, 0)
	if err != nil {
		return err
	}
	defer unix.Close(dir)
	_, err = again(func() (int, error) { return 0, change(dir, name) })
	return err
}

func folderMade(mode fs.FileMode) func(dir int, name string) error {
	return func(dir int, name string) error { return unix.Mkdirat(dir, name, uint32(mode.Perm())) }
}

func removed(dir int, name string) error { return unix.Unlinkat(dir, name, 0) }

// renamed renames within the folder; nil if to is in another.
func renamed(p, to Place) func(dir int, name string) error {
	if filepath.Dir(p.name) != filepath.Dir(to.name) {
		return nil
	}
	return func(dir int, name string) error { return unix.Renameat(dir, name, dir, filepath.Base(to.name)) }
}

// quickTouch sets the time of the file at p, following links.
func quickTouch(p Place, at time.Time) error {
	fd, err := beneath(p, p.name, unix.O_PATH, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	t, err := unix.TimeToTimespec(at)
	if err != nil {
		return err
	}
	return unix.UtimesNanoAt(fd, "", []unix.Timespec{t, t}, unix.AT_EMPTY_PATH) // Linux 5.8
}

// settled reports whether quick's result is final.
func settled(err error) bool {
	of, is := err.(*fs.PathError)
	return err == nil || is && of.Err == unix.ENOENT
}
