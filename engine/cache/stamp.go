package cache

import (
	"os"
	"path/filepath"
	"slices"
	"time"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
)

// A Stamp is the state of a plan's sources.
type Stamp struct {
	Files   []File
	Folders []plan.Folder
	Taken   int64 // Unix ns before the files were read
}

// A File is a file in an earlier state.
type File struct {
	Path        string // ends in a separator if only its kind matters (kindOnly)
	files.State        // an unreadable file differs from an absent one
	// Compiler marks the program that made the plan. It may be gone; but if there is one now, it
	// must be the same.
	Compiler bool
}

// Take returns the state of rule files and of their folders. began is the time before they were
// read; compiler is the program that read them, which need not exist.
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

// kindOnly reports whether a plan depends on what a path is (a folder or a link), not on its
// content. Such paths end in a separator; a folder's own times change with everything done in it.
func kindOnly(path string) bool { return path != "" && os.IsPathSeparator(path[len(path)-1]) }

func stateAt(path string) files.State {
	if kindOnly(path) {
		return files.KindAt(filepath.Clean(path))
	}
	return files.StateAt(path)
}

// Update replaces the listings of folders by those of an earlier stamp.
func (s *Stamp) Update(earlier Stamp) {
	for i, f := range s.Folders {
		for _, e := range earlier.Folders {
			if e.Path == f.Path {
				s.Folders[i] = e
			}
		}
	}
}

// Holds reports whether nothing has changed since the stamp was taken. compiler is the program that
// would make the plan anew; it need not exist. Folders in listed are not read again.
func (s Stamp) Holds(compiler string, listed []plan.Folder) bool {
	for _, f := range s.Files {
		path := f.Path
		if f.Compiler {
			path = compiler
		}
		now := stateAt(path)
		if kindOnly(path) && now.Size >= 0 {
			now.Time = f.Time // changes with its content
		}
		if f.Compiler && now.Size < 0 { // nobody could make the plan anew
			continue
		}
		if path != f.Path || now != f.State {
			return false
		}
	}
	return !slices.ContainsFunc(s.Folders, func(f plan.Folder) bool { return !f.Same(listing(f.Path, listed)) })
}

// listing returns the listing of a folder, from listed if it is there.
func listing(dir string, listed []plan.Folder) plan.Folder {
	for _, f := range listed {
		if f.Path == dir {
			return f
		}
	}
	return plan.RuleFiles(dir)
}

// compiler returns the path of the program that made the plan, "" if it is unknown.
func (s Stamp) compiler() string {
	for _, f := range s.Files {
		if f.Compiler {
			return f.Path
		}
	}
	return ""
}

// Rested reports whether no file was changed so shortly before the stamp that a later change could
// look the same.
func (s Stamp) Rested() bool {
	return !slices.ContainsFunc(s.Files, func(f File) bool { return !f.Compiler && !files.Rested(f.Time, s.Taken) })
}
