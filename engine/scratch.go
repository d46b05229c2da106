package engine

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// A Scratch makes a run a dry one: it keeps, in a folder of its own, what actions
// change, so that the project stays as it is and what is read afterwards is what
// was written. Close it.
type Scratch struct {
	dir string

	mu      sync.Mutex
	changed map[string]bool // paths whose truth lies in the folder, gone or there
}

// NewScratch returns an empty scratch in the system's folder for temporary files.
func NewScratch() (*Scratch, error) {
	dir, err := os.MkdirTemp("", "bcrules-dry-")
	return &Scratch{dir: dir, changed: map[string]bool{}}, err
}

// Close removes what was written.
func (s *Scratch) Close() error {
	filepath.WalkDir(s.dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			os.Chmod(path, 0o700) // it may be a copy of one that can't be written to
		}
		return nil
	})
	return os.RemoveAll(s.dir)
}

// Changed returns the paths that actions changed or would have, sorted.
func (s *Scratch) Changed() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []string
	for path := range s.changed {
		all = append(all, path)
	}
	slices.Sort(all)
	return all
}

func (s *Scratch) path(path string) string {
	return filepath.Join(s.dir, strings.ReplaceAll(path, ":", "_"))
}

// at returns where the file of a path is: in the folder if it was changed.
func (s *Scratch) at(path string) string {
	s.mu.Lock()
	changed := s.changed[path]
	s.mu.Unlock()
	if changed {
		return s.path(path)
	}
	info, err := os.Lstat(s.path(path))
	if err != nil {
		return path
	}
	if _, err := os.Lstat(path); err == nil && info.IsDir() {
		return path // a folder that is there for the sake of files in it
	}
	return s.path(path)
}

// take copies the file of a path, and the folders it lies in with their modes,
// and returns where the copy is, or would be if there is no such file.
func (s *Scratch) take(path string) (string, error) {
	to := s.path(path)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.changed[path] {
		return to, nil
	}
	if err := s.folders(filepath.Dir(path)); err != nil {
		return "", err
	}
	s.changed[path] = true
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return to, s.mode(filepath.Dir(path))
	case info.IsDir():
		return to, os.Mkdir(to, info.Mode().Perm()|0o700)
	case !info.Mode().IsRegular():
		return to, os.Symlink(path, to) // who opens it sees what it is
	}
	data, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(to, data, info.Mode().Perm()|0o200)
	}
	if err == nil {
		err = os.Chtimes(to, info.ModTime(), info.ModTime())
	}
	if err == nil {
		err = os.Chmod(to, info.Mode().Perm())
	}
	if err == nil {
		err = s.mode(filepath.Dir(path))
	}
	return to, err
}

// mode gives a folder of the scratch the mode it has in truth, so that what can't
// be written there can't be written here.
func (s *Scratch) mode(path string) error {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return nil
	}
	return os.Chmod(s.path(path), info.Mode().Perm()|0o500)
}

// folders makes the folder of a path in the scratch if there is one in truth.
func (s *Scratch) folders(path string) error {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return nil // an action that needs it fails as it would
	}
	to := s.path(path)
	if err := os.MkdirAll(to, 0o700); err != nil {
		return err
	}
	return os.Chmod(to, 0o700) // an earlier copy may have left it read-only
}

// At returns where the file of a path, as Path gives it, is to be read: there,
// or in a dry run what was made of it.
func (h *Host) At(path string) string {
	if h.Scratch == nil {
		return path
	}
	return h.Scratch.at(path)
}

// Change returns where an action may change the file of a path: there, or in a
// dry run a copy of it.
func (h *Host) Change(name string) (string, error) {
	path, err := h.Path(name)
	if err != nil || h.Scratch == nil {
		return path, err
	}
	return h.Scratch.take(path)
}

// Files returns the files below a folder as they are to be read.
func (h *Host) Files(dir string) fs.FS {
	if h.Scratch == nil {
		return os.DirFS(dir)
	}
	return view{h.Scratch, dir}
}

// A view is a folder with what a dry run changed.
type view struct {
	scratch *Scratch
	dir     string
}

func (v view) path(name string) string {
	return v.scratch.at(filepath.Join(v.dir, filepath.FromSlash(name)))
}

// Open implements fs.FS.
func (v view) Open(name string) (fs.File, error) { return os.Open(v.path(name)) }

// Stat implements fs.StatFS.
func (v view) Stat(name string) (fs.FileInfo, error) { return os.Stat(v.path(name)) }

// ReadDir implements fs.ReadDirFS.
func (v view) ReadDir(name string) ([]fs.DirEntry, error) {
	dir := filepath.Join(v.dir, filepath.FromSlash(name))
	entries, err := os.ReadDir(dir)
	made, err2 := os.ReadDir(v.scratch.path(dir))
	if err != nil && err2 == nil {
		err = nil
	}
	entries = slices.DeleteFunc(entries, func(d fs.DirEntry) bool {
		_, err := os.Lstat(v.scratch.at(filepath.Join(dir, d.Name())))
		return err != nil
	})
	for _, d := range made {
		if !slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == d.Name() }) {
			entries = append(entries, d)
		}
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}
