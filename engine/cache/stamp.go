package cache

import (
	"os"
	"slices"
	"time"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
)

// A Stamp is the state of what a plan was made from.
type Stamp struct {
	Files   []File
	Folders []Folder
	Taken   int64 // when, Unix ns, before the files were read
}

// A File is a file as it was.
type File struct {
	Path        string
	files.State // its size is negative if it wasn't there
	// Compiler marks the program that made the plan. It may be gone; while there is
	// one, it must be this one.
	Compiler bool
}

// A Folder is the list of rule files in a folder.
type Folder struct {
	Path  string
	Names []string
}

// Take returns the state of rule files and of the folders they lie in. began is
// when they were about to be read; compiler is the program that did, "" for none.
func Take(began time.Time, paths []string, folders []string, compiler string) Stamp {
	s := Stamp{Taken: began.UnixNano()}
	for _, path := range paths {
		s.Files = append(s.Files, File{Path: path, State: stateOf(path)})
	}
	if compiler != "" {
		s.Files = append(s.Files, File{Path: compiler, State: stateOf(compiler), Compiler: true})
	}
	for _, path := range folders {
		s.Folders = append(s.Folders, Folder{path, ruleNames(path)})
	}
	return s
}

// Update replaces the lists of folders by those of an earlier stamp of the same.
func (s *Stamp) Update(earlier Stamp) {
	for i, f := range s.Folders {
		for _, e := range earlier.Folders {
			if e.Path == f.Path {
				s.Folders[i] = e
			}
		}
	}
}

// Holds reports whether nothing has changed since the stamp was taken. compiler
// is the program that would make the plan anew, "" if there is none.
func (s Stamp) Holds(compiler string) bool {
	for _, f := range s.Files {
		if f.Compiler && compiler == "" {
			continue
		}
		if f.Compiler && compiler != f.Path || stateOf(f.Path) != f.State {
			return false
		}
	}
	for _, f := range s.Folders {
		if !slices.Equal(ruleNames(f.Path), f.Names) {
			return false
		}
	}
	return true
}

// Rested reports whether no file was changed so shortly before the stamp that a
// change after it could look the same.
func (s Stamp) Rested() bool {
	for _, f := range s.Files {
		if !f.Compiler && !files.Rested(f.Time, s.Taken) {
			return false
		}
	}
	return true
}

// stateOf returns the state of a file.
func stateOf(path string) files.State {
	info, err := os.Stat(path)
	if err != nil {
		return files.State{Size: -1}
	}
	return files.StateOf(info)
}

// ruleNames returns the names of the rule files in a folder, sorted.
func ruleNames(dir string) []string {
	var names []string
	d, err := os.Open(dir)
	if err != nil {
		return names
	}
	defer d.Close()
	all, _ := d.Readdirnames(-1)
	for _, n := range all {
		if plan.IsRuleFile(n) {
			names = append(names, n)
		}
	}
	slices.Sort(names)
	return names
}
