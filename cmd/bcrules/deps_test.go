package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bcrules.dev/actions"
	"bcrules.dev/engine/facts"
	"bcrules.dev/testdata/built"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"
)

const module = "bcrules.dev"

// The packages of a hook command start without CUE and without the libraries for command lines and
// tables: each of these costs more than the rules.
func TestHookImportsNoCUE(t *testing.T) {
	for _, pkg := range []string{"engine", "engine/plan", "engine/host", "engine/entries", "engine/facts", "engine/files", "engine/cache", "engine/effects", "engine/journal", "engine/secrets", "actions", "cmd/layers", "cmd/hook", "cmd/bchook"} {
		for _, dep := range dependencies(t, pkg) {
			for _, not := range []string{"cuelang.org/go", "cuelabs.dev/go", "github.com/urfave/cli", "github.com/tailscale/hujson", "github.com/aymanbagabas/go-udiff", "github.com/jedib0t/go-pretty", "github.com/jstemmer/go-junit-report", "golang.org/x/term", "github.com/guptarohit/asciigraph", "github.com/owenrumney/go-sarif", "modernc.org", "github.com/jackc", "database/sql", "net", "crypto/tls", "github.com/creachadair"} {
				if dep == not || strings.HasPrefix(dep, not+"/") {
					t.Errorf("%s imports %s", pkg, dep)
				}
			}
		}
	}
}

