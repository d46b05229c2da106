package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// maxFree bounds how many names are tried for a moved file.
const maxFree = 10_000

// Move moves the file at p to another place and returns it. If a file exists there, it is replaced
// if over is set; otherwise the moved file is named NAME-2, NAME-3 and so on. Missing folders are
// made. The lock of p's folder must be held.
//
// Within a root it is atomic; into another the file is written first and then removed.
func Move(p, to Place, over bool) (Place, error) {
	info, err := p.Lstat()
	if err != nil {
		return to, err
	}
	if info.IsDir() {
		return to, irregular(p.Path())
	}
	if err := to.Folder().MkdirAll(); err != nil {
		return to, err
	}
	if !over {
		if to, err = free(to); err != nil {
			return to, err
		}
	}
	if p.root.over != nil || p.root.dir == to.root.dir {
		return to, p.renamed(to, info)
	}
	data, err := Read(p)
	if err != nil {
		return to, err
	}
	err = locked(to.Folder(), func() error { return WriteMode(to, data, info.Mode().Perm()) })
	if err == nil {
		err = p.Remove()
	}
	return to, err
}

// renamed is a durable rename. The content is synced first: it may replace a file that is on disk,
// and its writer may not have synced.
func (p Place) renamed(to Place, info fs.FileInfo) error {
	if info.Mode().IsRegular() {
		f, _, err := p.Open()
		if err == nil {
			err = errors.Join(p.persist(f, (*os.File).Sync), f.Close())
		}
		if err != nil && !errors.Is(err, fs.ErrPermission) { // it can be moved even if it can't be read
			return err
		}
	}
	if err := p.rename(to); err != nil {
		return err
	}
	if err := to.Folder().Sync(); err != nil || p.Folder() == to.Folder() {
		return err
	}
	return p.Folder().Sync()
}

// free returns p, or if that is taken the first free name beside it.
func free(p Place) (Place, error) {
	dir, name := p.Folder(), filepath.Base(p.name)
	ext := filepath.Ext(name)
	for n := 1; n < maxFree; n++ {
		at := p
		if n > 1 {
			at = dir.Join(fmt.Sprintf("%s-%d%s", strings.TrimSuffix(name, ext), n, ext))
		}
		if _, err := at.Lstat(); Absent(err) {
			return at, nil
		} else if err != nil {
			return at, err
		}
	}
	return p, fmt.Errorf("%s: found %d files beside it, want a name that is free", p.Path(), maxFree)
}
