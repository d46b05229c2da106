package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// What is kept is on the disk before whoever wrote it goes on, in this order: the data of a
// file before the name that it gets, and the name of a folder before what lies in it is
// spoken of. So a power cut leaves the old or the new one, and never less than what a hook
// answered. What can be made again, or tells of what is past, isn't waited for (WriteCache,
// AppendLog, Touch, Place.Drop).

// Sync waits until the names in the folder at p are on the disk. A file system that can't be
// told to, and a folder that may not be read, are no fault: the names are there for whoever
// looks.
func (p Place) Sync() error {
	if p.root.over != nil { // copies, which are gone in a moment
		return nil
	}
	f, err := p.openFile(os.O_RDONLY|folderOnly, 0)
	if errors.Is(err, fs.ErrPermission) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	return synced(syncNames(f))
}

// keep waits until what was written to the file at p, which is open, is on the disk.
func (p Place) keep(f *os.File, sync func(*os.File) error) error {
	if p.root.over != nil {
		return nil
	}
	return synced(sync(f))
}

// synced is an error of a sync but that of a file system that has none.
func synced(err error) error {
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}

// MkdirAll makes a folder at a path and those above it, with a mode.
func MkdirAll(dir string, mode fs.FileMode) error {
	var made []string
	for at := filepath.Clean(dir); ; at = filepath.Dir(at) {
		if _, err := os.Stat(at); err == nil || at == filepath.Dir(at) {
			break
		}
		made = append(made, at)
	}
	if err := os.MkdirAll(dir, mode); err != nil {
		return err
	}
	for _, at := range made {
		if err := NewRoot(filepath.Dir(at)).Place(".").Sync(); err != nil {
			return err
		}
	}
	return nil
}

// Remove removes what is at a path, a link and not what it leads to.
func Remove(path string) error {
	if err := os.Remove(path); err != nil {
		return err
	}
	return NewRoot(filepath.Dir(path)).Place(".").Sync()
}
