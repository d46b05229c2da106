package engine

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
)

// A Register is an opened set of marks. Close it.
//
// A key is marked by its claim, a system call that succeeds in one process only; the list is
// written after it. A process killed in between leaves a marked key that was never listed: it is
// lost until the key is removed. In the other order two processes could report the key.
type Register struct {
	host *host.Host
	env  []string
	list files.Place // the zero Place for none
	dir  files.Place // of the claims
	own  *files.Root // dir, verified to be the user's; nil if it doesn't exist
}

// Marks opens marks by name.
func (c *Call) Marks(name string) (*Register, error) {
	if c.marks == nil {
		return nil, fmt.Errorf("found marks %q, but the rules have none", name)
	}
	r, err := c.marks(name)
	if err != nil {
		return nil, err
	}
	return r, r.open(false)
}

// registers returns a function that finds the marks of a pack. Names are what templates may ask.
func (r *Run) registers(pack string, names map[string]any) func(name string) (*Register, error) {
	return func(name string) (*Register, error) {
		m := r.plan.Marks[plan.Scoped(pack, name)]
		if m == nil {
			all := maps.Collect(plan.OfScope(pack, r.plan.Marks))
			return nil, fmt.Errorf("found marks %q, want %s", name, strings.Join(slices.Sorted(maps.Keys(all)), ", "))
		}
		g := &Register{host: r.host}
		if m.Env != "" {
			g.env = files.SplitKeys(r.host.Getenv(m.Env))
		}
		var err error
		if m.File != nil {
			if g.list, err = markPlace(m, r.host, m.File, names); err != nil {
				return nil, err
			}
		}
		g.dir, err = markPlace(m, r.host, m.Claims, names)
		return g, err
	}
}

// markPlace resolves a template to a path. The last name is taken inside the folder before it, so
// that nobody's link can redirect it.
func markPlace(m *plan.Marks, h *host.Host, t plan.Template, names map[string]any) (files.Place, error) {
	v, err := t.Fill(names)
	if err != nil {
		return files.Place{}, err
	}
	path := plan.TextOf(v)
	if path == "" || !filepath.IsLocal(filepath.Base(path)) {
		return files.Place{}, fmt.Errorf("found path %q for marks, want one that ends in a name", path)
	}
	free := *h
	free.Reach = m.Reach
	p, err := free.Place(filepath.Dir(path))
	return p.Join(filepath.Base(path)), err
}

// open checks who owns the claims' folder, and creates it if make is set.
func (r *Register) open(make bool) error {
	if r.own != nil {
		return nil
	}
	own, err := r.dir.Own(make)
	if !files.Absent(err) {
		r.own = own
	}
	return files.UnlessAbsent(err)
}

// folder returns the claims' folder.
func (r *Register) folder() files.Place {
	if r.own == nil {
		return r.dir
	}
	return r.own.Place(".")
}

// Close releases the folder.
func (r *Register) Close() error {
	if r.own == nil {
		return nil
	}
	return r.own.Close()
}

// Keys returns the marked keys without duplicates: from the environment, the list, then the claims.
// Readable keys are returned even with an error.
func (r *Register) Keys() ([]string, error) {
	listed, err := r.listed()
	claimed, err2 := r.claimed(nil)
	return union(r.env, listed, claimed), errors.Join(err, err2)
}

// KeysWithin returns the keys whose claims are at most within old. The environment and the list
// don't record ages, so their keys are not included.
func (r *Register) KeysWithin(within time.Duration) ([]string, error) {
	return r.claimed(r.young(within))
}

// young returns a function that reports whether a claim is at most within old.
func (r *Register) young(within time.Duration) func(files.Place) (bool, error) {
	return func(p files.Place) (bool, error) {
		info, err := p.Lstat()
		if err != nil {
			return false, files.UnlessAbsent(err)
		}
		return files.Age(r.host.Now(), info.ModTime()) <= within, nil
	}
}

// Has reports whether Keys would have a key, and looks at its claim alone.
func (r *Register) Has(key string) (bool, error) {
	if slices.Contains(r.env, key) {
		return true, nil
	}
	var faults error
	if r.list != (files.Place{}) {
		is, err := files.ListsKey(r.list, key)
		if is {
			return true, nil
		}
		faults = err
	}
	is, err := r.has(key)
	return is, errors.Join(faults, err)
}

// HasWithin is Has for KeysWithin.
func (r *Register) HasWithin(key string, within time.Duration) (bool, error) {
	if is, err := r.young(within)(r.folder().Join(files.ClaimName(key))); !is || err != nil {
		return false, err
	}
	return r.has(key)
}

