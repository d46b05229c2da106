// Package trust keeps which rule folders of projects their user trusts. A cloned
// repository may bring rules, and rules read files and run programs with the user's
// rights; so they do nothing until the user has said that they may.
//
// What is trusted is a content, not a name: a record has all files that a folder's
// rules are made of, whole (also what they import from the project, and a hash of
// modules; packs of this program are trusted with it). Rules are
// compiled from the record and never from the project, so what runs is what was
// looked at, and nothing comes between a check and its use. A file that changes in
// the project makes the record one of another content: what was trusted goes on,
// what was changed waits for the user. So an agent that edits a project's rules
// can neither slip in its own nor change what holds. One that removes the folder
// is rid of its rules: what must hold belongs into the user's own.
//
// What the same files do follows from the other layers, too: a rule may wait for a
// setting of the user's own, and a new rule of theirs may meet an exception that is
// there already. So a record has what was shown, and whoever makes a plan of it asks
// again what there would be to show (Record.look): if that is more, the folder's rules
// are not in force until the user has seen it. It is shown what the rules do that neither
// the other layers nor packs of this program do by themselves, and each clause of the
// other layers that says something else, or is off, or comes later (schema.Weakened). The
// folder's own clauses are in the record as they were then, with the values that stand in
// them, as those may be of another layer.
//
// Rules run programs, and some lie in the project: a script, what is handed to an
// interpreter, a table of commands. They are run from there and not from the record, so a
// record has what they held, and the plan has their sums (plan.Step.Kept): whoever starts a
// program compares them first, and doesn't where one is another. Which files these are
// follows from the rules alone (plan.Step.Runs), wherever a project lies. A record of before
// that has none, and asks again where rules run some (Record.Beyond).
//
// A record that can't be read is not none: there is no telling what counts, and what did before
// still does (Counted.Err).
//
// Records are files of the user's rule folder, trust/HASH.json, that nobody else may
// read or write.
//
//	trust.go, change.go      records, and what is not as it was trusted
//	counted.go               what counts of a rule set
//	held.go, modules.go      what a layer is read from, and the modules that it imports
//	project.go               in which projects a record counts
//	worktree.go              which record counts in another worktree of a repository
//	account.go               whose the user's folder is, where the environment can't say
//	content.go, ability.go   what there is to trust, and what it can do
//	kept.go                  files of the project that rules run
//	person.go                whether there is a person to ask
//
// Asking is the business of the command. No hook links this package: plans are made
// with it (package compile), and have what counts.
package trust

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/engine/files"
)

// A Record is what the user trusts of one folder.
type Record struct {
	Dir string `json:"dir"` // the folder, as Real gives it
	// Repository is the folder that all worktrees of the folder's repository share, and Inside
	// where in its worktree the folder is; "" for none.
	Repository string `json:"repository,omitempty"`
	Inside     string `json:"inside,omitempty"`
	// Also are other projects that it is for than the one that the folder lies in, each as
	// project names it.
	Also []string `json:"also,omitempty"`
	// Of is the folder that was trusted, where that is one in another worktree; else "".
	Of    string    `json:"-"`
	Time  time.Time `json:"time"`
	Files []File    `json:"files"` // sorted by path
	// Modules are those of others that the files import: a hash of the content, as Sum, by
	// name and version.
	Modules map[string]string `json:"modules,omitempty"`
	// Runs are the files of the project that the rules run, by path; nil in a record of when
	// nobody looked for them.
	Runs  []Kept    `json:"runs"`
	Shown []Ability `json:"shown"` // what its user was shown that it does
	// Says is what each of its own clauses said, by name (schema.Clause.Says): values of
	// other layers in it.
	Says map[string]map[string]any `json:"says"`
}

// A File is a file as it was when it was trusted.
type File struct {
	Path string `json:"path"` // absolute
	Data []byte `json:"data"`
}

