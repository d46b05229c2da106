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

// A Store keeps plans in the user's cache folder, or in memory if that can't be written. Writes go
// to the first folder that takes them: a folder without write permission is skipped at Open, one
// that fails later (full, or somebody else's) is followed by the next. Reads try all in order.
type Store struct {
	dirs []string
	key  func() *wire.Key
	// spare returns the folder in memory, created if make is set; "" if there is none or dirs has
	// it. It is called only when needed.
	spare func(make bool) string
	// account returns the cache folder of the user's account, which is read but never written, for
	// when the environment moves the cache to a folder with nothing in it; "" if there is none or
	// dirs has it.
	account func() string
	open    bool // everybody may read its files, not only their owner
}

// Open returns the store in the user's cache folder, which need not exist yet, or in the machine's
// memory (host.Held) if that folder can't be written, so that rules are compiled once. It fails if
// there is neither.
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

// plans returns the plans folder in dir, "" for "".
func plans(dir string) string {
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, "plans")
}

// places yields the folders to read, in order; but is set for the account's, which is never
// written.
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

// first calls do with the first folder, and if that fails with the one in memory. If the first
// succeeds, files with these names are removed from memory. If both fail, it returns the first error.
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

// forget removes a file from all folders.
func (s Store) forget(rules, of string) error {
	var faults []error
	for dir := range s.places {
		if err := os.Remove(filepath.Join(dir, name(rules, of))); !files.Absent(err) {
			faults = append(faults, err)
		}
	}
	return errors.Join(faults...)
}

// folder creates the folder for writing. It fails if the folder is somebody else's. Readers don't
// need it: they check the owner of each file.
func (s Store) folder() error {
	if len(s.dirs) == 0 {
		return host.ErrNoCache
	}
	if s.open {
		if err := os.MkdirAll(s.dirs[0], 0o755); err != nil {
			return err
		}
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

// Path returns where the plan of a rule set is kept, which need not be there.
func (s Store) Path(rules string) string { return s.path(rules, shared) }

// path returns where a file about a rule set is written.
func (s Store) path(rules, of string) string {
	if len(s.dirs) == 0 {
		return ""
	}
	return filepath.Join(s.dirs[0], name(rules, of))
}

// Keeps reports whether some folder seems to have a plan of a rule set, fresh or not.
func (s Store) Keeps(rules string) bool {
	for dir, of := range s.planPlaces {
		if is, _, err := files.There(filepath.Join(dir, name(rules, of))); err == nil && is {
			return true
		}
	}
	return false
}

// Clear removes all plans and guards.
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

// Drop removes the plan of a rule set.
func (s Store) Drop(rules string) error {
	return errors.Join(s.forget(rules, shared), s.forget(rules, ownPlan()))
}

// Check returns why plans can't be kept in the user's cache folder, or nil. It tries by writing and
// removing a file.
func (s Store) Check() error {
	if len(s.dirs) == 0 {
		return host.ErrNoCache
	}
	return writes(s.dirs[len(s.dirs)-1])
}

// Writes returns why a plan can't be kept now, or nil. It tries by writing and removing a file.
func (s Store) Writes() error {
	return s.first(writes)
}

// enough exceeds the size in bytes of a small plan: even a full disk has room for a name.
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
