package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Durable writes are on disk before the writer continues, in order: a file's data before its name,
// and a folder's name before anything relies on its content. So a power cut leaves the old or the
// new file, never less than what a hook answered. What can be remade or only records the past is
// not synced (WriteCache, AppendLog, Touch, Place.Drop).

// Sync waits until the names in the folder at p are on disk. A file system without sync, or a
// folder that may not be read, is no error: the names are visible in any case.
func (p Place) Sync() error {
	if p.root.over != nil { // copies are short-lived
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
	return ignoreUnsupported(syncNames(f))
}

// persist waits until what was written to f, the open file at p, is on disk.
func (p Place) persist(f *os.File, sync func(*os.File) error) error {
	if p.root.over != nil {
		return nil
	}
	return ignoreUnsupported(sync(f))
}

// ignoreUnsupported returns err unless the file system can't sync.
func ignoreUnsupported(err error) error {
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}

// MkdirAll durably makes a folder and its parents with a mode.
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

// Remove durably removes what is at a path; a link, not its target.
func Remove(path string) error {
	if err := os.Remove(path); err != nil {
		return err
	}
	return NewRoot(filepath.Dir(path)).Place(".").Sync()
}
