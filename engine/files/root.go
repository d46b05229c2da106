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
