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

// A Register is marks as a hook finds them. Close it.
//
// A key is marked by its claim, the one call to the system that only one process
// does; the list follows. So a process that is killed in between has marked the key
// and not said what it is of: that is lost until the key is taken out again. The
// other way round two might say it.
type Register struct {
	host *host.Host
	env  []string
	list files.Place // the zero Place for none
	dir  files.Place // of the claims
	own  *files.Root // it, as it was found to be the user's; nil if it isn't there
}

// Marks finds marks by their name.
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

// registers returns what finds marks of a pack by their name. Names have the facts.
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

// markPlace returns where a template leads. Its last name is one in the folder before
// it, so that nobody's link decides where that is.
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

// open looks whose the claims' folder is, and makes it if need be.
func (r *Register) open(make bool) error {
	if r.own != nil {
		return nil
	}
	own, err := r.dir.Own(make)
	if files.Absent(err) {
		return nil
	}
	r.own = own
	return err
}

// folder returns where the claims are.
func (r *Register) folder() files.Place {
	if r.own == nil {
		return r.dir
	}
	return r.own.Place(".")
}

// Close lets go of the folder.
func (r *Register) Close() error {
	if r.own == nil {
		return nil
	}
	return r.own.Close()
}

// Keys returns the keys that are marked, each once: those of the environment, then
// of the list, then of the claims. What can be read counts also beside an error.
func (r *Register) Keys() ([]string, error) {
	listed, err := r.listed()
	claimed, err2 := r.claimed(nil)
	return union(r.env, listed, claimed), errors.Join(err, err2)
}

// KeysWithin returns the keys whose claims are no older than some time, by their names.
// The environment and the list say of no key how old it is, and so have none of them.
func (r *Register) KeysWithin(within time.Duration) ([]string, error) {
	return r.claimed(func(p files.Place) (bool, error) {
		info, err := p.Lstat()
		if err != nil {
			return false, ignoreAbsent(err)
		}
		return files.Age(r.host.Now(), info.ModTime()) <= within, nil
	})
}

func (r *Register) listed() ([]string, error) {
	if r.list == (files.Place{}) {
		return nil, nil
	}
	return files.ReadKeys(r.list)
}

// claimed returns the keys of some of the claims, by their names; of all where of is nil.
func (r *Register) claimed(of func(files.Place) (bool, error)) ([]string, error) {
	keys := []string{}
	dir := r.folder()
	claims, err := r.claims()
	for _, e := range claims {
		if key, told := files.ClaimedBy(e); told && of == nil { // nothing need be looked at
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

// claims returns the claims in their folder, by their names.
func (r *Register) claims() ([]fs.DirEntry, error) {
	entries, err := r.folder().ReadDir()
	return slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return !files.IsClaim(e.Name()) }), ignoreAbsent(err)
}

// ignoreAbsent is an error but that of what isn't there.
func ignoreAbsent(err error) error {
	if files.Absent(err) {
		return nil
	}
	return err
}

// union returns the texts of all lists in order, each once.
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

// Claim marks a key that has no claim. It reports whether it did: of several
// processes at once exactly one does.
func (r *Register) Claim(key string) (bool, error) {
	if key == "" {
		return false, errors.New("found an empty key, want a text")
	}
	if err := r.open(true); err != nil {
		return false, err
	}
	return files.ClaimKey(r.folder().Join(files.ClaimName(key)), key)
}

// ClaimWithin marks a key whose claim is older than some time, or that has none, and
// reports whether it did, as Claim does.
func (r *Register) ClaimWithin(key string, within time.Duration) (bool, error) {
	done, err := r.Claim(key)
	if done || err != nil {
		return done, err
	}
	return files.Claim(r.folder().Join(files.ClaimName(key)), r.host.Now(), within)
}

// Note writes keys that were claimed into the list, after those known before.
func (r *Register) Note(before, keys []string) error {
	return r.rewrite(func(listed []string) []string { return union(r.env, listed, before, keys) })
}

// Remove takes keys out of the list and the claims; those of the environment stay.
func (r *Register) Remove(keys []string) error {
	faults := []error{r.rewrite(func(listed []string) []string {
		return slices.DeleteFunc(listed, func(key string) bool { return slices.Contains(keys, key) })
	})}
	for _, key := range keys {
		if key != "" {
			faults = append(faults, r.unclaim(r.folder().Join(files.ClaimName(key))))
		}
	}
	return errors.Join(faults...)
}

// Clear takes out all keys but those of the environment.
func (r *Register) Clear() error {
	claims, err := r.claims()
	faults := []error{err, r.rewrite(func([]string) []string { return nil })}
	dir := r.folder()
	for _, e := range claims {
		faults = append(faults, r.unclaim(dir.Join(e.Name())))
	}
	return errors.Join(faults...)
}

// unclaim removes the claim at p, if it is there.
func (r *Register) unclaim(p files.Place) error {
	if _, err := p.Lstat(); files.Absent(err) {
		return nil
	}
	return files.Unclaim(p)
}

// rewrite changes the list, if there is to be one and something to change, while no
// other process does.
func (r *Register) rewrite(change func(listed []string) []string) error {
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
	if due, err := do(false); err != nil || !due {
		return err
	}
	write := func() error {
		_, err := do(true)
		return err
	}
	if err := r.open(true); err != nil {
		return err
	}
	return r.dir.Lock(write)
}
