// Package trust records which rule folders of projects their user trusts. A cloned repository may
// bring rules, and rules read files and run programs with the user's rights; so they do nothing
// until the user allows it.
//
// The user trusts a content, not a name. A record has the whole content of all files that make up a
// folder's rules (including those imported from the project, and a hash of modules; packs of this
// program are trusted with it). Rules are compiled from the record and never from the project, so
// what runs is what the user looked at, and nothing can come between a check and its use. If a file
// changes in the project, the trusted content stays in force, and the change waits for the user. So
// an agent that edits a project's rules can neither add its own nor change what is in force. An
// agent that removes the folder gets rid of its rules: rules that must always apply belong among the
// user's own.
//
// What the same files do also depends on the other layers: a rule may wait for a setting of the
// user's own, and a new rule of the user may meet an existing exception. So a record has what was
// shown, and making a plan from it computes again what would be shown (Record.describe). If that is
// more, the folder's rules aren't in force until the user has seen it. What is shown is what the
// rules do that neither the other layers nor packs of this program do by themselves, and each
// clause of the other layers that changes, is disabled or comes later (Schema.Weakened). The record
// also has the folder's own clauses as they were then, with their values, as those may come from
// another layer.
//
// Rules run programs, and some of these are in the project: a script, an interpreter's input, a
// table of commands. They run from there and not from the record, so a record has their contents,
// and the plan their sums (plan.Step.Kept): before starting a program it compares them, and doesn't
// start it if one differs. Which files these are follows from the rules alone (plan.Step.Runs),
// wherever a project is. A record from before this feature has none, and asks again if rules run
// some (Record.Beyond).
//
// A record that can't be read doesn't count as missing: what applied before stays in force
// (Counted.Err).
//
// Records are files in the user's rule folder, trust/HASH.json, that nobody else may read or write.
//
//	trust.go, change.go      records, and what changed since
//	counted.go               what applies of a rule set
//	held.go, modules.go      what a layer is read from, and the modules that it imports
//	project.go               in which projects a record applies
//	worktree.go              which record applies in another worktree of a repository
//	account.go               whose the user's folder is, where the environment can't say
//	content.go, ability.go   what there is to trust, and what it can do
//	kept.go                  files of the project that rules run
//	person.go                whether there is a person to ask
//
// The command does the asking. No hook links this package: package compile uses it to make plans,
// which contain the outcome.
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

// A Record is what the user trusts of a folder.
type Record struct {
	Dir string `json:"dir"` // as Real returns it
	// Repository is the folder that all worktrees of the folder's repository share, and Inside the
	// folder's path in its worktree; "" for none.
	Repository string `json:"repository,omitempty"`
	Inside     string `json:"inside,omitempty"`
	// Also are further projects that the record is for, besides the one with the folder, under the
	// names that project returns.
	Also []string `json:"also,omitempty"`
	// Of is the trusted folder if that is in another worktree, otherwise "".
	Of    string    `json:"-"`
	Time  time.Time `json:"time"`
	Files []File    `json:"files"` // sorted by path
	// Modules are the imported modules of others: a hash of their content, as Sum, by name and
	// version.
	Modules map[string]string `json:"modules,omitempty"`
	// Runs are the files of the project that the rules run, by path; nil in a record from before
	// these were collected.
	Runs  []Kept    `json:"runs"`
	Shown []Ability `json:"shown"` // what the user was shown that it does
	// Says is what each of its own clauses said, by name (schema.Clause.Says), with the values from
	// other layers.
	Says map[string]map[string]any `json:"says"`
}

// A File is a file with its content when it was trusted.
type File struct {
	Path string `json:"path"` // absolute
	Data []byte `json:"data"`
}

// Sum returns a hash of the content, SHA-256, hex: of the files' paths relative to the folder, their
// contents, the modules, and the files that rules run.
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

// Real returns the one name of a folder, with links resolved, even if it doesn't exist yet.
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

// Open returns the store in the user's rule folder, which need not exist yet. With "" nothing is
// trusted.
func Open(user string) Store {
	if user == "" {
		return Store{}
	}
	return Store{filepath.Join(user, layers.Records)}
}

// Path returns the file of a folder's record, which need not exist.
func (s Store) Path(dir string) string {
	sum := sha256.Sum256([]byte(Real(dir)))
	return filepath.Join(s.dir, hex.EncodeToString(sum[:16])+".json")
}

// Read returns the record of a folder, or one from another worktree that applies to it (sibling);
// nil if it isn't trusted. It fails if a record can't be used.
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
	for i, k := range r.Runs { // older records saw all files from one root
		if k.Root == "" && !filepath.IsAbs(filepath.FromSlash(k.Path)) {
			r.Runs[i].Root = rootOf(r.Dir)
		}
	}
	return &r, nil
}

// Write stores a record in place of the previous one, and keeps that one's projects.
func (s Store) Write(r Record) error {
	if s.dir == "" {
		return errors.New("found no folder of the user, want one to record trust in")
	}
	slices.SortFunc(r.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	if err := files.MkdirAll(s.dir, 0o700); err != nil {
		return err
	}
	return files.Locked(files.At(s.Path(r.Dir)), func(p files.Place) error {
		if was, err := read(s.Path(r.Dir)); err == nil { // otherwise it applied to nothing
			r.Also = merged(was.Also, r.Also)
		}
		data, err := json.MarshalIndent(r, "", "  ")
		if err != nil {
			return err
		}
		return files.WriteMode(p, append(data, '\n'), 0o600)
	})
}

// Remove deletes a folder's record, and reports whether there was one.
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

// All returns all records, sorted by folder. If one can't be used, it returns the others and an
// error.
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
		if files.Absent(err2) { // removed since it was listed
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
