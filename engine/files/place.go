package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Place returns the place of a name in the root.
func (r *Root) Place(name string) Place { return Place{r, filepath.Clean(filepath.FromSlash(name))} }

// A Place is where a file is, or may be made: a name in a root. Using a name that leads out of the
// root is an error. The zero Place is nowhere.
type Place struct {
	root *Root
	name string
}

// At returns the place of an absolute path that the user or a rule chose: it may lead anywhere. Its
// root is the folder the path leads to, or the nearest existing one above.
func At(path string) Place {
	info, err := os.Stat(path)
	if err == nil {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			path = real
		}
	}
	dir, name := path, "."
	for {
		if err == nil && info.IsDir() {
			return Place{NewRoot(dir), name}
		}
		up := filepath.Dir(dir)
		if up == dir {
			return Place{NewRoot(dir), name}
		}
		dir, name = up, filepath.Join(filepath.Base(dir), name)
		info, err = os.Stat(dir)
	}
}

// Path returns the place as an absolute path, for display and other programs.
func (p Place) Path() string {
	switch {
	case p.root == nil:
		return ""
	case p.name == "." && !p.nowhere():
		return p.root.dir
	case p.nowhere() || strings.HasPrefix(p.name, "..") || os.IsPathSeparator(p.root.dir[len(p.root.dir)-1]):
		return filepath.Join(p.root.dir, p.name)
	}
	return p.root.dir + string(filepath.Separator) + p.name // both are clean
}

// Inside returns the root, and the absolute path of p with links inside the root followed.
func (p Place) Inside() (root, path string) { return p.root.dir, p.target().Path() }

// Join returns the place of a name in the folder at p.
func (p Place) Join(name string) Place {
	return Place{p.root, filepath.Join(p.name, filepath.FromSlash(name))}
}

// Folder returns the place of p's parent folder.
func (p Place) Folder() Place { return Place{p.root, filepath.Dir(p.name)} }

// Stat describes the file, following links.
func (p Place) Stat() (fs.FileInfo, error) {
	if p.nowhere() {
		return nil, p.absent()
	}
	p = p.followed().shown()
	if info, err := quickStat(p, false); settled(err) {
		return info, err
	}
	return in(p, (*os.Root).Stat)
}

// Lstat describes the file without following a link.
func (p Place) Lstat() (fs.FileInfo, error) {
	if p.nowhere() {
		return nil, p.absent()
	}
	p = p.shown()
	if info, err := quickStat(p, true); settled(err) {
		return info, err
	}
	return in(p, (*os.Root).Lstat)
}

// Remove durably removes a file or an empty folder.
func (p Place) Remove() error {
	if err := p.Drop(); err != nil {
		return err
	}
	return p.Folder().Sync()
}

// Drop is Remove without syncing: a power cut may bring the file back.
func (p Place) Drop() error {
	return p.do(removed, func(r *os.Root, name string) error { return r.Remove(name) })
}

// MkdirAll durably makes a folder and its parents up to the root, with the mode of the folder they
// are made in.
func (p Place) MkdirAll() error {
	if info, err := p.Stat(); err == nil && info.IsDir() {
		return nil
	}
	in, _ := p.Folder().nearest()
	if err := p.makeAll(); err != nil {
		return err
	}
	for at := p; at != in && at != at.Folder(); {
		at = at.Folder()
		if err := at.Sync(); err != nil {
			return err
		}
	}
	return nil
}

// makeAll is MkdirAll without syncing.
func (p Place) makeAll() error {
	if info, err := p.Stat(); err == nil && info.IsDir() {
		return nil
	}
	_, mode := p.Folder().nearest()
	err := p.do(folderMade(mode|0o700), func(r *os.Root, name string) error { return r.MkdirAll(name, mode|0o700) })
	if err == nil && p.root.ignored != nil && p.root.ignored(p.root.dir) {
		Write(p.Join(".gitignore"), []byte("*\n")) // without it git only shows more
	}
	return err
}

