package cache

import (
	"os"
	"path/filepath"
	"time"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
)

// A Stamp is the state of what a plan was made from.
type Stamp struct {
	Files   []File
	Folders []plan.Folder
	Taken   int64 // when, Unix ns, before the files were read
}

// A File is a file as it was.
type File struct {
	Path        string // of what only is itself to be watched, with a separator at its end (itself)
	files.State        // of what couldn't be looked at, another one than of what wasn't there
	// Compiler marks the program that made the plan. It may be gone; while there is
	// one, it must be this one.
	Compiler bool
}

// Take returns the state of rule files and of the folders they lie in. began is
// when they were about to be read; compiler is the program that did; it need not be there.
func Take(began time.Time, paths []string, folders []string, compiler string) Stamp {
	s := Stamp{Taken: began.UnixNano()}
	for _, path := range paths {
		s.Files = append(s.Files, File{Path: path, State: stateAt(path)})
	}
	if now := files.StateAt(compiler); now.Size >= 0 {
		s.Files = append(s.Files, File{Path: compiler, State: now, Compiler: true})
	}
	for _, path := range folders {
		s.Folders = append(s.Folders, plan.RuleFiles(path))
	}
	return s
}

// itself reports whether a plan depends on what a path is, and not on what is in it: it ends with a
// separator. So whether a folder is one or a link to one can be watched, where it changes with all
// that is done in it.
func itself(path string) bool { return path != "" && os.IsPathSeparator(path[len(path)-1]) }

func stateAt(path string) files.State {
	if itself(path) {
		return files.KindAt(filepath.Clean(path))
	}
	return files.StateAt(path)
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

// Holds reports whether nothing has changed since the stamp was taken. compiler is the
// program that would make the plan anew; it need not be there. Folders listed already
// are not looked into again.
func (s Stamp) Holds(compiler string, listed []plan.Folder) bool {
	for _, f := range s.Files {
		path := f.Path
		if f.Compiler {
			path = compiler
		}
		now := stateAt(path)
		if itself(path) && now.Size >= 0 {
			now.Time = f.Time // whatever was done in it
		}
		if f.Compiler && now.Size < 0 { // nobody could make the plan anew
			continue
		}
		if path != f.Path || now != f.State {
			return false
		}
	}
	for _, f := range s.Folders {
		if !f.Same(look(f.Path, listed)) {
			return false
		}
	}
	return true
}

// look returns what is in a folder, from the list if it is there.
func look(dir string, listed []plan.Folder) plan.Folder {
	for _, f := range listed {
		if f.Path == dir {
			return f
		}
	}
	return plan.RuleFiles(dir)
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