// has reports whether a key has a claim.
func (r *Register) has(key string) (bool, error) {
	if key == "" {
		return false, nil
	}
	found, is, err := files.Claimed(r.folder().Join(files.ClaimName(key)))
	return is && found == key, err
}

func (r *Register) listed() ([]string, error) {
	if r.list == (files.Place{}) {
		return nil, nil
	}
	return files.ReadKeys(r.list)
}

// claimed returns the keys of the claims that of accepts; all if of is nil.
func (r *Register) claimed(of func(files.Place) (bool, error)) ([]string, error) {
	keys := []string{}
	dir := r.folder()
	claims, err := r.claims()
	for _, e := range claims {
		if key, known := files.ClaimedBy(e); known && of == nil { // no file need be read
			keys = append(keys, key)
			continue
		}
		p := dir.Join(e.Name())
		if of != nil {
			meant, err2 := of(p)
			if err = errors.Join(err, err2); !meant {
				continue
			}
		}
		key, ok, err2 := files.Claimed(p)
		if err = errors.Join(err, err2); ok {
			keys = append(keys, key)
		}
	}
	return keys, err
}

// claims returns the folder's claim entries, sorted by name.
func (r *Register) claims() ([]fs.DirEntry, error) {
	entries, err := r.folder().ReadDir()
	return slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return !files.IsClaim(e.Name()) }), files.UnlessAbsent(err)
}

// union concatenates the lists without duplicates.
func union(lists ...[]string) []string {
	all := []string{}
	seen := map[string]bool{}
	for _, list := range lists {
		for _, s := range list {
			if !seen[s] {
				seen[s] = true
				all = append(all, s)
			}
		}
	}
	return all
}

// Claim marks a key that has no claim and reports whether it did. Exactly one of several concurrent
// processes does.
func (r *Register) Claim(key string) (bool, error) {
	if key == "" {
		return false, errors.New("found an empty key, want a text")
	}
	if err := r.open(true); err != nil {
		return false, err
	}
	return files.ClaimKey(r.folder().Join(files.ClaimName(key)), key)
}

// ClaimWithin marks a key that has no claim or one older than within, and reports whether it did,
// as Claim does.
func (r *Register) ClaimWithin(key string, within time.Duration) (bool, error) {
	done, err := r.Claim(key)
	if done || err != nil {
		return done, err
	}
	return files.Claim(r.folder().Join(files.ClaimName(key)), r.host.Now(), within)
}

// Note adds claimed keys to the list, after those known before.
func (r *Register) Note(keys []string) error {
	if r.list == (files.Place{}) {
		return nil
	}
	claimed, err := r.claimed(nil)
	if err != nil {
		return err
	}
	before := slices.DeleteFunc(claimed, func(key string) bool { return slices.Contains(keys, key) })
	return r.rewrite(len(keys) > 0, func(listed []string) []string { return union(r.env, listed, before, keys) })
}

// Remove deletes keys from the list and the claims; keys of the environment stay.
func (r *Register) Remove(keys []string) error {
	faults := []error{r.rewrite(false, func(listed []string) []string {
		return slices.DeleteFunc(listed, func(key string) bool { return slices.Contains(keys, key) })
	})}
	for _, key := range keys {
		if key != "" {
			faults = append(faults, files.Unclaim(r.folder().Join(files.ClaimName(key))))
		}
	}
	return errors.Join(faults...)
}

// Clear deletes all keys but those of the environment.
func (r *Register) Clear() error {
	claims, err := r.claims()
	faults := []error{err, r.rewrite(false, func([]string) []string { return nil })}
	dir := r.folder()
	for _, e := range claims {
		faults = append(faults, files.Unclaim(dir.Join(e.Name())))
	}
	return errors.Join(faults...)
}

// rewrite changes the list under a lock. Without a list, or if change alters nothing, it writes
// nothing; unless a change is likely, it checks that before it locks.
func (r *Register) rewrite(likely bool, change func(listed []string) []string) error {
	if r.list == (files.Place{}) {
		return nil
	}
	do := func(write bool) (bool, error) {
		listed, err := r.listed()
		if err != nil {
			return false, err
		}
		changed := change(slices.Clone(listed))
		if same := slices.Equal(changed, listed); same || !write {
			return !same, nil
		}
		return true, files.WriteKeys(r.list, changed)
	}
	if !likely {
		if due, err := do(false); err != nil || !due {
			return err
		}
	}
	if err := r.open(true); err != nil {
		return err
	}
	return r.dir.Lock(func() error {
		_, err := do(true)
		return err
	})
}
