package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
	"bcrules.dev/schema/page"
	"bcrules.dev/testdata/built"
)

// The lines on a page by which guard's rules let something through are valid rules: those of all
// guards together, an exception, off and another level each. What an exception is about then
// passes, for a third of them, drawn by SEED, or all where THOROUGH is set.
func TestFreeingLines(t *testing.T) {
	built.InTurn(t)
	const pack = "bcrules.dev/packs/guard"
	s := compile.Schema()
	set, err := s.Compile(pack)
	if err != nil {
		t.Fatal(err)
	}
	of, err := page.From(s, set, pack)
	if err != nil {
		t.Fatal(err)
	}
	var except, off, level []string
	var freed []func(*plan.Plan) error
	for i := range of.Hooks {
		h := &of.Hooks[i]
		if h.Name == "guard/settings" || h.Name == "guard/settings-begin" { // which aren't guards, and go with one of the leash
			continue
		}
		for _, r := range h.Rules {
			if err := excepted(of, set.Plan, h.Name+"/"+r.ID); err != nil {
				t.Fatal(err)
			}
			name, id := h.Name, r.ID
			lines := h.Rules[r.Number-1].Frees
			switch len(lines) {
			case 3:
				except, lines = append(except, lines[0]), lines[1:]
				freed = append(freed, func(p *plan.Plan) error { return passes(p, name, id, h.Rules[r.Number-1]) })
			case 2:
				t.Logf("%s/%s: its tests have no example of an exception", h.Name, r.ID)
			default:
				t.Errorf("%s/%s: found the lines %q, want an exception, off and another level", h.Name, r.ID, lines)
				continue
			}
			off, level = append(off, lines[0]), append(level, lines[1])
		}
	}
	if len(except) < 100 {
		t.Errorf("found %d lines of exceptions, want one of nearly each guard", len(except))
	}
	for _, lines := range [][]string{off, level} {
		// One hook must remain: a pack without any can't be distinguished from one read in two
		// ways.
		if hooks := compiled(t, s, lines[1:]).Events["PreToolUse"].Hooks; len(hooks) != 1 {
			t.Errorf("found %d hooks where all guards but one say %s, want one", len(hooks), lines[0])
		}
	}
	p, seed := compiled(t, s, except), built.Seed(t)
	for i, free := range freed {
		if !built.Thorough && (uint64(i)+seed)%3 > 0 {
			continue
		}
		if err := free(p); err != nil {
			t.Error(err)
		}
	}
}

// passes fails if a rule still says the same about the event that its first line excepts.
func passes(p *plan.Plan, hook, rule string, r page.Rule) error {
	for _, x := range r.Holds {
		key, err := keyOf(p, hook, rule, x)
		if err != nil {
			return err
		}
		if line := fmt.Sprintf(": %q: true", key); key != "" && strings.HasSuffix(r.Frees[0], line) {
			return fmt.Errorf("%s/%s: found %q held, want it let through by %s", hook, rule, x.Text, r.Frees[0])
		}
	}
	return nil
}

// compiled returns the plan of rules that take guard, with some more lines.
func compiled(t *testing.T, s *schema.Schema, lines []string) *plan.Plan {
	t.Helper()
	dir := t.TempDir()
	text := "package rules\n\nimport \"bcrules.dev/packs/guard\"\n\npacks: \"guard\": guard\n" + strings.Join(lines, "\n") + "\n"
	if err := os.WriteFile(filepath.Join(dir, "a.cue"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	set, err := s.Compile(dir)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return set.Plan
}
