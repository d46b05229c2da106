package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/show"
	"bcrules.dev/schema/vet"
	"bcrules.dev/testdata/built"

	"github.com/rogpeppe/go-internal/txtar"
)

// Faulty rule sets, each with exactly the lines that vet must say about it.
func TestVet(t *testing.T) {
	built.InTurn(t)
	sets := glob(t, "../../testdata/vet/*.txtar")
	if len(sets) < 40 {
		t.Fatalf("found %d rule sets, want those of testdata/vet", len(sets))
	}
	built.Storekeeper(t)
	var found sync.Map
	t.Run("sets", func(t *testing.T) {
		for _, name := range sets {
			t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
				t.Parallel()
				archive, all := vetArchive(t, name)
				for _, f := range all {
					found.Store(f.Check, true)
				}
				vetSays(t, name, archive, lined(t, all))
			})
		}
	})
	for _, c := range vet.Checks() {
		if _, ok := found.Load(c.Name); !ok && !t.Failed() {
			t.Errorf("no rule set shows the check %s", c.Name)
		}
	}
}

// vetSays compares vet's output with what an archive wants; UPDATE=1 writes that anew.
func vetSays(t *testing.T, name string, archive *txtar.Archive, got string) {
	t.Helper()
	for i := range archive.Files {
		f := &archive.Files[i]
		if f.Name != "want" || string(f.Data) == got && got != "" {
			continue
		}
		if os.Getenv("UPDATE") == "" || got == "" {
			t.Fatalf("vet says\n%s\nwant\n%s", got, f.Data)
		}
		f.Data = []byte(got)
		if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// Rule sets that look suspicious and are right.
func TestVetOK(t *testing.T) {
	built.InTurn(t)
	for _, name := range glob(t, "../../testdata/vet/ok/*.txtar") {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			if _, all := vetArchive(t, name); len(all) > 0 {
				t.Errorf("vet says\n%swant nothing", lined(t, all))
			}
		})
	}
}

// inPack matches a place in a pack, whose lines may change with the pack.
var inPack = regexp.MustCompile(`(bcrules\.dev/packs/\S+?):\d+:\d+`)

// Mistakes that people made, each in a folder of an archive by subject, with vet's answers: a third of
// them, drawn by SEED, or all where THOROUGH or UPDATE is set.
func TestMistakes(t *testing.T) {
	built.InTurn(t)
	built.Storekeeper(t) // which tries SQL
	draw := uint64(3)
	if built.Thorough || os.Getenv("UPDATE") != "" {
		draw = 1
	}
	seed := built.Seed(t)
	for _, name := range glob(t, "../../testdata/mistakes/*.txtar") {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			sets, wants := map[string]*txtar.Archive{}, map[string]*txtar.File{}
			for i := range archive.Files {
				dir, file := path.Split(archive.Files[i].Name)
				if sets[dir] == nil {
					sets[dir] = &txtar.Archive{}
				}
				if file == "want" {
					wants[dir] = &archive.Files[i]
				} else {
					sets[dir].Files = append(sets[dir].Files, txtar.File{Name: file, Data: archive.Files[i].Data})
				}
			}
			for i, dir := range slices.Sorted(maps.Keys(sets)) {
				if (uint64(i)+seed)%draw != 0 {
					continue
				}
				got := inPack.ReplaceAllString(mended(t, vetSet(t, sets[dir])), "$1")
				if want := wants[dir]; want == nil {
					t.Errorf("%s has no want", dir)
				} else if os.Getenv("UPDATE") != "" {
					want.Data = []byte(got)
				} else if got != string(want.Data) {
					t.Errorf("%s: vet says\n%s\nwant\n%s", dir, got, want.Data)
				}
			}
			if os.Getenv("UPDATE") != "" {
				if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func glob(t *testing.T, pattern string) []string {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("%s: found no files (%v)", pattern, err)
	}
	return names
}

// vetArchive vets the rule set in an archive.
func vetArchive(t *testing.T, name string) (*txtar.Archive, []show.Finding) {
	t.Helper()
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return archive, vetSet(t, archive)
}

// compiledOnce keeps the packs that the tests' rule sets take. The first test that needs one
// compiles it.
var compiledOnce = &memoryParts{}

// memoryParts keeps compiled packs like a cache folder.
type memoryParts struct{ sync.Map }

func (p *memoryParts) Get(key string) []byte {
	part, _ := p.Load(key)
	data, _ := part.([]byte)
	return data
}

func (p *memoryParts) Put(key string, part []byte) { p.Store(key, part) }

// vetSet vets the rule files among some files.
func vetSet(t *testing.T, archive *txtar.Archive) []show.Finding {
	t.Helper()
	dir := t.TempDir()
	for _, f := range archive.Files {
		if filepath.Ext(f.Name) != ".cue" {
			continue
		}
		name := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s := compile.Schema()
	s.Parts, s.Looks = compiledOnce, true // as the command has it
	set, err := vet.Vet(s, dir)
	all, err := show.Findings(set, err, dir)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// mended returns findings like lined, each with what vet --fix would do below it.
func mended(t *testing.T, all []show.Finding) string {
	var out strings.Builder
	for _, f := range all {
		out.WriteString(lined(t, []show.Finding{f}))
		if f.Fix != nil {
			fmt.Fprintf(&out, "\tfix: %s → %s\n", f.Fix.Found, f.Fix.Text)
		}
	}
	return out.String()
}

func lined(t *testing.T, all []show.Finding) string {
	t.Helper()
	var out bytes.Buffer
	if err := show.Formats["text"](&out, all); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
