package main

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"testing"

	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/show"
	"bcrules.dev/rules"
	"bcrules.dev/schema/page"
	"bcrules.dev/schema/test"
)

// The page on each pack is beside its rules, and is what bcrules docs says of them;
// UPDATE=1 writes it anew.
func TestPackPages(t *testing.T) {
	s, err := compile.Schema()
	if err != nil {
		t.Fatal(err)
	}
	for _, pack := range packs() {
		page, err := page.Of(s, path.Join(rules.Path, pack))
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("../../rules", pack, "README.md")
		want := show.Markdown(pack, page)
		if os.Getenv("UPDATE") != "" {
			put(t, file, want)
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != want {
			t.Errorf("%s is not what bcrules docs --markdown %s says (%v); UPDATE=1 go test ./cmd/bcrules -run TestPackPages writes it", file, pack, err)
		}
	}
}

// Each rule of each pack has a test that fires it, and one that comes as near as
// it can and does not.
func TestPacksAreTested(t *testing.T) {
	packs, err := fs.ReadDir(rules.FS, ".")
	if err != nil || len(packs) == 0 {
		t.Fatalf("found %d packs (%v)", len(packs), err)
	}
	s, err := compile.Schema()
	if err != nil {
		t.Fatal(err)
	}
	for _, pack := range packs {
		set, err := test.Read(s, path.Join(rules.Path, pack.Name()))
		if err != nil {
			t.Fatal(err)
		}
		r := runner()
		r.Parallel = 2
		rep := r.Run(set)
		for _, res := range rep.Results {
			for _, f := range res.Failures {
				t.Errorf("%s: %s: %s", res.Test.Pos, res.Test.Name, f)
			}
		}
		if len(rep.Cover) == 0 {
			t.Errorf("%s: found no rules", pack.Name())
		}
		for _, rule := range rep.Cover {
			if !rule.Fired || !rule.Passed && !rule.Always {
				t.Errorf("%s: %s: rule %d %s: fired %t, passed over %t, want both", rule.Pos, rule.Hook, rule.Number, rule.ID, rule.Fired, rule.Passed)
			}
		}
	}
}
