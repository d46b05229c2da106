package rules_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/layers/trust"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
	"bcrules.dev/rules"
	"bcrules.dev/schema"
	"bcrules.dev/schema/page"
	"bcrules.dev/schema/test"
	"bcrules.dev/schema/vet"
	"bcrules.dev/testdata/built"
)

// A pack is one that ships, compiled.
type pack struct {
	name, path string
	schema     *schema.Schema
	set        *schema.Set
}

// packs returns the names of the packs.
func packs(t *testing.T) []string {
	t.Helper()
	all, err := fs.ReadDir(rules.FS, ".")
	if err != nil || len(all) == 0 {
		t.Fatalf("found %d packs (%v)", len(all), err)
	}
	var names []string
	for _, p := range all {
		names = append(names, p.Name())
	}
	return names
}

// newPack compiles a pack with a schema of its own: a shared one would keep what it evaluated of
// each.
func newPack(t *testing.T, name string) pack {
	t.Helper()
	p := pack{name: name, path: path.Join(rules.Path, name), schema: compile.Schema()}
	var err error
	if p.set, err = p.schema.Compile(p.path); err != nil {
		t.Fatal(err)
	}
	return p
}

// What must hold for each pack; packs are compiled once.
func TestPack(t *testing.T) {
	built.Storekeeper(t)
	for _, name := range packs(t) {
		t.Run(name, func(t *testing.T) {
			p := newPack(t, name)
			t.Run("page", p.page)
			t.Run("tested", p.tested)
			t.Run("forbids", p.forbids)
			t.Run("misspelt", p.misspelt)
		})
	}
}

// The page on each pack is beside its rules, and is the output of bcrules docs; UPDATE=1 writes it
// anew.
func (p pack) page(t *testing.T) {
	text, err := page.From(p.schema, p.set, p.path)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(p.name, "README.md")
	want := show.Markdown(p.name, text)
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != want {
		t.Errorf("%s is not what bcrules docs --markdown %s says (%v); UPDATE=1 go test ./rules -run TestPack$/%[2]s/page writes it", file, p.name, err)
	}
	for row := range strings.Lines(want) {
		if strings.HasPrefix(row, "| ") && strings.HasSuffix(row, "|  |\n") {
			t.Errorf("%s: found a row that says nothing, want what it is about: %s", file, row)
		}
	}
	for _, x := range objects(want) {
		if !json.Valid([]byte(x)) {
			t.Errorf("%s: found an example that is no JSON: %s", file, x)
		}
	}
}

// objects returns the JSON objects on a page that are examples to copy.
func objects(page string) (all []string) {
	in := false
	for line := range strings.Lines(page) {
		code, ok := strings.CutPrefix(line, "    ")
		if ok && code == "{\n" {
			in, all = true, append(all, "")
		}
		if in = in && ok; in {
			all[len(all)-1] += code
		}
	}
	return all
}

// If somebody takes all packs at once, vet finds nothing in the rules: no name of one means
// something in another.
func TestPacksTogether(t *testing.T) {
	built.Storekeeper(t)
	s := compile.Schema()
	folder, err := page.ReadFolder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	all := page.Packs()
	file, _, err := folder.Joining(all...)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file.Path, file.Data, 0o644); err != nil {
		t.Fatal(err)
	}
	set, err := vet.Vet(s, folder.Dir)
	if err != nil || len(set.Warnings) > 0 {
		t.Errorf("%v, %v; want neither faults nor warnings", err, set.Warnings)
	}
}

// Files of a pack can be read in an editor, tests too: no line is over 160 characters.
func TestPackLines(t *testing.T) {
	for _, pack := range packs(t) {
		files, err := filepath.Glob(filepath.Join(pack, "*.cue"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: found %d files (%v)", pack, len(files), err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for line := range strings.Lines(string(data)) {
				n++
				if got := len([]rune(strings.TrimSuffix(line, "\n"))); got > 160 {
					t.Errorf("%s:%d: found %d characters, want at most 160", file, n, got)
				}
			}
		}
	}
}

