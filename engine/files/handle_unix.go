//go:build !windows

package files

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// A Handle is a regular file, open for reading. It is no os.File: that would set
// up the runtime's poller, which a process that ends at once has no use for.
type Handle struct {
	Size int64 // bytes
	Own  bool  // it is the user's
	fd   int
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
	h.Size, h.Own = s.Size, int(s.Uid) == os.Geteuid()
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

// again repeats a call that a signal interrupted.
func again(call func() (int, error)) (int, error) {
	for {
		if n, err := call(); !errors.Is(err, syscall.EINTR) {
			return n, err
		}
	}
}
