package files

import (
	"io/fs"
	"os"
)

// A Handle is a regular file, open for reading.
type Handle struct {
	Size     int64 // bytes
	Own      bool  // always true: Windows doesn't tell the owner
	Private  bool  // likewise
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

// AppendUnder is Append for a file that must not exceed max bytes; it returns the new size. Data
// that doesn't fit isn't written: ErrFull.
func AppendUnder(path string, data []byte, mode fs.FileMode, max int64) (int64, error) {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, mode)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	size := info.Size() + int64(len(data))
	if size > max {
		return info.Size(), ErrFull
	}
	_, err = f.Write(data)
	return size, err
}
