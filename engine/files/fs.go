package files

import (
	"errors"
	"io/fs"
)

// FS returns the folder at p as globbing asks it.
func (p Place) FS() fs.FS { return folderFS{p} }

// A folderFS is a folder for package fs, whose files are not opened.
type folderFS struct{ dir Place }

// Open implements fs.FS. Globbing opens nothing, and so nobody needs it.
func (f folderFS) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: errors.ErrUnsupported}
}

// Stat implements fs.StatFS.
func (f folderFS) Stat(name string) (fs.FileInfo, error) { return f.dir.Join(name).Stat() }

// ReadDir implements fs.ReadDirFS.
func (f folderFS) ReadDir(name string) ([]fs.DirEntry, error) { return f.dir.Join(name).ReadDir() }
