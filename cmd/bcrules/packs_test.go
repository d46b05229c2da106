package main

import (
	"io/fs"
	"path"
	"testing"

	"bcrules.dev/rules"
)

// Each rule of each pack has a test that fires it, and one that comes as near as
// it can and does not.
func TestPacksAreTested(t *testing.T) {
	packs, err := fs.ReadDir(rules.FS, ".")
	if err != nil || len(packs) == 0 {
		t.Fatalf("found %d packs (%v)", len(packs), err)
	}
	s, err := newSchema()
	if err != nil {
		t.Fatal(err)
	}
	for _, pack := range packs {
		set, err := testSet(s, []string{path.Join(rules.Path, pack.Name())})
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
				t.Errorf("%s: %s: rule %d: fired %t, passed over %t, want both", rule.Pos, rule.Hook, rule.Number, rule.Fired, rule.Passed)
			}
		}
	}
}
