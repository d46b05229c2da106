package schema

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"bcrules.dev/engine"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"
)

// The hook that a sketch makes for any event has no fault, and does to its two
// events what its test says.
func TestSketch(t *testing.T) {
	s := shipped(t)
	prefer := []string{"deny", "block", "inject context", "inject message"}
	type sketch struct{ event, match string }
	tests := []sketch{{"PreToolUse", "Edit|Write"}, {"PreToolUse", "TodoWrite"}, {"PreToolUse", "TaskStop"}, {"PreToolUse", "Task"}, {"PreToolUse", "*"},
		{"PreToolUse", "mcp__.*"}, {"PreToolUse", ".*"}, {"SessionEnd", "clear"}, {"SessionStart", "startup|resume"}, {"SubagentStart", "Explore"}, {"FileChanged", "a.txt"}}
	for _, e := range s.Events() {
		tests = append(tests, sketch{e.Name, ""})
		if e.Matcher == "tool_name" {
			tests = append(tests, sketch{e.Name, "Bash"})
		}
	}
	for _, test := range tests {
		t.Run(test.event+" "+test.match, func(t *testing.T) {
			k, err := s.Sketch(test.event, test.match, prefer)
			if err != nil {
				t.Fatal(err)
			}
			k.Package, k.Name = "rules", "mine"
			rules, cases, err := k.Files()
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			for name, data := range map[string][]byte{"mine.cue": rules, "mine_test.cue": cases} {
				if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			set, err := s.Vet(dir)
			if err != nil || len(set.Warnings) > 0 {
				t.Fatalf("%v, warnings %v, of\n%s", err, set.Warnings, rules)
			}
			try(t, s, set.Plan, cases)
		})
	}
	for _, wrong := range []sketch{{"PreToolUs", ""}, {"Stop", "Bash"}, {"PreToolUse", "["}, {"PreToolUse", "^(a|b){3}$"}} {
		if _, err := s.Sketch(wrong.event, wrong.match, prefer); err == nil {
			t.Errorf("%v: no error", wrong)
		}
	}
}

// try runs the tests of a file.
func try(t *testing.T, s *Schema, p *plan.Plan, source []byte) {
	t.Helper()
	ctx := cuecontext.New()
	tests := ctx.CompileBytes(source).LookupPath(cue.ParsePath("tests"))
	n := 0
	err := each(tests, func(name string, v cue.Value) error {
		n++
		data, err := v.LookupPath(cue.ParsePath("event")).MarshalJSON()
		if err != nil {
			return err
		}
		ev, err := plan.ReadEvent(data)
		if err != nil {
			return err
		}
		host := host.New(ev)
		host.Dir = t.TempDir()
		e := &engine.Engine{Library: s.tables}
		answer := e.Run(p, ev, host, p.Match(ev, ""))
		got := ctx.CompileBytes(answer.Stdout)
		if err := v.LookupPath(cue.ParsePath("expect")).Unify(got).Validate(cue.Concrete(true)); err != nil || !json.Valid(answer.Stdout) {
			t.Errorf("%s: %s: %v, of\n%s", name, answer.Stdout, err, source)
		}
		return nil
	})
	if err != nil || n != 2 {
		t.Errorf("%d tests (%v), want two, in\n%s", n, err, source)
	}
}
