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

// A File is one file's identity at a time.
type File struct {
	Path  string
	Size  int64 // bytes
	Time  int64 // last change, Unix ns
	Inode int64 // 0 where there are none
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
		s.Files = append(s.Files, identify(path))
	}
	if compiler != "" {
		f := identify(compiler)
		f.Compiler = true
		s.Files = append(s.Files, f)
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
		path := f.Path
		if f.Compiler {
			if compiler == "" {
				continue
			}
			path = compiler
		}
		now := identify(path)
		now.Compiler = f.Compiler
		if now != f {
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

// identify returns a file's identity; its size is negative if it isn't there.
func identify(path string) File {
	info, err := os.Stat(path)
	if err != nil {
		return File{Path: path, Size: -1}
	}
	now := files.StateOf(info)
	return File{Path: path, Size: now.Size, Time: now.Time, Inode: now.Inode}
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
