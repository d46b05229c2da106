package settings

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/cmd/inside"
	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/trust"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
)

// Whose word is an entry? That of who has the file: the user's settings say what the user wants,
// and those of a project, also its local ones and a plugin's, may have come with a clone. What an
// entry there names is the project's word. No command takes it for its user's: whatever reads an
// entry to act by it asks Rules and Program, and whatever writes a file is refused where a link
// leads it out of its project.
//
// An entry's path is looked at here, once, and handed on as what was looked at: another process
// has another folder that it starts in, and a path with a link of /proc in it, or a relative one,
// is another one there.

// A Start is what an entry of a file starts, as it was looked at.
type Start struct {
	Program string   // its path, absolute; "" where there is none to start
	Why     string   // why it is not to be started by who looks at it alone, "" if it may be
	Rules   []string // folders, links resolved, and packs, that it is started with
	// Theirs are those that others may have named, and Doubt says so. Who looks at the entry reads
	// them, and starts the program with none: they may be others by the time that it reads them.
	Theirs []string
	Doubt  string
}

// Named returns all rules that the entry names.
func (s Start) Named() []string { return append(s.Rules, s.Theirs...) }

// Start returns what an entry of the file starts.
func (f *File) Start(e Entry) Start {
	var s Start
	s.Program, s.Why = f.Program(e)
	if s.Rules, s.Doubt = f.Rules(e); s.Doubt != "" {
		s.Rules, s.Theirs = nil, s.Rules
	}
	return s
}

// mine reports whether the file is its user's own: no part of the project that this process runs
// in. One of whom nobody can tell is not.
func (f *File) mine() bool {
	return f.place.Kind == "user" && host.Brought(f.named()) == ""
}

// named returns the file's path, the way to the user's home without links: who says where that is
// was heard before (host.Folders).
func (f *File) named() string {
	home := host.Here(os.Getenv).Folders().Home
	if rel, err := filepath.Rel(home, f.place.File); home != "" && f.place.Kind == "user" && err == nil && filepath.IsLocal(rel) {
		return filepath.Join(trust.Real(home), rel)
	}
	return f.place.File
}

// Rules returns what an entry gives as --rules, as it is found here, and why that is not to hold
// as its user's word; "" if it is. That of a project does where its user gave it to init, and
// for packs of this program. Else it is for who reads the rules to tell whether what they read is
// trusted (plan.Plan.Untrusted).
func (f *File) Rules(e Entry) (dirs []string, why string) {
	mine := len(e.Rules()) > 0 && (f.mine() || slices.Equal(e.Rules(), f.given) || f.note().gave(e.Rules()))
	for _, word := range e.Rules() {
		dir := f.place.Expand(word)
		if layers.IsPack(dir) {
			dirs = append(dirs, dir)
			continue
		}
		if !filepath.IsAbs(dir) { // the agent is in the project then
			dir = filepath.Join(f.place.Root, dir)
		}
		dir = trust.Real(dir)
		if dirs = append(dirs, dir); !mine && why == "" {
			why = fmt.Sprintf("found --rules %s in settings that others may have written, and you don't trust it", word)
		}
	}
	return dirs, why
}

// Program returns the path of the program that an entry starts, "" where there is none, and why
// who looks at the entry alone isn't to start it, as it may be of somebody else's making; "" where
// they may. Those beside this one are its user's, who started it.
func (f *File) Program(e Entry) (path, why string) {
	word, _ := e.Line()
	name, plain := f.place.Expand(word), true
	if !e.Exec {
		name, plain = spelt(name)
	}
	if plain && strings.ContainsAny(name, `/\`) && !filepath.IsAbs(name) {
		return "", fmt.Sprintf("found %s, want an absolute path: it is another program in another folder", word)
	}
	path, err := exec.LookPath(name)
	if err == nil {
		path, err = filepath.Abs(path)
	}
	switch {
	case err != nil && plain: // nothing starts
		return "", ""
	case err != nil:
		return "", fmt.Sprintf("found %s, want a path or a name: nobody can tell what a shell makes of it", word)
	case beside(path):
		path, err = filepath.EvalSymlinks(path)
		return path, said(err)
	}
	if why := host.Brought(path); why != "" {
		return path, fmt.Sprintf("found %s: %s", path, why)
	}
	return path, ""
}

// said returns an error's text, "" of none.
func said(err error) string {
	if err != nil {
		return err.Error()
	}
	return ""
}

// Out returns an error where a link leads the file out of the project that it is of, into what is
// its user's: init and uninstall there would change that.
func (f *File) Out() error {
	_, err := f.at()
	return err
}

// at returns the place of the file.
func (f *File) at() (files.Place, error) {
	if f.place.File == "" { // a copy of the user's own
		return files.At(f.path), nil
	}
	of := f.place.Root
	if f.place.Kind == "user" {
		of = ""
	}
	return inside.Place(f.place.File, of)
}
