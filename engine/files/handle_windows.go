package files

import (
	"io/fs"
	"os"
	"time"
)

// A Handle is a regular file, open for reading.
type Handle struct {
	Size int64 // bytes
	Own  bool  // always: whose a file is is not asked on Windows
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
	return &Handle{info.Size(), true, f}, nil
}

// Append adds data at the end of a file and makes the file if it isn't there.
func Append(path string, data []byte, mode fs.FileMode) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, mode)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.Write(data)
	return err
}

// Touch gives a file a time, and makes it if it isn't there.
func Touch(path string, at time.Time) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	f.Close()
	return os.Chtimes(path, at, at)
}
