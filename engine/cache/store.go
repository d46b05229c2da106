package cache

import (
	"encoding/hex"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/wire"
)

// version is that of the layout of plans and of the code in them.
const version = "plan 27, code " + plan.CodeVersion

// kind is what the store's files end in: plans, faults and guards.
func kind(of string) string { return "bcrules " + of + ", " + version + "\n" }

// A Store is the folder of the user's plans, and the one that stands for it where it can't be
// written: the first is that of what is made, and what isn't there is looked for in the next.
type Store struct {
	dirs []string
	key  func() *wire.Key
}

// Open returns the store in the user's cache folder, which need not be there yet. Where that
// can't be written, what is made is kept in the memory of the machine (host.Held), so that
// rules are compiled once. It fails if there is neither.
func Open(own *host.Folders) (Store, error) {
	s := Store{key: own.Key}
	dir := host.Bcrules(own.Cache, "plans")
	if dir == "" || !files.Writable(dir) {
		if held := host.Held(); held != "" {
			s.dirs = append(s.dirs, filepath.Join(held, "plans"))
		}
	}
	if dir != "" {
		s.dirs = append(s.dirs, dir)
	}
	if len(s.dirs) == 0 {
		return s, host.ErrNoCache
	}
	return s, nil
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

// name is what a file about a rule set is called.
func name(rules, of string) string {
	h := fnv.New128a()
	h.Write([]byte(rules))
	return hex.EncodeToString(h.Sum(nil)) + "." + of
}

// Write keeps the plan of a rule set that was made from what the stamp says.
func (s Store) Write(rules string, p *plan.Plan, stamp Stamp) error {
	if err := s.write(rules, "plan", func(l *wire.Layout) func(*wire.Coder) { return layout(l, rules, p, stamp).code }); err != nil {
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

// Keeps reports whether there is a plan of a rule set, fresh or not, for all that is known.
func (s Store) Keeps(rules string) bool {
	return slices.ContainsFunc(s.dirs, func(dir string) bool {
		is, _, err := files.There(filepath.Join(dir, name(rules, "plan")))
		return err == nil && is
	})
}

// Clear forgets all plans, and which hooks of them were closed.
func (s Store) Clear() error {
	var faults []error
	for _, dir := range s.dirs {
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
func (s Store) Drop(rules string) error { return os.Remove(s.path(rules, "plan")) }

func hash(name string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return h.Sum64()
}

// open opens a file of the store whose root code reads: the first of those there are that is
// the user's own, made with their key.
func (s Store) open(rules, of string, code func(*wire.Coder)) (f *wire.File, err error) {
	err = host.ErrNoCache
	for _, dir := range s.dirs {
		if f, err = s.openIn(dir, rules, of, code); err == nil {
			return f, nil
		}
	}
	return nil, err
}

func (s Store) openIn(dir, rules, of string, code func(*wire.Coder)) (*wire.File, error) {
	path := dir + string(filepath.Separator) + name(rules, of)
	h, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	key, err := s.believes(h, path)
	var f *wire.File
	if err == nil {
		f, err = wire.Open(h, h.Size, kind(of), key.For(kind(of), rules), code)
	}
	if err != nil {
		h.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}

// errKey is the fault of who has no key.
var errKey = errors.New("found no key of this user's, want one: nothing else says whether a plan is theirs")

// believes returns the key that a file was made with, if it is the user's own, and nil for one
// of the administrator's, which is believed as it is where nobody else may write it or put
// another in its place. It fails for any other. The administrator's own have a key, too: what
// a repository brought is theirs where they cloned it.
func (s Store) believes(h *files.Handle, path string) (*wire.Key, error) {
	switch {
	case h.Own:
		if key := s.key(); key != nil {
			return key, nil
		}
		return nil, errKey
	case h.Roots && files.Rooted(filepath.Dir(path)):
		return nil, nil
	}
	return nil, errors.New("found a file of somebody else, want this user's own, or the administrator's that nobody else may write")
}

// write replaces a file of the store.
func (s Store) write(rules, of string, fill func(l *wire.Layout) (root func(*wire.Coder))) error {
	if err := s.folder(); err != nil {
		return err
	}
	key := s.key()
	if key == nil {
		return errKey
	}
	l := wire.Layout{Key: key.For(kind(of), rules)}
	root := fill(&l)
	p := files.NewRoot(s.dirs[0]).Place(name(rules, of))
	return files.Locked(p, func(p files.Place) error {
		data := l.File(kind(of), root)
		if os.Geteuid() == 0 { // others believe it without its sums, so that a power cut may leave no half of it
			return files.WriteMode(p, data, 0o600)
		}
		return files.WriteCache(p, data)
	})
}

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
	if len(s.dirs) == 0 {
		return host.ErrNoCache
	}
	return writes(s.dirs[0])
}

func writes(dir string) error {
	if err := folder(dir); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, "check-*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// Version names the layout of plans and the code in them.
func Version() string { return version }
