package files

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// An Overlay makes a run a dry one: what is changed at a place over it is changed in a
// copy, which lies in a folder of the overlay's own, and what is read there afterwards is
// the copy. The files themselves stay as they are. It may be used side by side. Close it.
//
// It is the places that know of it (Over), so that whoever reads or writes by one can't
// forget that the run is dry.
type Overlay struct {
	root *Root

	mu      sync.Mutex
	changed map[string]bool // paths whose truth lies in the folder, gone or there
}

// NewOverlay returns one in which nothing is changed yet, in a folder for temporary files.
func NewOverlay(temp string) (*Overlay, error) {
	dir, err := os.MkdirTemp(temp, "bcrules-dry-")
	return &Overlay{root: NewRoot(dir), changed: map[string]bool{}}, err
}

// Close removes the copies.
func (o *Overlay) Close() error {
	filepath.WalkDir(o.root.Dir(), func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			os.Chmod(path, 0o700) // it may be a copy of one that can't be written to
		}
		return nil
	})
	return os.RemoveAll(o.root.Dir())
}

// Changed returns the paths of files that were changed, and of folders that were made
// as such, sorted.
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

// Over returns the place as it is over an overlay; as it is, if that is nil.
func (p Place) Over(o *Overlay) Place {
	if o == nil || p.nowhere() {
		return p
	}
	return Place{&Root{dir: p.root.dir, over: o}, p.name}
}

// under returns a place as it is without its overlay.
func (p Place) under() Place { return Place{NewRoot(p.root.dir), p.name} }

// shown returns where what is at p is read: there, or in the copy if it was changed.
func (p Place) shown() Place {
	if p.nowhere() || p.root.over == nil {
		return p
	}
	return p.root.over.at(p.under())
}

// followed returns the place that a link at p leads to, so that over an overlay it is
// the same one by whatever link somebody came. Else the system follows links.
func (p Place) followed() Place {
	if p.nowhere() || p.root.over == nil {
		return p
	}
	return p.target()
}

// changing returns where what is at p may be changed: there, or in a copy that is
// made of it now, with its folders; where it is not there, the folders alone.
func (p Place) changing() (Place, error) {
	if p.nowhere() || p.root.over == nil {
		return p, nil
	}
	return p.root.over.take(p.under())
}

// locking returns the folder whose lock keeps others from changing what is in the
// folder at p.
func (p Place) locking() (Place, error) {
	if p.nowhere() || p.root.over == nil {
		return p, nil
	}
	o := p.root.over
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.copyOf(p), o.folders(p.under())
}

// copyOf is where the copy of a place is, or would be.
func (o *Overlay) copyOf(p Place) Place {
	return o.root.Place("." + string(filepath.Separator) + strings.ReplaceAll(p.Path(), ":", "_"))
}

// at returns where the file of a place is: in the overlay if it was changed.
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
		return p // a folder that is there for the sake of files in it
	}
	return made
}

// isFolder reports whether a folder is at p.
func (p Place) isFolder() bool {
	info, err := p.Stat()
	return err == nil && info.IsDir()
}

// take makes the copy of a place, unless there is one, and returns where it is.
func (o *Overlay) take(p Place) (Place, error) {
	to := o.copyOf(p)
	if root := o.at(p.root.Place(".")); !root.isFolder() { // it can't be opened where the run isn't dry
		r, err := openRoot(root.Path())
		if err != nil {
			return to, err
		}
		r.Close() // it came meanwhile
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.changed[p.Path()] {
		return to, nil
	}
	if err := o.folders(p.Folder()); err != nil {
		return to, err
	}
	if strings.HasSuffix(p.name, temporary) { // it is gone in a moment, and what another left is not taken over
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

// copied copies what is at p, which info is of, to its place in the overlay.
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
		return os.Symlink(p.Path(), to.Path()) // nobody takes it for a file
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

// mode gives a folder of the overlay the mode it has in truth, so that what can't be
// written there can't be written here.
func (o *Overlay) mode(p Place) error {
	info, err := p.Stat()
	if err != nil || !info.IsDir() {
		return nil
	}
	return os.Chmod(o.copyOf(p).Path(), info.Mode().Perm()|0o500)
}

// folders makes the folder of a place in the overlay if there is one in truth.
func (o *Overlay) folders(p Place) error {
	info, err := p.Stat()
	if err != nil || !info.IsDir() {
		return nil // a change that needs it fails as it would
	}
	to := o.copyOf(p).Path()
	if err := os.MkdirAll(to, 0o700); err != nil {
		return err
	}
	return os.Chmod(to, 0o700) // an earlier copy may have left it read-only
}

// merged returns what is in a folder with what was changed in it.
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
