package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// MaxRead bounds what is read of one file, in bytes.
const MaxRead = 64 << 20

// lockTime bounds the wait for other processes; lockRetry is the pause between tries.
const (
	lockTime  = 2 * time.Second
	lockRetry = 2 * time.Millisecond
)

// Read returns the content of a regular file. It doesn't wait on pipes or
// devices, and refuses files over MaxRead.
func Read(path string) ([]byte, error) {
	h, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer h.Close()
	if h.Size > MaxRead {
		return nil, fmt.Errorf("%s: found %d bytes, want at most %d", path, h.Size, MaxRead)
	}
	data := make([]byte, h.Size)
	n, err := h.ReadAt(data, 0)
	if err == io.EOF { // it became shorter meanwhile
		err = nil
	}
	return data[:n], err
}

func irregular(path string) error {
	return fmt.Errorf("%s: found no regular file, want one", path)
}

// Write replaces a file's content, in one step for whoever reads it. The mode of
// a file that is there is kept; a new one may be read as its folder allows.
func Write(path string, data []byte) error {
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	return WriteMode(path, data, mode)
}

// WriteMode is Write with the mode the file is to have.
func WriteMode(path string, data []byte, mode fs.FileMode) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), ".bcrules-*.tmp")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // gone after the rename
	_, err = tmp.Write(data)
	err = errors.Join(err, tmp.Chmod(mode), tmp.Close())
	if err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}

// Locked runs change while no other process runs one for the same folder.
// It fails if the folder stays locked for two seconds.
func Locked(dir string, change func() error) error {
	l := dirLock(dir)
	ctx, cancel := context.WithTimeout(context.Background(), lockTime)
	defer cancel()
	if _, err := l.TryLockContext(ctx, lockRetry); errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("%s: locked by another process for %s", dir, lockTime)
	} else if err != nil {
		return err
	}
	defer l.Close()
	return change()
}

// TryLocked is Locked without the wait. It reports whether change was run.
func TryLocked(dir string, change func() error) (bool, error) {
	l := dirLock(dir)
	if ok, err := l.TryLock(); err != nil || !ok {
		return false, err
	}
	defer l.Close()
	return true, change()
}

// ErrFull is the fault of what would make a file larger than it may be.
var ErrFull = errors.New("the file is full")

// ParseTime reads the times that tools write into JSON: RFC 3339 with or without
// fractions, the same without a zone (UTC), or a date.
func ParseTime(s string) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", time.DateTime, time.DateOnly} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}
