package main

import (
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"bcrules.dev/actions"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/engine"
	"bcrules.dev/engine/facts/full"
	"bcrules.dev/schema"
	"bcrules.dev/schema/example"
	rules "bcrules.dev/schema/test"
	"bcrules.dev/schema/vet"
	"bcrules.dev/testdata/built"
)

// The example of each action is right: it has no faults, and its tests pass and reach the action.
func TestExamplesOfActions(t *testing.T) {
	built.InTurn(t)
	built.Storekeeper(t)
	s := compile.Schema()
	for name := range actions.All().Map() {
		did := false
		for _, h := range runExample(t, s, name, example.Of(example.Action, name)) {
			for _, rule := range h.Rules {
				did = did || slices.ContainsFunc(rule.Steps, func(s *engine.StepTrace) bool { return s.Action == name })
			}
		}
		if !did {
			t.Errorf("%s: no test of its example does it", name)
		}
	}
}

// The example of each fact is right: it has no faults, and its tests pass, ask the fact and use its
// value.
func TestExamplesOfFacts(t *testing.T) {
	built.InTurn(t)
	s := compile.Schema()
	for name, fact := range full.All().Map() {
		kind := reflect.TypeOf(fact.Ask).Name()
		asked := strings.HasPrefix(kind, "Plain") || strings.HasPrefix(kind, "Many") // whose answers no trace has
		acted := false
		for _, h := range runExample(t, s, name, example.Of(example.Fact, name)) {
			asked = asked || slices.ContainsFunc(h.Facts, func(a engine.Asked) bool { return strings.HasPrefix(a.Call, name+"(") })
			acted = acted || slices.ContainsFunc(h.Rules, func(r *engine.RuleTrace) bool { return r.Result == engine.Held })
		}
		if !asked || !acted || !strings.Contains(example.Of(example.Fact, name), name+"(") {
			t.Errorf("%s: no test of its example asks it, or none acts by it", name)
		}
	}
}

// runExample runs the tests of an example and returns what its hooks did.
func runExample(t *testing.T, s *schema.Schema, name, text string) (did []*engine.HookTrace) {
	t.Helper()
	if text == "" {
		t.Errorf("%s: found no example, want schema/example/…/%s.cue", name, name)
		return nil
	}
	dir := filepath.Join(t.TempDir(), "r")
	tests := strings.Index(text, "\ntests:") + 1
	put(t, filepath.Join(dir, "r.cue"), "package r\n\n"+text[:tests])
	put(t, filepath.Join(dir, "r_test.cue"), "package r\n\n"+text[tests:])
	vetted, err := vet.Vet(s, dir)
	if err != nil || len(vetted.Warnings) > 0 {
		t.Errorf("%s: %v %v", name, err, vetted.Warnings)
		return nil
	}
	set, err := rules.Read(s, dir)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return nil
	}
	runner := compile.Runner()
	runner.Traces = true
	for _, res := range runner.Run(set).Results {
		for _, f := range res.Failures {
			t.Errorf("%s: %s: %s", name, res.Test.Name, f)
		}
		did = append(did, res.Trace.Hooks...)
	}
	return did
}
