package files

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"syscall"
)

// A Root is a folder that no name in it leads out of: not by "..", not as an absolute path, not by
// a link. A link to an absolute path counts as leading out.
type Root struct {
	dir  string
	root opened[*os.Root]
	fd   opened[descriptor] // for quick
	slow bool               // quick can't reach it
	over *Overlay           // of a dry run; nil for none

	ignored func(dir string) bool // nil for never
}

// NewRoot returns the root at an absolute path, which need not exist yet. It is opened anew for
// each operation.
func NewRoot(dir string) *Root {
	if dir != "" { // "" is nowhere
		dir = filepath.Clean(dir)
	}
	return &Root{dir: dir}
}

// KeepRoot is NewRoot for many operations: it is opened once. Close it.
func KeepRoot(dir string) *Root {
	r := NewRoot(dir)
	r.root.keep, r.fd.keep = true, true
	return r
}

// Close closes a kept root.
func (r *Root) Close() error { return errors.Join(r.root.close(), r.fd.close()) }

// Roots are the roots of one event: what it does in a folder again and again opens that once. A nil
// Roots keeps none. Close it.
type Roots struct {
	// Ignored reports whether git is to ignore the folders that are made in a root. It may be nil.
	Ignored func(root string) bool

	mu  sync.Mutex
	all []*Root
}

// At returns the root at an absolute path.
func (k *Roots) At(dir string) *Root {
	if k == nil {
		return NewRoot(dir)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, r := range k.all {
		if r.dir == dir {
			return r
		}
	}
	r := KeepRoot(dir)
	r.ignored, k.all = k.Ignored, append(k.all, r)
	return r
}

// Keep returns p in a root that is kept.
func (k *Roots) Keep(p Place) Place { return Place{k.At(p.root.dir), p.name} }

// Close closes the roots.
func (k *Roots) Close() (err error) {
	if k == nil {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, r := range k.all {
		err = errors.Join(err, r.Close())
	}
	return err
}

// An opened value is opened for each use, or kept after the first.
type opened[T io.Closer] struct {
	keep bool
	at   string // where it is opened, "" for the root's path
	mu   sync.Mutex
	kept []T // at most one
}

// get returns the opened value. The caller calls done afterwards.
func (o *opened[T]) get(dir string, open func(dir string) (T, error)) (v T, done func() error, err error) {
	if !o.keep {
		if v, err = open(dir); err != nil {
			return v, nil, err
		}
		return v, v.Close, nil
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.kept) == 0 {
		if v, err = open(cmp.Or(o.at, dir)); err != nil {
			return v, nil, err
		}
		o.kept = append(o.kept, v)
	}
	return o.kept[0], func() error { return nil }, nil
}

func (o *opened[T]) close() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	var err error
	for _, v := range o.kept {
		err = v.Close()
	}
	o.kept = nil
	return err
}

func openRoot(dir string) (*os.Root, error) {
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() { // opening a pipe would block
		err = &fs.PathError{Op: "open", Path: dir, Err: syscall.ENOTDIR}
	}
	if err != nil {
		return nil, err
	}
	return os.OpenRoot(dir)
}

// Dir returns the root's path.
func (r *Root) Dir() string { return r.dir }
