package cache

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/wire"
)

// A Store is the folder of the user's plans, and the one in memory that stands for it where it
// can't be written: by its rights the first is that of what is made, and where that takes
// nothing, as the disk is full or it is somebody else's, the next. What isn't in one is looked
// for in the next.
type Store struct {
	dirs []string
	key  func() *wire.Key
	// spare returns the folder in memory, and makes it if it is to; "" where there is none, or
	// it is one of dirs. It is asked for where it is needed.
	spare func(make bool) string
	// account returns the folder that is the user's where the environment says nothing; "" where
	// there is none, or it is one of dirs. What was kept there holds where a variable leads to a
	// folder that has nothing, and nothing is made there.
	account func() string
}

// Open returns the store in the user's cache folder, which need not be there yet. Where that
// can't be written, what is made is kept in the memory of the machine (host.Held), so that
// rules are compiled once. It fails if there is neither.
func Open(own *host.Folders) (Store, error) {
	s := Store{key: own.Key, spare: func(make bool) string { return plans(host.Held(make)) }}
	dir := host.Bcrules(own.Cache, "plans")
	if dir == "" || !files.Writable(dir) {
		if held := plans(host.Held(true)); held != "" {
			s.dirs, s.spare = append(s.dirs, held), nil
		}
	}
	if dir != "" {
		s.dirs = append(s.dirs, dir)
	}
	s.account = func() string {
		if dir := plans(host.AccountCache()); !slices.Contains(s.dirs, dir) {
			return dir
		}
		return ""
	}
	if len(s.dirs) == 0 {
		return s, host.ErrNoCache
	}
	return s, nil
}

// plans returns the folder of plans in another, "" for none.
func plans(dir string) string {
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, "plans")
}

// places are the folders that may have something, in order, and whether each is but the account's,
// where what is made goes elsewhere.
func (s Store) places(yield func(dir string, but bool) bool) {
	for _, dir := range s.dirs {
		if !yield(dir, false) {
			return
		}
	}
	if s.spare != nil {
		if dir := s.spare(false); dir != "" && !yield(dir, false) {
			return
		}
	}
	if s.account == nil {
		return
	}
	if dir := s.account(); dir != "" {
		yield(dir, true)
	}
}

// first does something in the first folder that takes what is made: in that of the user's, or
// where it fails there in the one in memory. Files of these names in that are gone afterwards
// if it needn't. It fails as the first did.
func (s Store) first(do func(dir string) error, names ...string) error {
	err := s.folder()
	if err == nil {
		err = do(s.dirs[0])
	}
	if s.spare == nil {
		return err
	}
	spare := s.spare(err != nil)
	switch {
	case spare == "":
	case err != nil:
		if folder(spare) == nil && do(spare) == nil {
			return nil
		}
	default:
		for _, name := range names {
			os.Remove(filepath.Join(spare, name))
		}
	}
	return err
}

// forget removes a file of the store, wherever it is.
func (s Store) forget(rules, of string) error {
	var faults []error
	for dir := range s.places {
		if err := os.Remove(filepath.Join(dir, name(rules, of))); !files.Absent(err) {
			faults = append(faults, err)
		}
	}
	return errors.Join(faults...)
}

// folder makes the folder of what is made. It fails if that is somebody else's. Readers
// don't ask: they look at the owner of each file.
func (s Store) folder() error {
	if len(s.dirs) == 0 {
		return host.ErrNoCache
	}
	return folder(s.dirs[0])
}

func folder(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	info, err := os.Lstat(dir)
	if err == nil && (!info.IsDir() || !files.Owned(info)) {
		err = fmt.Errorf("%s: found something that is not a folder of this user, want one", dir)
	}
	return err
}

// path is where something about a rule set is kept.
func (s Store) path(rules, of string) string {
	if len(s.dirs) == 0 {
		return ""
	}
	return filepath.Join(s.dirs[0], name(rules, of))
}

// Keeps reports whether there is a plan of a rule set, fresh or not, for all that is known.
func (s Store) Keeps(rules string) bool {
	for dir := range s.places {
		if is, _, err := files.There(filepath.Join(dir, name(rules, "plan"))); err == nil && is {
			return true
		}
	}
	return false
}

// Clear forgets all plans, and which hooks of them were closed.
func (s Store) Clear() error {
	var faults []error
	for dir := range s.places {
		names, err := files.Names(dir)
		if err != nil && !files.Absent(err) {
			faults = append(faults, err)
		}
		for _, name := range names {
			if ext := filepath.Ext(name); ext != ".plan" && ext != ".guard" {
				continue
			}
			if err := os.Remove(filepath.Join(dir, name)); !files.Absent(err) {
				faults = append(faults, err)
			}
		}
	}
	return errors.Join(faults...)
}

// Drop forgets the plan of a rule set.
func (s Store) Drop(rules string) error { return s.forget(rules, "plan") }

// Check returns why plans can't be kept in the user's cache folder, or nil. It writes and
// removes a file.
func (s Store) Check() error {
	if len(s.dirs) == 0 {
		return host.ErrNoCache
	}
	return writes(s.dirs[len(s.dirs)-1])
}

// Writes returns why a plan that is made now can't be kept, or nil. It writes and removes a
// file.
func (s Store) Writes() error {
	return s.first(writes)
}

// enough is more than a plan of a few rules takes, bytes: a full disk has room for a name.
const enough = 64 << 10

func writes(dir string) error {
	if err := folder(dir); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, "check-*")
	if err != nil {
		return err
	}
	_, err = f.Write(make([]byte, enough))
	return errors.Join(err, f.Close(), os.Remove(f.Name()))
}
