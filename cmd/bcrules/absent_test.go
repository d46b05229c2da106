package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// namesOfAbsence are names that tell of absence, or take errors for it, beside files.Absent.
var namesOfAbsence = map[string]string{
	"fs.ErrNotExist": "files.Absent", "os.ErrNotExist": "files.Absent", "os.IsNotExist": "files.Absent",
	"syscall.ENOENT": "files.Absent", "syscall.ENOTDIR": "files.Absent", "unix.ENOENT": "files.Absent", "unix.ENOTDIR": "files.Absent",
	"filepath.Glob": "files.Names, as it drops what it can't read",
}

// allowedNames are the files that may use one all the same, and why.
var allowedNames = map[string]string{
	"actions/spawn_unix.go filepath.Glob": "which descriptors are open is asked of the kernel, of which a file is none",
	"engine/cache/store.go filepath.Glob": "what a session was told and can't be forgotten isn't told again",
}

// One function says whether something isn't there, and it lies in engine/files: whoever asks
// an error by itself sooner or later takes another one for absence.
func TestAbsenceIsAskedOfOne(t *testing.T) {
	used := map[string]bool{}
	for _, top := range []string{"actions", "cmd", "engine", "rules", "schema"} {
		err := filepath.WalkDir(filepath.Join("../..", top), func(path string, d fs.DirEntry, err error) error {
			name := filepath.ToSlash(strings.TrimPrefix(path, filepath.Join("../..")+string(filepath.Separator)))
			if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") || strings.HasPrefix(name, "engine/files/") {
				return err
			}
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				s, ok := n.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				of, _ := s.X.(*ast.Ident)
				if of == nil || namesOfAbsence[of.Name+"."+s.Sel.Name] == "" {
					return true
				}
				what := of.Name + "." + s.Sel.Name
				if used[name+" "+what] = true; allowedNames[name+" "+what] == "" {
					t.Errorf("%s:%d: found %s, want %s", name, set.Position(s.Pos()).Line, what, namesOfAbsence[what])
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for name := range allowedNames {
		if !used[name] {
			t.Errorf("%s: found none, want its reason gone, too", name)
		}
	}
}
