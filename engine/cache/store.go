package cache

import (
	"encoding/hex"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/wire"
)

// version is that of the layout of plans and of the code in them.
const version = "plan 25, code " + plan.CodeVersion

// kind is what the store's files end in: plans, faults and guards.
func kind(of string) string { return "bcrules " + of + ", " + version + "\n" }

// A Store is the folder of the user's plans.
type Store struct{ dir string }

// Open returns the store in the user's cache folder, which need not be there yet.
func Open() (Store, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return Store{}, err
	}
	return Store{filepath.Join(cache, "bcrules", "plans")}, nil
}

// folder makes the store's folder. It fails if that is somebody else's. Readers
// don't ask: they look at the owner of each file.
func (s Store) folder() error {
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return err
	}
	info, err := os.Lstat(s.dir)
	if err == nil && (!info.IsDir() || !files.Owned(info)) {
		err = fmt.Errorf("%s: found something that is not a folder of this user, want one", s.dir)
	}
	return err
}

// path is where something about a rule set is kept.
func (s Store) path(rules, of string) string {
	h := fnv.New128a()
	h.Write([]byte(rules))
	return s.dir + string(filepath.Separator) + hex.EncodeToString(h.Sum(nil)) + "." + of
}

// Write keeps the plan of a rule set that was made from what the stamp says.
func (s Store) Write(rules string, p *plan.Plan, stamp Stamp) error {
	l, r := layout(rules, p, stamp)
	if err := s.write(rules, "plan", l, r.code); err != nil {
		return err
	}
	if err := s.writeGuard(rules, p.Closed()); err != nil {
		return err
	}
	os.Remove(s.path(rules, "fault"))
	if p.Notice != "" {
		return nil // of which a session may have been told
	}
	told, _ := filepath.Glob(s.path(rules, "told-*"))
	for _, t := range told {
		os.Remove(t)
	}
	return nil
}

// Keeps reports whether there is a plan of a rule set, fresh or not.
func (s Store) Keeps(rules string) bool { return s.dir != "" && files.There(s.path(rules, "plan")) }

// Clear forgets all plans.
func (s Store) Clear() error {
	all, _ := filepath.Glob(filepath.Join(s.dir, "*.plan"))
	var faults []error
	for _, path := range all {
		if err := os.Remove(path); !files.Absent(err) {
			faults = append(faults, err)
		}
	}
	return errors.Join(faults...)
}

// Drop forgets the plan of a rule set.
func (s Store) Drop(rules string) error { return os.Remove(s.path(rules, "plan")) }

func hash(name string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return h.Sum64()
}

// open opens a file of the store whose root code reads.
func (s Store) open(rules, of string, code func(*wire.Coder)) (*wire.File, error) {
	path := s.path(rules, of)
	h, err := files.OpenOwn(path)
	if err != nil {
		return nil, err
	}
	f, err := wire.Open(h, h.Size, kind(of), code)
	if err != nil {
		h.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}

// write replaces a file of the store.
func (s Store) write(rules, of string, l wire.Layout, root func(*wire.Coder)) error {
	if err := s.folder(); err != nil {
		return err
	}
	p := files.NewRoot(s.dir).Place(filepath.Base(s.path(rules, of)))
	return files.Locked(p, func(p files.Place) error { return files.WriteCache(p, l.File(kind(of), root)) })
}

// Check returns why plans can't be kept in the user's cache folder, or nil. It writes and
// removes a file.
func (s Store) Check() error { return s.Writes() }

// Writes returns why a plan that is made now can't be kept, or nil. It writes and removes a
// file.
func (s Store) Writes() error {
	if err := s.folder(); err != nil {
		return err
	}
	f, err := os.CreateTemp(s.dir, "check-*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// Version names the layout of plans and the code in them.
func Version() string { return version }
