package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Own returns the folder at p as a root; if it doesn't exist and make is set, it is made private.
// Own fails if the folder is somebody else's or a link: in a folder where many may write, such as
// the system's temporary folder, another user may have been first. What is done in the root affects
// the very folder that was checked. Close it.
func (p Place) Own(make bool) (*Root, error) {
	info, err := p.Lstat()
	if Absent(err) && make {
		if err := p.Folder().makeAll(); err != nil {
			return nil, err
		}
		err = p.do(folderMade(0o700), func(r *os.Root, name string) error { return r.Mkdir(name, 0o700) })
		if err == nil || errors.Is(err, fs.ErrExist) { // of several concurrent processes one makes it
			info, err = p.Lstat()
		}
	}
	if err != nil {
		return nil, err
	}
	if !info.IsDir() || !Owned(info) {
		return nil, foreign(p)
	}
	r, err := p.AsRoot()
	if err != nil || r.over != nil {
		return r, err
	}
	if opened, err := r.Place(".").Lstat(); err != nil || !os.SameFile(info, opened) {
		r.Close()
		return nil, errors.Join(err, foreign(p))
	}
	return r, nil
}

// AsRoot returns the folder at p as a root, even if its path is replaced later. Close it.
func (p Place) AsRoot() (*Root, error) {
	if p.root.over != nil {
		return &Root{dir: p.Path(), over: p.root.over}, nil
	}
	if r, err := quickRoot(p); err == nil {
		return r, nil
	}
	root, err := in(p, (*os.Root).OpenRoot)
	if err != nil {
		return nil, err
	}
	r := KeepRoot(p.Path())
	r.root.kept, r.slow = []*os.Root{root}, true // its path may lead elsewhere
	return r, nil
}

func foreign(p Place) error {
	return fmt.Errorf("%s: found something that is not a folder of this user, want one", p.Path())
}

// OpenOwn is Open for a file that must be the user's own.
func OpenOwn(path string) (*Handle, error) {
	h, err := Open(path)
	if err == nil && !h.Own {
		h.Close()
		return nil, fmt.Errorf("%s: found a file of somebody else, want this user's own", path)
	}
	return h, err
}
