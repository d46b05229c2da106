package files

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// An Overlay makes a run dry: places over it change a copy in a folder of the overlay's own, and
// then read that copy. The files themselves stay as they are. An Overlay is safe for concurrent
// use. Close it.
//
// The places themselves know of it (Over), so that no reader or writer can forget that the run is
// dry.
type Overlay struct {
	root *Root

	mu      sync.Mutex
	changed map[string]bool // paths whose current state, even if deleted, is in the folder
}

// NewOverlay returns an empty overlay in a folder for temporary files.
func NewOverlay(temp string) (*Overlay, error) {
	dir, err := os.MkdirTemp(temp, "bcrules-dry-")
	return &Overlay{root: NewRoot(dir), changed: map[string]bool{}}, err
}

// Close removes the copies.
func (o *Overlay) Close() error {
	filepath.WalkDir(o.root.Dir(), func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			os.Chmod(path, 0o700) // it may be a copy of a read-only folder
		}
		return nil
	})
	return os.RemoveAll(o.root.Dir())
}

// Changed returns the paths of changed files and of folders that were made explicitly, sorted.
func (o *Overlay) Changed() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	var all []string
	for path := range o.changed {
		all = append(all, path)
	}
	slices.Sort(all)
	return all
}

// Over returns the place over an overlay; p itself if that is nil.
func (p Place) Over(o *Overlay) Place {
	if o == nil || p.nowhere() {
		return p
	}
	return Place{&Root{dir: p.root.dir, over: o}, p.name}
}

// under returns the place without its overlay.
func (p Place) under() Place { return Place{NewRoot(p.root.dir), p.name} }

// shown returns where p is read: the copy if it was changed, else p.
func (p Place) shown() Place {
	if p.nowhere() || p.root.over == nil {
		return p
	}
	return p.root.over.at(p.under())
}

// followed resolves a link at p, so that over an overlay all links to a file give one place.
// Without an overlay the system follows links.
func (p Place) followed() Place {
	if p.nowhere() || p.root.over == nil {
		return p
	}
	return p.target()
}

// changing returns where p may be changed: p itself, or a copy with its folders, made now. If p
// doesn't exist, only the folders are made.
func (p Place) changing() (Place, error) {
	if p.nowhere() || p.root.over == nil {
		return p, nil
	}
	return p.root.over.take(p.under())
}

// locking returns the folder whose lock guards the content of the folder at p.
func (p Place) locking() (Place, error) {
	if p.nowhere() || p.root.over == nil {
		return p, nil
	}
	o := p.root.over
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.copyOf(p), o.folders(p.under())
}

// copyOf returns where the copy of a place is, or would be.
func (o *Overlay) copyOf(p Place) Place {
	return o.root.Place("." + string(filepath.Separator) + strings.ReplaceAll(p.Path(), ":", "_"))
}

// at returns where a place's current state is: in the overlay if it was changed.
func (o *Overlay) at(p Place) Place {
	o.mu.Lock()
	changed := o.changed[p.Path()]
	o.mu.Unlock()
	made := o.copyOf(p)
	if changed {
		return made
	}
	info, err := made.Lstat()
	if err != nil {
		return p
	}
	if _, err := p.Lstat(); err == nil && info.IsDir() {
		return p // a folder that was made only for files in it
	}
	return made
}

// isFolder reports whether a folder is at p.
func (p Place) isFolder() bool {
	info, err := p.Stat()
	return err == nil && info.IsDir()
}

// take makes the copy of a place unless there is one, and returns it.
func (o *Overlay) take(p Place) (Place, error) {
	to := o.copyOf(p)
	if root := o.at(p.root.Place(".")); !root.isFolder() { // without an overlay it couldn't be opened
		r, err := openRoot(root.Path())
		if err != nil {
			return to, err
		}
		r.Close() // it was made meanwhile
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.changed[p.Path()] {
		return to, nil
	}
	if err := o.folders(p.Folder()); err != nil {
		return to, err
	}
	if strings.HasSuffix(p.name, temporary) { // short-lived, and another process's leftover is not copied
		return to, o.mode(p.Folder())
	}
	o.changed[p.Path()] = true
	info, err := p.Lstat()
	switch {
	case Absent(err):
		err = nil
	case err == nil:
		err = o.copied(p, to, info)
	}
	if err == nil {
		err = o.mode(p.Folder())
	}
	return to, err
}

// copied copies p, described by info, into the overlay.
func (o *Overlay) copied(p, to Place, info fs.FileInfo) error {
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		leads, err := in(p, (*os.Root).Readlink)
		if err != nil {
			return err
		}
		return os.Symlink(leads, to.Path())
	case info.IsDir():
		return os.MkdirAll(to.Path(), info.Mode().Perm()|0o700)
	case !info.Mode().IsRegular():
		return os.Symlink(p.Path(), to.Path()) // so that nothing reads it as a file
	}
	data, err := Read(p)
	if err == nil {
		err = os.WriteFile(to.Path(), data, info.Mode().Perm()|0o200)
	}
	if err == nil {
		err = os.Chtimes(to.Path(), info.ModTime(), info.ModTime())
	}
	if err == nil {
		err = os.Chmod(to.Path(), info.Mode().Perm())
	}
	return err
}

// mode gives a copied folder its real mode, so that what can't be written there can't be written
// here.
func (o *Overlay) mode(p Place) error {
	info, err := p.Stat()
	if err != nil || !info.IsDir() {
		return nil
	}
	return os.Chmod(o.copyOf(p).Path(), info.Mode().Perm()|0o500)
}

// folders makes a place's folder in the overlay if the real one exists.
func (o *Overlay) folders(p Place) error {
	info, err := p.Stat()
	if err != nil || !info.IsDir() {
		return nil // a change that needs it fails as without an overlay
	}
	to := o.copyOf(p).Path()
	if err := os.MkdirAll(to, 0o700); err != nil {
		return err
	}
	return os.Chmod(to, 0o700) // an earlier copy may have left it read-only
}

// merged returns the entries of a folder with the overlay's changes applied.
func (o *Overlay) merged(dir Place) ([]fs.DirEntry, error) {
	entries, err := dir.entries()
	made, err2 := o.copyOf(dir).entries()
	if err2 == nil {
		err = nil
	}
	entries = slices.DeleteFunc(entries, func(d fs.DirEntry) bool {
		_, err := o.at(dir.Join(d.Name())).Lstat()
		return err != nil
	})
	for _, d := range made {
		if !slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == d.Name() }) {
			entries = append(entries, d)
		}
	}
	return entries, err
}
