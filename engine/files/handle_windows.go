package files

import (
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// A Handle is a regular file, open for reading.
type Handle struct {
	Size     int64 // bytes
	Own      bool  // always true: Windows doesn't tell the owner
	Private  bool  // always true, too
	Roots    bool  // never
	Modified int64 // last write or touch, Unix ns
	*os.File
}

// Open opens a regular file for reading; anything else is an error.
func Open(path string) (*Handle, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = irregular(path)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return &Handle{info.Size(), true, true, false, info.ModTime().UnixNano(), f}, nil
}

// AppendUnder appends the result of make, which gets the file as it is while nobody else appends, and
// returns the new size. Data that would take the file beyond max bytes isn't written (ErrFull).
func AppendUnder(path string, mode fs.FileMode, max int64, make func(before *Handle) []byte) (size int64, err error) {
	for range spins {
		locked, err := TryLocked(filepath.Dir(path), func() error {
			f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_RDWR, mode)
			if err != nil {
				return err
			}
			defer f.Close()
			info, err := f.Stat()
			if err != nil {
				return err
			}
			data := make(&Handle{Size: info.Size(), File: f})
			if size = info.Size(); size+int64(len(data)) > max {
				return ErrFull
			}
			size += int64(len(data))
			_, err = f.Write(data)
			return err
		})
		if locked || err != nil {
			return size, err
		}
		time.Sleep(spinPause)
	}
	return size, ErrBusy
}

// Appendable returns why nothing can be appended to a file, or nil; also if there is no file.
func Appendable(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err == nil {
		return f.Close()
	}
	return UnlessAbsent(err)
}

// Alone runs change. The caller holds the lock of the file's folder, without which nobody appends.
func Alone(_ string, change func() error) (bool, error) { return true, change() }