// nearest returns the folder at p, or the nearest existing one above, with its mode.
func (p Place) nearest() (Place, fs.FileMode) {
	for {
		info, err := p.Stat()
		if err == nil {
			return p, info.Mode().Perm()
		}
		if p == p.Folder() {
			return p, 0o700
		}
		p = p.Folder()
	}
}

// FileMode returns the mode of a new file at p: whoever may enter its folder may read it, and
// whoever may write there may change it, as far as the umask allows.
func (p Place) FileMode() fs.FileMode {
	_, mode := p.Folder().nearest()
	return mode&0o666 | 0o600
}

// ReadDir returns the entries of the folder at p, sorted by name.
func (p Place) ReadDir() ([]fs.DirEntry, error) {
	var entries []fs.DirEntry
	var err error
	if p.root != nil && p.root.over != nil {
		entries, err = p.root.over.merged(p.under())
	} else {
		entries, err = p.entries()
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}

// entries returns the entries of the folder at p, in the system's order.
func (p Place) entries() ([]fs.DirEntry, error) {
	f, err := p.openFile(os.O_RDONLY|folderOnly, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.ReadDir(-1)
}

// Open opens a regular file for reading and describes it. Anything else is an error, without
// waiting.
func (p Place) Open() (*os.File, fs.FileInfo, error) { return p.open(os.O_RDONLY, 0) }

// open is Open with flags and a mode.
func (p Place) open(flag int, mode fs.FileMode) (*os.File, fs.FileInfo, error) {
	f, err := p.openFile(flag, mode)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = irregular(p.Path())
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

func (p Place) openFile(flag int, mode fs.FileMode) (*os.File, error) {
	if p.nowhere() {
		return nil, p.absent()
	}
	p, err := p.opening(flag)
	if err != nil {
		return nil, err
	}
	if f, err := quick(p, flag|dontWait, mode); settled(err) {
		return f, err
	}
	return in(p, func(r *os.Root, name string) (*os.File, error) { return r.OpenFile(name, flag|dontWait, mode) })
}

// opening returns the place to open p at with these flags.
func (p Place) opening(flag int) (Place, error) {
	if flag&os.O_EXCL == 0 {
		p = p.followed()
	}
	if flag&(os.O_WRONLY|os.O_RDWR|os.O_CREATE|os.O_TRUNC) == 0 {
		return p.shown(), nil
	}
	return p.changing()
}

// maxLinks bounds a chain of links to a file.
const maxLinks = 16

// target follows links at p and returns where they lead; it stops before a link that leads out.
func (p Place) target() Place {
	for range maxLinks {
		if info, err := p.Lstat(); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			break
		}
		to, err := in(p.shown(), (*os.Root).Readlink)
		next := p.Folder().Join(to)
		if err != nil || filepath.IsAbs(to) || !filepath.IsLocal(next.name) {
			break
		}
		p = next
	}
	return p
}

// nowhere reports whether p is the zero Place, or in the project of an event without a folder.
func (p Place) nowhere() bool { return p.root == nil || p.root.dir == "" }

func (p Place) absent() error { return &fs.PathError{Op: "open", Path: p.name, Err: fs.ErrNotExist} }

// do changes p in its root: by quick where the system can, otherwise by change. If both fail, the
// error is that of change.
func (p Place) do(quick func(dir int, name string) error, change func(r *os.Root, name string) error) error {
	p, err := p.changing()
	if err != nil {
		return err
	}
	if quickly(p, quick) == nil {
		return nil
	}
	_, err = in(p, func(r *os.Root, name string) (struct{}, error) { return struct{}{}, change(r, name) })
	return err
}

// in runs do in the root of a place. Its errors name the whole path.
func in[T any](p Place, do func(r *os.Root, name string) (T, error)) (T, error) {
	var none T
	if p.nowhere() {
		return none, p.absent()
	}
	r, done, err := p.root.root.get(p.root.dir, openRoot)
	if err != nil {
		return none, err
	}
	defer done()
	v, err := do(r, p.name)
	if err != nil {
		var fault *fs.PathError
		if errors.As(err, &fault) {
			err = &fs.PathError{Op: fault.Op, Path: p.Path(), Err: fault.Err}
		}
		return none, err
	}
	return v, nil
}
