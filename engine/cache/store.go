package cache

import (
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strings"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/wire"
)

// version names the layout of plans and the code in them.
const version = "plan 42, code " + plan.CodeVersion

// kind is the trailer of a kind of file: plan, fault, guard or lift.
func kind(of string) string { return kindWord(of) + version + "\n" }

// kindWord is the beginning of the trailer, which all versions have.
func kindWord(of string) string { return "bcrules " + of[strings.LastIndexByte(of, '.')+1:] + ", " }

// name returns the name of a file about a rule set.
func name(rules, of string) string {
	h := fnv.New128a()
	h.Write([]byte(rules))
	return hex.EncodeToString(h.Sum(nil)) + "." + of
}

// Write stores the plan of a rule set, made from the sources in stamp.
func (s Store) Write(rules string, p *plan.Plan, stamp Stamp) error {
	of, shed := s.planOf(rules), s.shed(rules, p, stamp)
	if err := s.write(rules, of, func(l *wire.Layout) func(*wire.Coder) { return layout(l, rules, p, stamp, shed).code }); err != nil {
		return err
	}
	if err := s.writeGuard(rules, p.Closed()); err != nil {
		return err
	}
	s.forget(rules, "fault")
	s.sweep()
	if p.Notice != "" {
		return nil // sessions may have been told of it
	}
	told, _ := filepath.Glob(s.path(rules, "told-*"))
	for _, t := range told {
		os.Remove(t)
	}
	return nil
}

// openIn opens a file of the store in one of its folders and decodes its root with code. It fails
// unless the file is the user's own, made with their key.
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
	markUsed(h, path)
	return f, nil
}

// errKey is the fault of a user without a key.
var errKey = errors.New("found no key of this user's, want one: nothing else says whether a plan is theirs")

// believes returns the key that verifies a file: the user's for their own, nil for a file of the
// administrator that nobody else may write or replace, which is believed without sums. It fails for
// any other. The administrator's own files need the key too, because a cloned repository's files
// belong to whoever cloned it.
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

// write replaces a file of the store in the first folder that takes it. If that is the one in
// memory, the first folder's file is older; otherwise the one in memory is removed.
func (s Store) write(rules, of string, fill func(l *wire.Layout) (root func(*wire.Coder))) error {
	key := s.key()
	if key == nil {
		return cmp.Or(s.folder(), errKey)
	}
	return s.first(func(dir string) error {
		l := wire.Layout{Key: key.For(kind(of), rules)}
		root := fill(&l)
		return files.Locked(files.NewRoot(dir).Place(name(rules, of)), func(p files.Place) error {
			data := l.File(kind(of), root)
			if os.Geteuid() == 0 { // others trust it without verifying sums, so a power cut must not leave half of it
				return errors.Join(files.WriteMode(p, data, 0o600), s.readable(p.Path()))
			}
			return errors.Join(files.WriteCache(p, data), s.readable(p.Path()))
		})
	}, name(rules, of))
}

// Version names the layout of plans and the code in them.
func Version() string { return version }
