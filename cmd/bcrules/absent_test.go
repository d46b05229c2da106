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

// namesOfAbsence are names, beside files.Absent, that report absence, or take errors for it.
var namesOfAbsence = map[string]string{
	"fs.ErrNotExist": "files.Absent", "os.ErrNotExist": "files.Absent", "os.IsNotExist": "files.Absent",
	"syscall.ENOENT": "files.Absent", "syscall.ENOTDIR": "files.Absent", "unix.ENOENT": "files.Absent", "unix.ENOTDIR": "files.Absent",
	"filepath.Glob": "files.Names, as it drops what it can't read",
}

// allowedNames are the files that may use one of them, and why.
var allowedNames = map[string]string{
	"cmd/bcrules/init_units.go filepath.Glob": "unit files of the administrator, who sees which go",
	"cmd/fleet/ship.go filepath.Glob":         "logs of users, one of which need not be readable",
	"cmd/convert/convert.go filepath.Glob":    "what can't be read is only not offered, and said where it is named",
	"actions/spawn_unix.go filepath.Glob":     "which descriptors are open is asked of the kernel, of which a file is none",
	"engine/cache/store.go filepath.Glob":     "what a session was told and can't be forgotten isn't told again",
}

// One function decides whether something doesn't exist, in engine/files: code that checks errors by
// itself sooner or later takes another error for absence.
func TestAbsenceIsAskedOfOne(t *testing.T) {
	onlyIn(t, namesOfAbsence, allowedNames, "actions", "cmd", "engine", "rules", "schema")
}

// namesOfWriting are functions that write, make or remove a file at a path.
var namesOfWriting = map[string]string{
	"os.WriteFile": ofPlace, "os.Create": ofPlace, "os.OpenFile": ofPlace, "os.OpenRoot": ofPlace, "os.Mkdir": ofPlace, "os.MkdirAll": ofPlace,
	"os.Remove": ofPlace, "os.RemoveAll": ofPlace, "os.Rename": ofPlace, "os.Symlink": ofPlace, "os.Link": ofPlace, "os.Truncate": ofPlace,
	"os.Chmod": ofPlace, "os.Chtimes": ofPlace, "os.CreateTemp": ofPlace,
	"files.At": ofPlace, "files.NewRoot": ofPlace, "files.KeepRoot": ofPlace, "files.Remove": ofPlace, "files.MkdirAll": ofPlace,
}

const ofPlace = "inside.Place, as a link of the project may lead it out"

