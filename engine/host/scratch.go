package host

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"bcrules.dev/engine/files"
)

// A Scratch makes a run a dry one: it keeps, in a folder of its own, what actions
// change, so that the project stays as it is and what is read afterwards is what
// was written. Close it.
type Scratch struct {
	root *files.Root

	mu      sync.Mutex
	changed map[string]bool // paths whose truth lies in the folder, gone or there
}

// NewScratch returns an empty scratch in the system's folder for temporary files.
func NewScratch() (*Scratch, error) {
	dir, err := os.MkdirTemp("", "bcrules-dry-")
	return &Scratch{root: files.NewRoot(dir), changed: map[string]bool{}}, err
}

// Close removes what was written.
func (s *Scratch) Close() error {
	filepath.WalkDir(s.root.Dir(), func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			os.Chmod(path, 0o700) // it may be a copy of one that can't be written to
		}
		return nil
	})
	return os.RemoveAll(s.root.Dir())
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

// copyOf is where the copy of a place is, or would be.
func (s *Scratch) copyOf(p files.Place) files.Place {
	return s.root.Place("." + string(filepath.Separator) + strings.ReplaceAll(p.Path(), ":", "_"))
}

// at returns where the file of a place is: in the folder if it was changed.
func (s *Scratch) at(p files.Place) files.Place {
	s.mu.Lock()
	changed := s.changed[p.Path()]
	s.mu.Unlock()
	made := s.copyOf(p)
	if changed {
		return made
	}
	info, err := made.Lstat()
	if err != nil {
		return p
	}
	if _, err := p.Lstat(); err == nil && info.IsDir() {
		return p // a folder that is there for the sake of files in it
	}
	return made
}

// take copies the file of a place, and the folders it lies in with their modes,
// and returns where the copy is, or would be if there is no such file.
func (s *Scratch) take(p files.Place) (files.Place, error) {
	to := s.copyOf(p)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.changed[p.Path()] {
		return to, nil
	}
	if err := s.folders(p.Folder()); err != nil {
		return to, err
	}
	s.changed[p.Path()] = true
	info, err := p.Stat()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return to, s.mode(p.Folder())
	case err != nil:
		return to, err
	case info.IsDir():
		return to, os.Mkdir(to.Path(), info.Mode().Perm()|0o700)
	case !info.Mode().IsRegular():
		return to, os.Symlink(p.Path(), to.Path()) // nobody takes it for a file
	}
	data, err := files.Read(p)
	if err == nil {
		err = os.WriteFile(to.Path(), data, info.Mode().Perm()|0o200)
	}
	if err == nil {
		err = os.Chtimes(to.Path(), info.ModTime(), info.ModTime())
	}
	if err == nil {
		err = os.Chmod(to.Path(), info.Mode().Perm())
	}
	if err == nil {
		err = s.mode(p.Folder())
	}
	return to, err
}

// mode gives a folder of the scratch the mode it has in truth, so that what can't
// be written there can't be written here.
func (s *Scratch) mode(p files.Place) error {
	info, err := p.Stat()
	if err != nil || !info.IsDir() {
		return nil
	}
	return os.Chmod(s.copyOf(p).Path(), info.Mode().Perm()|0o500)
}

// folders makes the folder of a place in the scratch if there is one in truth.
func (s *Scratch) folders(p files.Place) error {
	info, err := p.Stat()
	if err != nil || !info.IsDir() {
		return nil // an action that needs it fails as it would
	}
	to := s.copyOf(p).Path()
	if err := os.MkdirAll(to, 0o700); err != nil {
		return err
	}
	return os.Chmod(to, 0o700) // an earlier copy may have left it read-only
}

// At returns where the file of a place is to be read: there, or in a dry run what
// was made of it.
func (h *Host) At(p files.Place) files.Place {
	if h.Scratch == nil {
		return p
	}
	return h.Scratch.at(p)
}

// Change returns where an action may change the file of a path: there, or in a
// dry run a copy of it.
func (h *Host) Change(name string) (files.Place, error) {
	p, err := h.Place(name)
	if err != nil {
		return p, err
	}
	return h.ChangePlace(p)
}

// ChangePlace is Change for a place.
func (h *Host) ChangePlace(p files.Place) (files.Place, error) {
	if h.Scratch == nil {
		return p, nil
	}
	return h.Scratch.take(p)
}

// Files returns the files below a folder as they are to be read.
func (h *Host) Files(dir files.Place) fs.FS { return view{h, dir} }

// A view is a folder with what a dry run changed.
type view struct {
	host *Host
	dir  files.Place
}

// Open implements fs.FS. Globbing opens nothing, and so nobody needs it.
func (v view) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: errors.ErrUnsupported}
}

// Stat implements fs.StatFS.
func (v view) Stat(name string) (fs.FileInfo, error) { return v.host.At(v.dir.Join(name)).Stat() }

// ReadDir implements fs.ReadDirFS.
func (v view) ReadDir(name string) ([]fs.DirEntry, error) {
	dir := v.dir.Join(name)
	entries, err := dir.ReadDir()
	if v.host.Scratch != nil {
		entries, err = v.host.Scratch.merged(dir, entries, err)
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}

// merged returns what is in a folder with what was changed in it.
func (s *Scratch) merged(dir files.Place, entries []fs.DirEntry, err error) ([]fs.DirEntry, error) {
	made, err2 := s.copyOf(dir).ReadDir()
	if err2 == nil {
		err = nil
	}
	entries = slices.DeleteFunc(entries, func(d fs.DirEntry) bool {
		_, err := s.at(dir.Join(d.Name())).Lstat()
		return err != nil
	})
	for _, d := range made {
		if !slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == d.Name() }) {
			entries = append(entries, d)
		}
	}
	return entries, err
}
