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

// Whose word is an entry? That of whoever owns the file. The user's settings say what the user
// wants; those of a project, local ones and a plugin's included, may have come with a clone, and
// what their entries name is the project's word. No command takes that for the user's: before acting
// on an entry it asks Rules and Program, and writing a file fails if a link leads out of its
// project.
//
// An entry's path is resolved here, once, and passed on resolved: another process starts in another
// folder, where a relative path, or one through a link in /proc, is a different one.

// A Start is what an entry of a file starts, resolved.
type Start struct {
	Program string   // absolute path, "" if there is nothing to start
	Why     string   // why code that only inspects the entry must not start it, "" if it may
	Rules   []string // folders, with links resolved, and packs that it starts with
	// Theirs are the rules that others may have named, as Doubt says. Whoever looks at the entry
	// reads them, but starts the program without: they may have changed by the time it reads them.
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

// mine reports whether the file is the user's own: not part of the project in which this process
// runs. If nobody can tell, it isn't.
func (f *File) mine() bool {
	return f.place.Kind == "user" && host.Brought(f.named()) == ""
}

// named returns the file's path, with the way to the user's home free of links: host.Folders has
// already checked who says where that is.
func (f *File) named() string {
	home := host.Here(os.Getenv).Folders().Home
	if rel, err := filepath.Rel(home, f.place.File); home != "" && f.place.Kind == "user" && err == nil && filepath.IsLocal(rel) {
		return filepath.Join(trust.Real(home), rel)
	}
	return f.place.File
}

// Rules returns the entry's values of --rules, resolved, and why they don't count as the user's
// word; "" if they do. A project's rules count if the user gave them to init, and packs of this
// program always do. For the rest, whoever reads the rules says whether what they read is trusted
// (plan.Plan.Untrusted).
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

// Program returns the path of the program that an entry starts, "" if there is none, and why code
// that only inspects the entry must not start it, since somebody else may have made it; "" if it
// may. Programs beside this one are the user's, who started it.
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
	case err != nil && plain: // nothing would start
		return "", ""
	case err != nil:
		return "", fmt.Sprintf("found %s, want a path or a name: nobody can tell what a shell makes of it", word)
	case beside(path):
		path, err = filepath.EvalSymlinks(path)
		return path, textOf(err)
	}
	if why := host.Brought(path); why != "" {
		return path, fmt.Sprintf("found %s: %s", path, why)
	}
	return path, ""
}

// textOf returns the text of an error, "" of nil.
func textOf(err error) string {
	if err != nil {
		return err.Error()
	}
	return ""
}

// Out returns an error if a link leads the file out of its project, where init and uninstall would
// change something of the user's.
func (f *File) Out() error {
	_, err := f.at()
	return err
}

// at returns the file's place on disk.
func (f *File) at() (files.Place, error) {
	if f.place.File == "" { // a copy of the user's own file
		return files.At(f.path), nil
	}
	of := f.place.Root
	if f.place.Kind == "user" {
		of = ""
	}
	return inside.Place(f.place.File, of)
}
