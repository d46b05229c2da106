package vet

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bcrules.dev/actions"
	"bcrules.dev/engine"
	"bcrules.dev/engine/facts"
	"bcrules.dev/engine/facts/full"
	"bcrules.dev/engine/plan"
	"bcrules.dev/rules"
	"bcrules.dev/schema"

	"github.com/hashicorp/go-multierror"
)

// Whatever a rule file holds, vet gives a plan or faults. Each fault is an Error, and if it is in
// the file, its place exists.
func FuzzVet(f *testing.F) {
	paths, err := fs.Glob(rules.FS, "*/*.cue")
	if err != nil {
		f.Fatal(err)
	}
	for _, p := range paths {
		data, err := fs.ReadFile(rules.FS, p)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	for _, s := range []string{
		"", "package", "package rules\nhooks: 5", "package rules\nhooks: h: rules: 5", "package rules\nhooks: h: {on: \"Stop\", rules: [{do: 5}]}",
		rule + `hooks: h: {match: "[", let: {a: "b()", b: "a()"}, rules: [{when: "${", do: deny: "${é"}]}`,
		rule + `hooks: h: rules: [{when: """` + "\n\té &&\n\t\\(x)\n\t\"\"\"}]",
		rule + `hooks: h: rules: [{do: {as: 5}}, {do: [{modify: _}]}, {do: denny: {}}]`,
		"package rules\nsettings: s: {file: \"x\", values: a: default: _}\nlog: level: \"${\"",
		"package rules\nimport \"bcrules.dev/packs/brewcode\"\npacks: \"brewcode\": brewcode & {hooks: stop: enabled: 5}",
		"package rules\nimport \"bcrules.dev/packs/absent\"", "\xff", "package rules\nx: x\nhooks: hooks",
	} {
		f.Add(s)
	}
	s := schema.New(engine.Library{Facts: facts.All().Map(), Actions: actions.All().Map()}, rules.FS)
	f.Fuzz(func(t *testing.T, source string) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "rules.cue"), []byte(source), 0o644); err != nil {
			t.Fatal(err)
		}
		set, err := Vet(s, dir)
		if set == nil || set.Plan == nil {
			t.Error("no plan")
		}
		most := strings.Count(source, "\n") + 1
		for _, fault := range faultsOf(t, err) {
			var e *plan.Error
			if !errors.As(fault, &e) {
				t.Errorf("%v of type %T, want an Error", fault, fault)
				continue
			}
			if filepath.Base(e.File) == "rules.cue" && (e.Line < 1 || e.Line > most || e.Col < 1) {
				t.Errorf("%v stands outside of the file's %d lines", fault, most)
			}
		}
	})
}

// faultsOf returns what Compile found.
func faultsOf(t testing.TB, err error) []error {
	t.Helper()
	var all *multierror.Error
	if err != nil && !errors.As(err, &all) {
		t.Fatalf("error %v of type %T, want a multierror", err, err)
	}
	if all == nil {
		return nil
	}
	return all.Errors
}

// rule is a file with a hook before tool calls, whose body begins at line 3.
const rule = "package rules\nhooks: h: on: \"PreToolUse\"\n"

// kept keeps compiled packs in memory.
type kept map[string][]byte

func (k kept) Get(key string) []byte       { return k[key] }
func (k kept) Put(key string, part []byte) { k[key] = part }

// A kept pack isn't compiled again for a caller that doesn't look into it, such as an editor that
// asks after each key, even if rules change the pack. Once vet has found nothing in it, it isn't
// compiled again for a caller that does, either. Both use one part.
func TestKeptPacksStayKept(t *testing.T) {
	dir := t.TempDir()
	source := "package r\nimport \"bcrules.dev/packs/brewcode\"\npacks: \"brewcode\": brewcode & {hooks: stop: enabled: false}\n"
	if err := os.WriteFile(filepath.Join(dir, "r.cue"), []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	s := schema.New(engine.Library{Facts: full.All().Map(), Actions: actions.All().Map()}, rules.FS)
	parts := kept{}
	s.Parts = parts
	for i, looks := range []bool{true, false, true} {
		s.Looks = looks
		set, err := Vet(s, dir)
		if err != nil {
			t.Fatal(err)
		}
		of := slices.IndexFunc(set.Scopes, func(scope *schema.Set) bool { return scope.Source.Pack == "brewcode" })
		if of < 0 || set.Scopes[of].Kept() != (i > 0) || len(parts) != 1 {
			t.Errorf("vet %d, looks %t: the pack is scope %d, in one of %d parts, and kept as it may not be", i+1, looks, of, len(parts))
		}
	}
}
