package trust

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"bcrules.dev/actions"
	"bcrules.dev/engine"
	"bcrules.dev/engine/facts/full"
	"bcrules.dev/rules"
	"bcrules.dev/schema"
)

// packsKept keeps compiled packs in memory.
type packsKept map[string][]byte

func (k packsKept) Get(key string) []byte       { return k[key] }
func (k packsKept) Put(key string, part []byte) { k[key] = part }

// It is found out once what a project's layer changes in a pack of the user's. The next plan of the
// same rules looks into no pack, and neither does that of another worktree, which has them at
// another path.
func TestComparedOnce(t *testing.T) {
	const source = "package r\nimport \"bcrules.dev/packs/brewcode\"\npacks: \"brewcode\": brewcode & "
	layer := func(name, settings string) string {
		dir := filepath.Join(t.TempDir(), name)
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "r.cue"), []byte(source+settings+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	parts := packsKept{}
	own := layer("own", `{staleAfter: "12h"}`)
	compare := func(project string) (all []string, looked bool) {
		s := schema.New(engine.Library{Facts: full.All().Map(), Actions: actions.All().Map()}, rules.FS)
		s.Parts = parts
		var sets []*schema.Set
		for _, layers := range [][]string{{own}, {own, project}} {
			set, err := s.Compile(layers...)
			if err != nil {
				t.Fatal(err)
			}
			sets = append(sets, set)
		}
		for _, a := range s.Weakened(sets[0], sets[1]) {
			all = append(all, a.Verb+" "+a.Hook+" "+a.What)
		}
		for _, set := range sets {
			looked = looked || slices.ContainsFunc(set.Scopes, func(of *schema.Set) bool { return of.Source.Pack != "" && !of.Kept() })
		}
		return all, looked
	}
	const off, said = `{hooks: stop: enabled: false}`, `{stopping: "say"}`
	first, looked := compare(layer("project", off))
	if len(first) == 0 || !looked {
		t.Fatalf("found %q, want that stop is off, by looking into the pack", first)
	}
	for _, of := range []struct {
		doc, settings string
		same          bool
	}{
		{"the same again", off, true},
		{"another setting", said, false},
	} {
		again, looked := compare(layer("project", of.settings))
		if looked == of.same || reflect.DeepEqual(again, first) != of.same {
			t.Errorf("%s: found %q after %q, looked into the pack %t", of.doc, again, first, looked)
		}
	}
}