// Sum is a hash of the content, SHA-256, hex: of the files' places, seen from the
// folder, and of what stands in them, in the modules and in the files that rules run.
func (r *Record) Sum() string {
	h := sha256.New()
	for _, f := range r.Files {
		rel, err := filepath.Rel(r.Dir, f.Path)
		if err != nil {
			rel = f.Path
		}
		fmt.Fprintf(h, "%q %d\n", filepath.ToSlash(rel), len(f.Data))
		h.Write(f.Data)
	}
	for _, name := range slices.Sorted(maps.Keys(r.Modules)) {
		fmt.Fprintf(h, "%q %s\n", name, r.Modules[name])
	}
	for _, k := range r.Runs {
		place := k.Path
		if rel, err := filepath.Rel(r.Dir, k.at()); err == nil && k.Root != "" {
			place = filepath.ToSlash(rel)
		}
		fmt.Fprintf(h, "%q %d %q\n", place, k.Size, k.Sum)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Real returns a folder by the one name it has, links resolved, also if it isn't there yet.
func Real(dir string) string {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return dir
	}
	rest := ""
	for up := abs; ; up = filepath.Dir(up) {
		if real, err := filepath.EvalSymlinks(up); err == nil {
			return filepath.Join(real, rest)
		}
		if up == filepath.Dir(up) {
			return abs
		}
		rest = filepath.Join(filepath.Base(up), rest)
	}
}

// A Store is the folder of records.
type Store struct{ dir string }

// Open returns the store in the user's rule folder; nothing need be there yet. With
// "", which is no folder, nothing is trusted.
func Open(user string) Store {
	if user == "" {
		return Store{}
	}
	return Store{filepath.Join(user, layers.Records)}
}

// Path returns the file of a folder's record, which need not be there.
func (s Store) Path(dir string) string {
	sum := sha256.Sum256([]byte(Real(dir)))
	return filepath.Join(s.dir, hex.EncodeToString(sum[:16])+".json")
}

// Read returns the record of a folder, or that which counts for it as one of a worktree
// (sibling); nil if it is not trusted. It fails if there is one that can't be used.
func (s Store) Read(dir string) (*Record, error) {
	if s.dir == "" {
		return nil, nil
	}
	r, err := read(s.Path(dir))
	if files.Absent(err) {
		return s.sibling(Real(dir))
	}
	if err == nil && r.Dir != Real(dir) {
		return nil, fmt.Errorf("%s: found the record of %s, want that of %s", s.Path(dir), r.Dir, Real(dir))
	}
	return r, err
}

func read(path string) (*Record, error) {
	h, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	own := h.Own
	h.Close()
	if !own {
		return nil, fmt.Errorf("%s: found a file of somebody else, want this user's own", path)
	}
	data, err := files.Read(files.At(path))
	if err != nil {
		return nil, err
	}
	var r Record
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for i, k := range r.Runs { // of when all were seen from one root
		if k.Root == "" && !filepath.IsAbs(filepath.FromSlash(k.Path)) {
			r.Runs[i].Root = rootOf(r.Dir)
		}
	}
	return &r, nil
}

// Write keeps a record, in the place of the one there was, and for the projects of that, too.
func (s Store) Write(r Record) error {
	if s.dir == "" {
		return errors.New("found no folder of the user, want one to keep what is trusted")
	}
	slices.SortFunc(r.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	if err := files.MkdirAll(s.dir, 0o700); err != nil {
		return err
	}
	return files.Locked(files.At(s.Path(r.Dir)), func(p files.Place) error {
		if was, err := read(s.Path(r.Dir)); err == nil { // or it stands for nothing
			r.Also = merged(was.Also, r.Also)
		}
		data, err := json.MarshalIndent(r, "", "  ")
		if err != nil {
			return err
		}
		return files.WriteMode(p, append(data, '\n'), 0o600)
	})
}

// Remove forgets a folder, and reports whether it was known.
func (s Store) Remove(dir string) (bool, error) {
	if s.dir == "" {
		return false, nil
	}
	err := files.Remove(s.Path(dir))
	if files.Absent(err) {
		return false, nil
	}
	return err == nil, err
}

// All returns all records, by folder. It fails if one can't be used, and returns
// the others.
func (s Store) All() ([]*Record, error) {
	if s.dir == "" {
		return nil, nil
	}
	names, err := files.Names(s.dir)
	if files.Absent(err) {
		return nil, nil
	}
	var all []*Record
	for _, name := range names {
		if filepath.Ext(name) != ".json" {
			continue
		}
		r, err2 := read(filepath.Join(s.dir, name))
		if files.Absent(err2) { // since it was listed
			continue
		}
		if err2 != nil {
			err = errors.Join(err, err2)
			continue
		}
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b *Record) int { return strings.Compare(a.Dir, b.Dir) })
	return all, err
}
