package files

import "os"

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
