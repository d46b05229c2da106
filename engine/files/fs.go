package files

import (
	"errors"
	"io/fs"
)

// FS returns the folder at p for globbing. fs.Glob ignores what it can't read, so unread is called
// for each such name, as often as it is encountered.
func (p Place) FS(unread func(name string, err error)) fs.FS { return folderFS{p, unread} }

// A folderFS is a folder for package fs. Its files can't be opened.
type folderFS struct {
	dir    Place
	unread func(name string, err error)
}

// Open implements fs.FS. Globbing never calls it.
func (f folderFS) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: errors.ErrUnsupported}
}

// Stat implements fs.StatFS.
func (f folderFS) Stat(name string) (fs.FileInfo, error) {
	info, err := f.dir.Join(name).Stat()
	f.report(name, err)
	return info, err
}

// ReadDir implements fs.ReadDirFS.
func (f folderFS) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := f.dir.Join(name).ReadDir()
	f.report(name, err)
	return entries, err
}

// report passes on what can't be read, including a link that leads out of the root.
func (f folderFS) report(name string, err error) {
	if err != nil && !Absent(err) && (!NoText(err) || LeadsOut(err)) {
		f.unread(name, err)
	}
}
