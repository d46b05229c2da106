package rules_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/schema"
	"bcrules.dev/schema/page"
	"bcrules.dev/schema/test"
	"bcrules.dev/schema/vet"
	"bcrules.dev/testdata/built"
)

func TestMain(m *testing.M) { os.Exit(built.M{M: m}.Run()) }

// A recipe is short and depends on nothing else. Copied under another name and into another
// package, beside all others, it is right from the start: no fault, no warning, each rule tested
// both ways.
func TestRecipes(t *testing.T) {
	built.Storekeeper(t)
	s := compile.Schema()
	together := t.TempDir()
	for _, r := range recipes(t) {
		name := "my-" + r.Name
		rule, tests, err := page.CopyRecipe(r.Name, name, "mine")
		if err != nil {
			t.Fatal(err)
		}
		checkShort(t, r, string(rule))
		alone := t.TempDir()
		for _, dir := range []string{alone, together} {
			write(t, dir, name, rule, tests)
		}
		checkVetted(t, s, alone)
	}
	checkVetted(t, s, together)
	checkTested(t, s, together)
}

// recipes returns all recipes.
func recipes(t *testing.T) []page.Recipe {
	t.Helper()
	all := page.Recipes()
	if len(all) == 0 {
		t.Fatal("found no recipes")
	}
	return all
}

func write(t *testing.T, dir, name string, rule, tests []byte) {
	t.Helper()
	for file, data := range map[string][]byte{name + ".cue": rule, name + "_test.cue": tests} {
		if err := os.WriteFile(filepath.Join(dir, file), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// checkShort checks what makes a recipe readable: its length, the length of its lines, and a
// sentence on what it does.
func checkShort(t *testing.T, r page.Recipe, rule string) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(rule, "\n"), "\n")
	long := func(line string) bool { return len([]rune(line)) > 160 }
	if len(lines) > 25 || slices.ContainsFunc(lines, long) {
		t.Errorf("%s: %d lines, want at most 25, none over 160 characters", r.Name, len(lines))
	}
	if strings.Contains(rule, `\(`) && !strings.Contains(rule, `#"`) || strings.Contains(rule, "import ") {
		t.Errorf("%s: an expression is made of CUE, want it written", r.Name)
	}
	if len(r.Doc) > 100 || !strings.HasSuffix(r.Doc, ".") {
		t.Errorf("%s: doc is %q, want a sentence of at most 100 characters", r.Name, r.Doc)
	}
}

// checkVetted fails for rules that "bcrules vet --strict" doesn't pass.
func checkVetted(t *testing.T, s *schema.Schema, dir string) {
	t.Helper()
	if set, err := vet.Vet(s, dir); err != nil || len(set.Warnings) > 0 {
		t.Errorf("found %v, %v; want no faults and no warnings", err, set.Warnings)
	}
}

// checkTested fails if tests of rules fail, leave a rule out, or name another hook than theirs.
func checkTested(t *testing.T, s *schema.Schema, dir string) {
	t.Helper()
	set, err := test.Read(s, dir)
	if err != nil {
		t.Fatal(err)
	}
	rep := compile.Runner().Run(set)
	for _, res := range rep.Results {
		if hook := res.Test.Hook; hook == "" || !strings.HasPrefix(res.Test.Name, hook+" ") {
			t.Errorf("%s: test %q is of the hook %q, want its name to begin with it", res.Test.Pos, res.Test.Name, hook)
		}
		for _, f := range res.Failures {
			t.Errorf("%s: %s: %s", res.Test.Pos, res.Test.Name, f)
		}
	}
	for _, rule := range rep.Cover {
		if !rule.Fired || !rule.Passed && !rule.Always {
			t.Errorf("%s: %s: rule %d: fired %t, passed over %t, want both", rule.Pos, rule.Hook, rule.Number, rule.Fired, rule.Passed)
		}
	}
}
