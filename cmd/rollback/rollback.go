// Package rollback lets a command that changes several files change all of them or none: it keeps
// the old content of each, and puts it back if a later step fails.
//
// It keeps that in memory, so the changes of a process that is killed stay. A process that is asked
// to end (an interrupt, a terminal that goes) ends at the next step.
package rollback

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"

	"bcrules.dev/cmd/inside"
	"bcrules.dev/engine/files"
)

// A Rollback has the content of files before they were changed.
type Rollback struct {
	changes []change
	signals chan os.Signal
}

// A change is the change of one file.
type change struct {
	path    string
	was, is []byte   // nil if there was no file, or is none
	made    []string // folders made for it, innermost first
}

// Change runs a step that changes only the files of some paths. Once the process was asked to end,
// it runs none.
func (r *Rollback) Change(step func() error, paths ...string) error {
	if r.signals == nil {
		r.signals = make(chan os.Signal, 1)
		signal.Notify(r.signals, os.Interrupt, syscall.SIGTERM)
	}
	if err := r.Interrupted(); err != nil {
		return err
	}
	var all []change
	for _, path := range paths {
		was, err := read(path)
		if err != nil {
			return err
		}
		all = append(all, change{path: path, was: was, made: Missing(filepath.Dir(path))})
	}
	err := step()
	for i := range all {
		is, readErr := read(all[i].path)
		all[i].is, err = is, errors.Join(err, readErr)
	}
	r.changes = append(r.changes, all...)
	return err
}

// Interrupted returns an error once the process was asked to end.
func (r *Rollback) Interrupted() error {
	select {
	case s := <-r.signals:
		r.signals <- s
		return fmt.Errorf("was asked to end (%v)", s)
	default:
		return nil
	}
}

// Close lets the process end when asked to. Changes stay.
func (r *Rollback) Close() {
	if r.signals != nil {
		signal.Stop(r.signals)
	}
}

// Undo puts back the old content of each file, the last change first, and removes folders that were
// made. It returns the files that are as they were again. It fails for a file that somebody else
// has changed since, or that can't be written: that one stays.
func (r *Rollback) Undo() (undone []string, err error) {
	for _, c := range slices.Backward(r.changes) {
		if c.is != nil || c.was != nil {
			changed, undoErr := c.undo()
			if err = errors.Join(err, undoErr); changed {
				undone = append(undone, c.path)
			}
		}
		for _, dir := range c.made {
			if at, err := inside.Place(dir, ""); err == nil {
				at.Drop() // stays if something else is in it
			}
		}
	}
	r.changes = nil
	return undone, err
}

// undo puts back the old content of a file, and reports whether there was something to do.
func (c change) undo() (changed bool, err error) {
	if same(c.was, c.is) {
		return false, nil
	}
	now, err := read(c.path)
	switch {
	case err != nil:
	case !same(now, c.is):
		err = fmt.Errorf("%s: changed meanwhile by another program, stays as it is", c.path)
	case c.was == nil:
		err = replace(c.path, func(p files.Place) error { return p.Remove() })
	default:
		err = replace(c.path, func(p files.Place) error { return files.Write(p, c.was) })
	}
	return err == nil, err
}

func replace(path string, by func(p files.Place) error) error {
	p, err := inside.Place(path, "")
	if err != nil {
		return err
	}
	return files.Locked(p, by)
}

func same(a, b []byte) bool { return bytes.Equal(a, b) && (a == nil) == (b == nil) }

// read returns the content of a file, nil if there is none.
func read(path string) ([]byte, error) {
	p, err := inside.Place(path, "")
	if err != nil {
		return nil, err
	}
	data, err := files.Read(p)
	if files.Absent(err) {
		return nil, nil
	}
	if err == nil && data == nil {
		data = []byte{}
	}
	return data, err
}

// Missing returns the folders that don't exist on the way to dir, innermost first.
func Missing(dir string) []string {
	var all []string
	for {
		if _, err := os.Lstat(dir); !files.Absent(err) {
			return all
		}
		all = append(all, dir)
		up := filepath.Dir(dir)
		if up == dir {
			return all
		}
		dir = up
	}
}
