package main

import (
	"path/filepath"
	"slices"
	"testing"

	"bcrules.dev/actions"
	"bcrules.dev/actions/example"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/engine"
	rules "bcrules.dev/schema/test"
	"bcrules.dev/schema/vet"
)

// The example of each action is right: it has no faults, and its tests pass, which reach
// the action.
func TestExamplesOfActions(t *testing.T) {
	s, err := compile.Schema()
	if err != nil {
		t.Fatal(err)
	}
	for name := range actions.All().Map() {
		text := example.Of(name)
		if text == "" {
			t.Errorf("%s: found no example, want actions/example/%s.cue", name, name)
			continue
		}
		dir := filepath.Join(t.TempDir(), "r")
		of, tests := example.Parts(text)
		put(t, filepath.Join(dir, "r.cue"), "package r\n\n"+of)
		put(t, filepath.Join(dir, "r_test.cue"), "package r\n\n"+tests)
		vetted, err := vet.Vet(s, dir)
		if err != nil || len(vetted.Warnings) > 0 {
			t.Errorf("%s: %v %v", name, err, vetted.Warnings)
			continue
		}
		set, err := rules.Read(s, dir)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		did := false
		for _, res := range compile.Runner().Run(set).Results {
			for _, f := range res.Failures {
				t.Errorf("%s: %s: %s", name, res.Test.Name, f)
			}
			for _, h := range res.Trace.Hooks {
				for _, rule := range h.Rules {
					did = did || slices.ContainsFunc(rule.Steps, func(s *engine.StepTrace) bool { return s.Action == name })
				}
			}
		}
		if !did {
			t.Errorf("%s: no test of its example does it", name)
		}
	}
}
