//go:build !windows

package files

import (
	"io"
	"io/fs"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// A Handle is a regular file, open for reading. It is not an os.File, because that would set up the
// runtime's poller, which a short-lived process doesn't need.
type Handle struct {
	Size     int64 // bytes
	Own      bool  // the user owns it
	Private  bool  // nobody else may read or write it
	Roots    bool  // the administrator owns it, and nobody else may write it
	Modified int64 // last write or touch, Unix ns; 0 if unknown
	fd       int
}

// Open opens a regular file for reading; anything else is an error, without waiting.
func Open(path string) (*Handle, error) {
	fd, err := again(func() (int, error) {
		return syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC|syscall.O_NONBLOCK, 0)
	})
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	h := &Handle{fd: fd}
	var s syscall.Stat_t
	if err = syscall.Fstat(fd, &s); err != nil {
		err = &fs.PathError{Op: "stat", Path: path, Err: err}
	} else if s.Mode&syscall.S_IFMT != syscall.S_IFREG {
		err = irregular(path)
	}
	if err != nil {
		h.Close()
		return nil, err
	}
	h.Size, h.Own, h.Private, h.Roots = s.Size, int(s.Uid) == os.Geteuid(), s.Mode&0o077 == 0, s.Uid == 0 && s.Mode&0o022 == 0
	h.Modified = modified(&s)
	return h, nil
}

// ReadAt implements io.ReaderAt.
func (h *Handle) ReadAt(b []byte, from int64) (int, error) {
	done := 0
	for done < len(b) {
		n, err := again(func() (int, error) { return syscall.Pread(h.fd, b[done:], from+int64(done)) })
		if err != nil {
			return done, err
		}
		if n == 0 {
			return done, io.EOF
		}
		done += n
	}
	return done, nil
}

// Close closes the file.
func (h *Handle) Close() error { return syscall.Close(h.fd) }

// AppendUnder appends the result of make, which gets the file as it is while nobody else appends, and
// returns the new size. Data that would take the file beyond max bytes isn't written (ErrFull). If
// the file is removed meanwhile, the data goes to its replacement. If the file can't be locked,
// because a stopped process holds the lock or the file system has none, make gets nil; the data is
// still written in one piece.
func AppendUnder(path string, mode fs.FileMode, max int64, make func(before *Handle) []byte) (size int64, err error) {
	for range appendTries {
		there := false
		if size, there, err = appendUnder(path, mode, max, make); err != nil || there {
			return size, err
		}
	}
	return size, ErrBusy
}

// Appendable returns why nothing can be appended to a file, or nil; also if there is no file.
func Appendable(path string) error {
	fd, err := syscall.Open(path, syscall.O_WRONLY|syscall.O_APPEND|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
	if err != nil {
		return UnlessAbsent(&fs.PathError{Op: "open", Path: path, Err: err})
	}
	defer syscall.Close(fd)
	var disk unix.Statfs_t
	if unix.Fstatfs(fd, &disk) != nil || disk.Blocks == 0 { // the system doesn't count blocks
		return nil
	}
	if disk.Bfree == 0 || disk.Bavail == 0 && os.Geteuid() != 0 { // root alone may use the rest
		return &fs.PathError{Op: "write", Path: path, Err: syscall.ENOSPC}
	}
	return nil
}

func appendUnder(path string, mode fs.FileMode, max int64, make func(before *Handle) []byte) (size int64, there bool, err error) {
	fd, err := create(path, syscall.O_RDWR|syscall.O_APPEND, mode)
	if err != nil {
		return 0, false, err
	}
	defer syscall.Close(fd)
	locked, _ := lockSoon(fd)
	var s, at syscall.Stat_t
	if err := syscall.Fstat(fd, &s); err != nil {
		return 0, false, &fs.PathError{Op: "stat", Path: path, Err: err}
	}
	if syscall.Stat(path, &at) != nil || at.Dev != s.Dev || at.Ino != s.Ino {
		return 0, false, nil
	}
	var before *Handle
	if locked {
		before = &Handle{Size: s.Size, fd: fd}
	}
	data := make(before)
	if s.Size+int64(len(data)) > max {
		return s.Size, false, ErrFull
	}
	n, err := again(func() (int, error) { return syscall.Write(fd, data) })
	if err == nil && n < len(data) { // the disk is full
		err = io.ErrShortWrite
	}
	return s.Size + int64(n), true, err
}

// lockSoon locks an open file until it is closed. It returns false if another process holds the lock
// for longer than any running one would: that process was stopped.
func lockSoon(fd int) (bool, error) {
	for range spins {
		_, err := again(func() (int, error) { return 0, syscall.Flock(fd, syscall.LOCK_EX|syscall.LOCK_NB) })
		if err != syscall.EWOULDBLOCK {
			return err == nil, err
		}
		time.Sleep(spinPause)
	}
	return false, nil
}

// Alone runs change while nobody appends to a file (AppendUnder), and reports whether it did. On a
// file system without locks, a concurrent append may go to the file that change moved.
func Alone(path string, change func() error) (bool, error) {
	h, err := Open(path)
	if err != nil {
		return false, err
	}
	defer h.Close()
	if locked, err := lockSoon(h.fd); err == nil && !locked {
		return false, nil
	}
	return true, change()
}

func create(path string, flag int, mode fs.FileMode) (int, error) {
	fd, err := again(func() (int, error) {
		return syscall.Open(path, syscall.O_CREAT|syscall.O_CLOEXEC|syscall.O_NONBLOCK|flag, uint32(mode.Perm()))
	})
	if err != nil {
		return 0, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	return fd, nil
}

// again repeats a call that a signal interrupted. It compares the raw error, because errors.Is
// costs more than the call.
func again(call func() (int, error)) (int, error) {
	for {
		if n, err := call(); err != syscall.EINTR {
			return n, err
		}
	}
}