// Imports go one way: a package may only import packages of this module that are listed before it.
func TestImportOrder(t *testing.T) {
	order := []string{
		"rules",

		"engine/wire", "engine/words", "engine/files", "engine/store", "engine/transcript", "engine/secrets", "engine/ecma", "engine/table", "engine/effects/programs", "engine/effects",
		"engine/plan", "engine/host", "engine/git", "engine", "engine/agent", "engine/entries", "engine/facts", "engine/facts/full", "engine/cache", "engine/journal",
		"actions", "cmd/sql/busy", "cmd/sql", "cmd/bcstore",
		"cmd/layers", "schema/codeindex", "cmd/index/sitter", "cmd/index/code", "cmd/index", "cmd/bcindex",
		"cmd/hook", "cmd/bchook/early/single", "cmd/bchook/early/stack", "cmd/bchook/early", "cmd/bchook",

		"schema/form", "schema/prove", "schema/expr", "schema/test/sandbox", "schema", "schema/mend", "schema/test", "schema/vet", "schema/page", "schema/example",
		"cmd/bounded", "cmd/layers/trust", "cmd/layers/compile", "cmd/inside", "cmd/rollback", "cmd/settings", "cmd/doctor", "cmd/answer", "cmd/log", "cmd/log/replay", "cmd/convert", "cmd/show", "cmd/guide", "cmd/ui", "cmd/lsp",
		"cmd/fleet/held", "cmd/fleet/ship", "cmd/fleet", "cmd/bcfleet",
		"cmd/index/answers", "cmd/index/grammars",
		"cmd/bcrules",
	}
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`, module+"/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		pkg, imports, _ := strings.Cut(strings.TrimPrefix(line, module+"/"), " ")
		if strings.HasPrefix(pkg, "testdata/") {
			continue
		}
		at := slices.Index(order, pkg)
		if at < 0 {
			t.Errorf("package %s has no place in the order", pkg)
			continue
		}
		for _, dep := range strings.Fields(imports) {
			if own, ok := strings.CutPrefix(dep, module+"/"); ok && !slices.Contains(order[:at], own) {
				t.Errorf("%s imports %s, which stands after it", pkg, own)
			}
		}
	}
}

// The tree shows the halves: engine is run by a hook's process, schema by authors, and cmd is what
// people see.
func TestHalves(t *testing.T) {
	// What only the full binary uses, and what bchook has of cmd.
	full := []string{"engine/facts/full"}
	small := []string{"actions", "rules", "cmd/layers", "cmd/hook", "cmd/bchook", "cmd/bchook/early", "cmd/bchook/early/single", "cmd/bchook/early/stack"}
	var linked []string
	for _, dep := range dependencies(t, "cmd/bchook") {
		own, ok := strings.CutPrefix(dep, module+"/")
		if !ok {
			continue
		}
		linked = append(linked, own)
		if own != "engine" && !strings.HasPrefix(own, "engine/") && !slices.Contains(small, own) {
			t.Errorf("cmd/bchook links %s, want nothing but engine, actions, rules and the hook command", own)
		}
	}
	out, err := exec.Command("go", "list", module+"/engine/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for _, dep := range strings.Fields(string(out)) {
		own := strings.TrimPrefix(dep, module+"/")
		if slices.Contains(linked, own) == slices.Contains(full, own) {
			t.Errorf("found %s linked by cmd/bchook: %t, want it there unless only the full binary asks it", own, slices.Contains(linked, own))
		}
	}
}

// People who build bcrules don't wait for databases, which are ten times as large as bcrules: only
// bcstore uses them.
func TestOnlyBcstoreHasDatabases(t *testing.T) {
	for _, dep := range dependencies(t, "cmd/bcrules") {
		for _, not := range []string{module + "/cmd/sql", "modernc.org", "github.com/jackc", "database/sql"} {
			if dep == "database/sql/driver" { // only types, which CUE's numbers and others use
				continue
			}
			if dep == not || strings.HasPrefix(dep, not+"/") {
				t.Errorf("cmd/bcrules links %s", dep)
			}
		}
	}
}

// One place finds the user's folders: otherwise one function would check one folder, and another
// believe a different one.
func TestFoldersOfTheUser(t *testing.T) {
	asks := regexp.MustCompile(`\b(os\.(UserHomeDir|UserConfigDir|UserCacheDir|TempDir)|user\.Current|(MkdirTemp|CreateTemp)\(""|env\("(HOME|USERPROFILE|XDG_\w+|AppData|LocalAppData|TMPDIR|TMP|TEMP)"\))`)
	for _, top := range []string{"engine", "actions", "schema", "rules", "cmd"} {
		err := filepath.WalkDir(filepath.Join("../..", top), func(name string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") || filepath.Dir(name) == filepath.Join("../..", "engine", "host") {
				return err
			}
			data, err := os.ReadFile(name)
			for n, line := range strings.Split(string(data), "\n") {
				if found := asks.FindString(line); found != "" {
					t.Errorf("%s:%d: found %s, want host.Folders", name, n+1, found)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// mostLines bounds the lines of a function.
const mostLines = 50

// A function that doesn't fit a screen does more than one thing. Tests may be longer.
func TestFunctionsAreShort(t *testing.T) {
	set, n := token.NewFileSet(), 0
	err := filepath.WalkDir("../..", func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			n++
			if lines := set.Position(f.End()).Line - set.Position(f.Pos()).Line + 1; lines > mostLines {
				t.Errorf("%s: %s has %d lines, want at most %d", set.Position(f.Pos()), f.Name.Name, lines, mostLines)
			}
		}
		return nil
	})
	if err != nil || n == 0 {
		t.Fatalf("found %d functions (%v)", n, err)
	}
}

// A fact or an action made at the start of a process would cost every event time. If nothing needs
// to run at a package's start, the linker drops what the package doesn't use.
func TestTablesAreLaidOut(t *testing.T) {
	bchook, err := exec.LookPath(filepath.Join(built.Commands(t), "bchook"))
	if err != nil {
		t.Fatal(err)
	}
	symbols, err := exec.Command("go", "tool", "nm", bchook).Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, pkg := range []string{"engine", "engine/facts", "engine/entries", "actions"} {
		if !strings.Contains(string(symbols), " "+module+"/"+pkg+".") {
			t.Errorf("bchook has nothing of %s, want it linked, and its symbols kept", pkg)
		}
		if strings.Contains(string(symbols), " "+module+"/"+pkg+".init\n") {
			t.Errorf("%s is made when bchook starts, want literals without maps and calls", pkg)
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

// Things that are true of only one event, fact or action do not belong in the engine.
func TestEngineKnowsNoNames(t *testing.T) {
	known := map[string]string{}
	for name := range facts.All().Map() {
		known[name] = "fact"
	}
	for name := range actions.All().Map() {
		known[name] = "action"
	}
	for _, name := range eventNames(t) {
		known[name] = "event"
	}
	delete(known, "cwd") // the fact is called like this field, which many events have
	var files []string
	for _, dir := range []string{"", "plan", "host", "cache", "wire", "table", "ecma"} {
		found, err := filepath.Glob(filepath.Join("../../engine", dir, "*.go"))
		if err != nil || len(found) == 0 {
			t.Fatalf("found no files in engine/%s (%v)", dir, err)
		}
		files = append(files, found...)
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
