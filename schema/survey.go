package schema

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/load"
	"cuelang.org/go/cue/parser"
	"cuelang.org/go/mod/modfile"
)

// CUE reads every file it finds, and others may have put it there. So the files in a layer's
// folder, in those of the packages it imports from its module, and in the folders between, are
// inspected first. A rule file is a fault if it is too long, or not regular, as reading that might
// block or never end. Other such files, which CUE would read and drop, are overlaid.

// longestFile is the maximum size of a rule file, in bytes.
const longestFile = 1 << 20

// A survey inspects the files of a workspace.
type survey struct {
	*workspace
	path   string // import path of the module
	seen   map[string]bool
	faults []error
	// passing says that some file couldn't be read: its fault may disappear without a change.
	passing bool
}

// surveyed returns the faults of a workspace's files on disk, and whether they may disappear
// without a change of the files.
func surveyed(w *workspace) (faults []error, passing bool) {
	s := survey{workspace: w, path: LocalModule, seen: map[string]bool{}}
	for _, f := range w.read {
		if m, err := modfile.ParseNonStrict(f.Data, f.Path); err == nil && f.Path == moduleFile(w.module) {
			s.path, _, _ = strings.Cut(m.Module, "@")
		}
	}
	s.folders(w.root)
	return s.faults, s.passing
}

// folders inspects a folder and its parents, up to the module's.
func (s *survey) folders(dir string) {
	for ; !s.seen[dir]; dir = filepath.Dir(dir) {
		s.seen[dir] = true
		entries, err := os.ReadDir(dir)
		if files.Absent(err) {
			continue // only in the overlay, or removed
		}
		if err != nil {
			s.readFault(err)
			return
		}
		for _, e := range entries {
			if ext := filepath.Ext(e.Name()); ext != "" && ext != e.Name() {
				s.file(filepath.Join(dir, e.Name()))
			}
		}
		if dir == s.module {
			return
		}
	}
}

// file inspects a file and the packages that it imports.
func (s *survey) file(name string) {
	info, err := os.Stat(name)
	if files.Absent(err) || err == nil && info.IsDir() {
		return
	}
	if err != nil {
		if filepath.Ext(name) == ".cue" {
			s.readFault(err)
		}
		return
	}
	wrong := unreadable(name, info)
	switch rules := filepath.Ext(name) == ".cue"; {
	case rules && wrong != nil:
		s.faults = append(s.faults, wrong)
	case rules:
		data, err := files.Read(files.At(name))
		if err != nil && !files.Absent(err) {
			s.readFault(err)
		}
		if f, err := parser.ParseFile(name, data, parser.ImportsOnly); err == nil {
			for spec := range f.ImportSpecs() {
				s.imported(spec)
			}
		}
	case wrong != nil:
		s.overlay[name] = load.FromBytes(nil)
	}
}

// readFault notes that rules can't be read, a fault that may disappear without a change of them.
func (s *survey) readFault(err error) {
	s.faults, s.passing = append(s.faults, err), true
}

// imported inspects the folder of a package in the same module, or of one vendored in it.
func (s *survey) imported(spec *ast.ImportSpec) {
	name, _, _ := strings.Cut(strings.Trim(spec.Path.Value, `"`), ":")
	if below, ok := strings.CutPrefix(name+"/", s.path+"/"); ok {
		s.folders(filepath.Join(s.module, filepath.FromSlash(below)))
		return
	}
	for _, kind := range []string{"pkg", "gen", "usr"} {
		if dir := filepath.Join(s.module, "cue.mod", kind, filepath.FromSlash(path.Clean("/"+name))); isDir(dir) {
			s.folders(dir)
		}
	}
}

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// unreadable returns why a file must not be read, nil if it may be read.
func unreadable(name string, info fs.FileInfo) error {
	at := plan.Pos{File: filepath.ToSlash(name)}
	switch {
	case !info.Mode().IsRegular():
		return &plan.Error{Pos: at, Err: errors.New("found no regular file, want one")}
	case info.Size() > longestFile:
		return &plan.Error{Pos: at, Err: fmt.Errorf("found %d bytes, want at most %d", info.Size(), longestFile)}
	}
	return nil
}

// ReadSource reads a CUE file within the limits for other people's files: regular, and at most
// longestFile long.
func ReadSource(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err == nil {
		err = unreadable(name, info)
	}
	if err != nil {
		return nil, err
	}
	return files.Read(files.At(name))
}

// outside are the attributes that make a file depend on something outside it, which isn't shown to
// whoever trusts the file. Each has the principle that forbids it.
var outside = map[string]string{
	"if":     "a rule file counts, or is not there",
	"ignore": "a rule file counts, or is not there",
	"extern": "rules are what stands in their own files",
	"embed":  "rules are what stands in their own files",
}

// A reliance collects such attributes. It has a lock, as CUE reads several files at once.
type reliance struct {
	mu     sync.Mutex
	faults map[plan.Pos]error // by position, as a file may be read twice
}

// read inspects one of the author's own files.
func (r *reliance) read(f *ast.File) {
	ast.Walk(f, func(n ast.Node) bool {
		a, ok := n.(*ast.Attribute)
		if !ok {
			return true
		}
		if name, _ := a.Split(); outside[name] != "" {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.faults[Pos(a.Pos())] = &plan.Error{Pos: Pos(a.Pos()), Err: fmt.Errorf("found @%s, want none: %s", name, outside[name])}
		}
		return true
	}, nil)
}