// allowedWriting are the files of commands that may use one of them, and why. A folder's name with
// a slash allows all its files every name.
var allowedWriting = map[string]string{
	"cmd/bcrules/agent_canary.go os.RemoveAll":      ofProcess,
	"cmd/bcrules/agent_canary.go os.Mkdir":          ofProcess,
	"cmd/bcrules/agent_canary.go os.WriteFile":      ofProcess,
	"cmd/bcrules/convert.go os.RemoveAll":           ofProcess,
	"cmd/bcrules/convert.go os.WriteFile":           ofProcess,
	"cmd/bcrules/keep.go os.WriteFile":              ofProcess,
	"cmd/bcrules/try.go os.MkdirAll":                ofProcess,
	"cmd/bcrules/try.go os.WriteFile":               ofProcess,
	"cmd/doctor/canary.go os.RemoveAll":             ofProcess,
	"cmd/doctor/canary.go os.Mkdir":                 ofProcess,
	"cmd/doctor/canary.go os.WriteFile":             ofProcess,
	"cmd/doctor/canary.go os.Chtimes":               ofProcess,
	"cmd/ui/open.go os.RemoveAll":                   ofProcess,
	"cmd/ui/open.go os.OpenFile":                    ofProcess,
	"cmd/ui/playground.go os.RemoveAll":             ofProcess,
	"cmd/ui/ui.go os.RemoveAll":                     ofProcess,
	"cmd/convert/convert.go files.At":               "only reads",
	"cmd/bcrules/test.go os.OpenFile":               "a pipe or a terminal, which is there and stays what it is",
	"cmd/bounded/run_unix.go os.CreateTemp":         ofProcess,
	"cmd/bounded/run_unix.go os.Remove":             ofProcess,
	"cmd/index/base.go os.MkdirAll":                 ofCache,
	"cmd/index/base.go os.OpenFile":                 ofCache,
	"cmd/index/base.go os.Remove":                   ofCache,
	"cmd/index/export.go os.OpenFile":               ofCache,
	"cmd/index/export.go os.Rename":                 ofCache,
	"cmd/index/export.go os.Remove":                 ofCache,
	"cmd/index/grammars/grammars.go files.MkdirAll": ofCache,
	"cmd/index/grammars/grammars.go files.At":       ofCache,
	"cmd/index/run.go os.OpenRoot":                  "the project, which is read",
	"cmd/lsp/define.go os.MkdirAll":                 ofCache,
	"cmd/lsp/define.go os.Chmod":                    ofCache,
	"cmd/lsp/define.go files.At":                    ofCache,
	"cmd/sql/hung.go os.MkdirAll":                   ofCache,
	"cmd/sql/hung.go files.At":                      ofCache,
	"cmd/sql/late.go os.MkdirAll":                   ofCache,
	"cmd/sql/late.go files.At":                      ofCache,
	"cmd/sql/seat_unix.go os.MkdirAll":              ofCache,
	"cmd/sql/seat_unix.go os.OpenFile":              ofCache,
	"cmd/sql/queue_unix.go os.OpenFile":             "a file beside a store, which rules name, in the folder that is held",
	"cmd/sql/held_unix.go os.OpenRoot":              "a store, which rules name and not commands",
	"cmd/layers/compile/parts.go os.MkdirAll":       ofCache,
	"cmd/layers/compile/parts.go files.NewRoot":     ofCache,
	"cmd/layers/compile/parts.go os.Remove":         ofCache,
	"cmd/layers/trust/modules.go files.MkdirAll":    ofRecords,
	"cmd/layers/trust/modules.go files.At":          ofRecords,
	"cmd/layers/trust/trust.go files.MkdirAll":      ofRecords,
	"cmd/layers/trust/trust.go files.At":            ofRecords,
	"cmd/layers/trust/trust.go files.Remove":        ofRecords,
	"cmd/bcrules/init_managed.go os.MkdirAll":       ofSystem,
	"cmd/bcrules/init_managed.go os.Chmod":          ofSystem,
	"cmd/bcrules/init_managed.go files.At":          ofSystem,
	"cmd/bcrules/init_managed.go files.Remove":      ofSystem,
	"cmd/bcrules/init_units.go os.MkdirAll":         ofSystem,
	"cmd/bcrules/init_units.go files.At":            ofSystem,
	"cmd/bcrules/init_units.go files.Remove":        ofSystem,
	"cmd/fleet/":                                    ofSystem,
	"cmd/settings/save.go files.MkdirAll":           ofCopies,
	"cmd/settings/save.go os.CreateTemp":            ofCopies,
	"cmd/settings/save.go os.Remove":                ofCopies,
	"cmd/settings/save.go os.RemoveAll":             ofCopies,
	"cmd/settings/save.go files.Remove":             ofCopies,
	"cmd/settings/save.go os.OpenFile":              "asks whether it may be written, and closes it",
	"cmd/settings/word.go files.At":                 ofCopies,
	"cmd/ui/looks.go os.MkdirAll":                   ofCache,
	"cmd/ui/looks.go files.At":                      ofCache,
	"cmd/ui/looks.go os.Remove":                     ofCache,
}

const (
	ofProcess = "a folder of this process alone, among what is thrown away"
	ofCache   = "the user's cache"
	ofRecords = "the user's own records of what they trust"
	ofSystem  = "the administrator's own, who gave the command, in folders of the system"
	ofCopies  = "the user's own copies of settings; the file itself goes by its place"
)

// One place decides where a command writes in a project: code that writes by itself sooner or later
// follows a link that came with the project.
func TestCommandsWriteByOne(t *testing.T) {
	onlyIn(t, namesOfWriting, allowedWriting, "cmd")
}

// onlyIn fails if a file of some folders uses one of some names without being allowed to, or is
// allowed to and doesn't.
func onlyIn(t *testing.T, names, allowed map[string]string, tops ...string) {
	used := map[string]bool{}
	for _, top := range tops {
		err := filepath.WalkDir(filepath.Join("../..", top), func(path string, d fs.DirEntry, err error) error {
			name := filepath.ToSlash(strings.TrimPrefix(path, filepath.Join("../..")+string(filepath.Separator)))
			if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") || strings.HasPrefix(name, "engine/files/") || strings.HasPrefix(name, "cmd/inside/") {
				return err
			}
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if c, ok := n.(*ast.CallExpr); ok && called(c) == "files.Read" {
					return false // places to read from don't matter
				}
				s, ok := n.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				of, _ := s.X.(*ast.Ident)
				if of == nil || names[of.Name+"."+s.Sel.Name] == "" {
					return true
				}
				what := of.Name + "." + s.Sel.Name
				for key := range allowed {
					if strings.HasSuffix(key, "/") && strings.HasPrefix(name, key) {
						used[key] = true
						return true
					}
				}
				if used[name+" "+what] = true; allowed[name+" "+what] == "" {
					t.Errorf("%s:%d: found %s, want %s", name, set.Position(s.Pos()).Line, what, names[what])
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for name := range allowed {
		if !used[name] {
			t.Errorf("%s: found none, want its reason gone, too", name)
		}
	}
}

// called returns the name of a called function of a package, "" for others.
func called(c *ast.CallExpr) string {
	s, _ := c.Fun.(*ast.SelectorExpr)
	if s == nil {
		return ""
	}
	of, _ := s.X.(*ast.Ident)
	if of == nil {
		return ""
	}
	return of.Name + "." + s.Sel.Name
}
