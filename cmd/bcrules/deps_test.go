package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bcrules.dev/actions"
	"bcrules.dev/engine/facts"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"
)

const module = "bcrules.dev"

// The packages a hook command is made of start without CUE and without the
// libraries for command lines and tables: each costs more than the rules do.
func TestHookImportsNoCUE(t *testing.T) {
	for _, pkg := range []string{"engine", "engine/facts", "engine/files", "engine/cache", "engine/effects", "engine/journal", "engine/secrets", "actions", "cmd/layers", "cmd/hook", "cmd/bchook"} {
		for _, dep := range dependencies(t, pkg) {
			for _, not := range []string{"cuelang.org/go", "cuelabs.dev/go", "github.com/urfave/cli", "github.com/tailscale/hujson", "github.com/aymanbagabas/go-udiff", "github.com/jedib0t/go-pretty", "github.com/jstemmer/go-junit-report", "golang.org/x/term", "github.com/fsnotify/fsnotify", "github.com/guptarohit/asciigraph", "github.com/crillab/gophersat", "github.com/owenrumney/go-sarif", "net", "crypto/tls"} {
				if dep == not || strings.HasPrefix(dep, not+"/") {
					t.Errorf("%s imports %s", pkg, dep)
				}
			}
		}
	}
}

// Imports go one way: what a package may import of this module.
func TestImportOrder(t *testing.T) {
	tests := []struct {
		pkg string
		may []string
	}{
		{"engine/files", nil},
		{"engine/secrets", []string{"engine/files"}},
		{"engine/wire", nil},
		{"engine/ecma", []string{"engine/wire"}},
		{"engine/table", []string{"engine/ecma", "engine/files", "engine/wire"}},
		{"engine/code", []string{"engine/wire"}},
		{"engine", []string{"engine/code", "engine/ecma", "engine/files", "engine/table", "engine/wire"}},
		{"engine/effects", nil},
		{"engine/facts", []string{"engine", "engine/code", "engine/ecma", "engine/effects", "engine/files", "engine/table", "engine/wire"}},
		{"engine/cache", []string{"engine", "engine/code", "engine/ecma", "engine/files", "engine/table", "engine/wire"}},
		{"engine/journal", []string{"engine", "engine/code", "engine/ecma", "engine/files", "engine/table", "engine/wire"}},
		{"engine/history", []string{"engine", "engine/code", "engine/ecma", "engine/files", "engine/journal", "engine/table", "engine/wire"}},
		{"engine/replay", []string{"engine", "engine/code", "engine/ecma", "engine/files", "engine/history", "engine/journal", "engine/table", "engine/wire"}},
		{"engine/compile", []string{"engine", "engine/code", "engine/ecma", "engine/files", "engine/table", "engine/wire"}},
		{"engine/reach", nil},
		{"engine/pattern", []string{"engine", "engine/code", "engine/ecma", "engine/files", "engine/table", "engine/wire"}},
		{"actions", []string{"engine", "engine/code", "engine/ecma", "engine/files", "engine/table", "engine/wire"}},
		{"engine/sandbox", []string{"engine", "engine/code", "engine/ecma", "engine/files", "engine/table", "engine/wire"}},
		{"schema", []string{"engine", "engine/code", "engine/compile", "engine/ecma", "engine/files", "engine/pattern", "engine/reach", "engine/sandbox", "engine/table", "engine/wire", "rules"}},
		{"cmd/test", []string{"engine", "engine/code", "engine/compile", "engine/ecma", "engine/files", "engine/pattern", "engine/reach", "engine/sandbox", "engine/table", "engine/wire", "rules", "schema"}},
		{"cmd/layers", []string{"engine", "engine/code", "engine/ecma", "engine/files", "engine/table", "engine/wire", "rules"}},
		{"cmd/settings", []string{"engine", "engine/code", "engine/ecma", "engine/files", "engine/table", "engine/wire"}},
		{"rules", nil},
	}
	for _, test := range tests {
		for _, dep := range dependencies(t, test.pkg) {
			if own, ok := strings.CutPrefix(dep, module+"/"); ok && own != test.pkg && !slices.Contains(test.may, own) {
				t.Errorf("%s imports %s", test.pkg, own)
			}
		}
	}
}

func dependencies(t *testing.T, pkg string) []string {
	t.Helper()
	out, err := exec.Command("go", "list", "-deps", module+"/"+pkg).Output()
	if err != nil {
		t.Fatalf("go list %s: %v", pkg, err)
	}
	deps := strings.Fields(string(out))
	if !slices.Contains(deps, module+"/"+pkg) {
		t.Fatalf("go list %s doesn't list the package itself", pkg)
	}
	return deps
}

// What is true of one event, fact or action only does not belong in the engine.
func TestEngineKnowsNoNames(t *testing.T) {
	known := map[string]string{}
	for name := range facts.All() {
		known[name] = "fact"
	}
	for name := range actions.All() {
		known[name] = "action"
	}
	for _, name := range eventNames(t) {
		known[name] = "event"
	}
	files, err := filepath.Glob("../../engine/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("found no files of the engine (%v)", err)
	}
	set := token.NewFileSet()
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if _, ok := n.(*ast.ImportSpec); ok {
				return false
			}
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			text, err := strconv.Unquote(lit.Value)
			if kind := known[text]; err == nil && kind != "" {
				t.Errorf("%s: the engine knows the %s %s", set.Position(lit.Pos()), kind, text)
			}
			return true
		})
	}
}

// eventNames returns the names of the event table.
func eventNames(t *testing.T) []string {
	t.Helper()
	data, err := os.ReadFile("../../schema/events.cue")
	if err != nil {
		t.Fatal(err)
	}
	events := cuecontext.New().CompileBytes(data).LookupPath(cue.ParsePath("#Events"))
	fields, err := events.Fields()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for fields.Next() {
		names = append(names, fields.Selector().Unquoted())
	}
	if !slices.Contains(names, "PreToolUse") {
		t.Fatalf("events %q, want the event table", names)
	}
	return names
}