// Each rule of each pack has a test that fires it, and one that comes as near as possible without
// firing it.
func (p pack) tested(t *testing.T) {
	tests, err := test.Tests(p.schema, p.set.Plan, p.path)
	if err != nil {
		t.Fatal(err)
	}
	r := compile.Runner()
	r.Parallel = 2
	rep := r.Run(test.Set{Layers: []string{p.path}, Plan: p.set.Plan, Parts: p.set.Parts, Tests: tests})
	for _, res := range rep.Results {
		for _, f := range res.Failures {
			t.Errorf("%s: %s: %s", res.Test.Pos, res.Test.Name, f)
		}
	}
	if len(rep.Cover) == 0 {
		t.Error("found no rules")
	}
	for _, rule := range rep.Cover {
		if !rule.Fired || !rule.Passed && !rule.Always {
			t.Errorf("%s: %s: rule %d %s: fired %t, passed over %t, want both", rule.Pos, rule.Hook, rule.Number, rule.ID, rule.Fired, rule.Passed)
		}
	}
}

// A hook that denies or blocks says what it forbids, as init tells people who take the pack.
func (p pack) forbids(t *testing.T) {
	refuses := func(step plan.Step) bool {
		return slices.ContainsFunc(p.schema.Library.Actions[step.Action].Uses, func(u engine.Use) bool {
			return u.Value == "deny" || u.Value == "block"
		})
	}
	forbids := map[string]string{}
	for _, h := range p.set.Hooks {
		forbids[h.Name] = h.Forbids
	}
	for _, agenda := range p.set.Plan.Events {
		for _, h := range agenda.Hooks {
			for _, r := range h.Rules {
				if slices.ContainsFunc(r.Do, refuses) && forbids[h.Name] == "" {
					t.Errorf("%s: hook %s refuses something, want forbids to say what", r.Pos, h.Name)
				}
			}
		}
	}
}

// A trusted project that imports a pack stays trusted: the pack's own imports are none of its
// files.
func TestPacksAreTrusted(t *testing.T) {
	for _, pack := range packs(t) {
		t.Run(pack, func(t *testing.T) {
			home := t.TempDir()
			for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "AppData", "LocalAppData"} {
				t.Setenv(name, home)
			}
			dir := t.TempDir()
			text := fmt.Sprintf("package rules\nimport %q\npacks: %q: %s\n", path.Join(rules.Path, pack), pack, pack)
			if err := os.WriteFile(filepath.Join(dir, "rules.cue"), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			s := compile.Schema()
			set := layers.Asking(dir, os.Getenv)
			found, err := trust.Read(s, set)
			if err != nil {
				t.Fatal(err)
			}
			r := found.Record(s)
			if len(r.Files) != 1 {
				t.Errorf("found %d files to trust, want the one of the project", len(r.Files))
			}
			if len(r.Shown) != 1 || r.Shown[0].What != path.Join(rules.Path, pack) {
				t.Errorf("found %v to show, want the pack alone", r.Shown)
			}
			if err := trust.Open(layers.User(os.Getenv)).Write(r); err != nil {
				t.Fatal(err)
			}
			made, faults, err := compile.Keep(set)
			if err != nil || len(faults) > 0 {
				t.Fatal(err, faults)
			}
			if made.Notice != "" || len(made.Names()) == 0 {
				t.Errorf("found %d hooks and the notice %q, want those of the pack and none", len(made.Names()), made.Notice)
			}
			user := layers.User(os.Getenv) // the user embeds it, too
			if err := os.MkdirAll(user, 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(user, "rules.cue"), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			if found, err = trust.Read(s, layers.Asking(dir, os.Getenv)); err != nil {
				t.Fatal(err)
			}
			if shown := found.Record(s).Shown; len(shown) > 0 {
				t.Errorf("found %v to show, want nothing that is not the user's own", shown)
			}
		})
	}
}
