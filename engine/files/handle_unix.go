//go:build !windows

package files

import (
	"io"
	"io/fs"
	"os"
	"syscall"
)

// A Handle is a regular file, open for reading. It is no os.File: that would set
// up the runtime's poller, which a process that ends at once has no use for.
type Handle struct {
	Size     int64 // bytes
	Own      bool  // it is the user's
	Private  bool  // nobody else may read or write it
	Roots    bool  // it is the administrator's, and nobody else may write it
	Modified int64 // when it was last written, or marked as such, nanoseconds since 1970; 0 where the system doesn't say
	fd       int
}

// Open opens a regular file for reading; anything else is an error and isn't
// waited for.
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

// Close lets go of the file.
func (h *Handle) Close() error { return syscall.Close(h.fd) }

// AppendUnder is Append to a file that is not to be larger than max bytes; it
// returns the size afterwards. What would not fit isn't written: ErrFull. A file
// that was removed meanwhile has not kept the data, which then goes to the one
// that stands in its place.
func AppendUnder(path string, data []byte, mode fs.FileMode, max int64) (int64, error) {
	for {
		size, kept, err := appendUnder(path, data, mode, max)
		if err != nil || kept {
			return size, err
		}
	}
}

func appendUnder(path string, data []byte, mode fs.FileMode, max int64) (size int64, kept bool, err error) {
	fd, err := create(path, syscall.O_APPEND, mode)
	if err != nil {
		return 0, false, err
	}
	defer syscall.Close(fd)
	var s, there syscall.Stat_t
	if err := syscall.Fstat(fd, &s); err != nil {
		return 0, false, &fs.PathError{Op: "stat", Path: path, Err: err}
	}
	if s.Size+int64(len(data)) > max {
		return s.Size, false, ErrFull
	}
	n, err := again(func() (int, error) { return syscall.Write(fd, data) })
	if err == nil && n < len(data) { // the disk is full
		err = io.ErrShortWrite
	}
	if err == nil {
		err = syscall.Fstat(fd, &s)
	}
	if kept = s.Nlink > 0; !kept && syscall.Stat(path, &there) == nil {
		kept = there.Dev == s.Dev && there.Ino == s.Ino // some file systems count no links
	}
	return s.Size, kept, err
}

func create(path string, flag int, mode fs.FileMode) (int, error) {
	fd, err := again(func() (int, error) {
		return syscall.Open(path, syscall.O_WRONLY|syscall.O_CREAT|syscall.O_CLOEXEC|syscall.O_NONBLOCK|flag, uint32(mode.Perm()))
	})
	if err != nil {
		return 0, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	return fd, nil
}

// again repeats a call that a signal interrupted. The call's error is the system's own:
// to look for one in it, as errors.Is does, costs more than the call.
func again(call func() (int, error)) (int, error) {
	for {
		if n, err := call(); err != syscall.EINTR {
			return n, err
		}
	}
}
