package page

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"bcrules.dev/actions"
	"bcrules.dev/engine"
	"bcrules.dev/engine/facts"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/rules"
	"bcrules.dev/schema"
	"bcrules.dev/schema/vet"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"
)

// The hook that a sketch makes for any event has no fault, and does to its two events what its test
// says.
func TestSketch(t *testing.T) {
	s := schema.New(engine.Library{Facts: facts.All().Map(), Actions: actions.All().Map()}, rules.FS)
	prefer := []string{"deny", "block", "inject context", "inject message"}
	type sketch struct{ event, match string }
	tests := []sketch{{"PreToolUse", "Edit|Write"}, {"PreToolUse", "TodoWrite"}, {"PreToolUse", "TaskStop"}, {"PreToolUse", "Task"}, {"PreToolUse", "*"},
		{"PreToolUse", "mcp__.*"}, {"PreToolUse", ".*"}, {"SessionEnd", "clear"}, {"SessionStart", "startup|resume"}, {"SubagentStart", "Explore"}, {"FileChanged", "a.txt"}}
	for _, e := range s.Events.List(s.Library.Actions) {
		tests = append(tests, sketch{e.Name, ""})
		if e.Matcher == "tool_name" {
			tests = append(tests, sketch{e.Name, "Bash"})
		}
	}
	for _, test := range tests {
		t.Run(test.event+" "+test.match, func(t *testing.T) {
			k, err := NewSketch(s, test.event, test.match, prefer)
			if err != nil {
				t.Fatal(err)
			}
			k.Package, k.Name = "rules", "mine"
			file, cases, err := k.Files()
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			for name, data := range map[string][]byte{"mine.cue": file, "mine_test.cue": cases} {
				if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			set, err := vet.Vet(s, dir)
			if err != nil || len(set.Warnings) > 0 {
				t.Fatalf("%v, warnings %v, of\n%s", err, set.Warnings, file)
			}
			try(t, s, set.Plan, cases)
		})
	}
	for _, wrong := range []sketch{{"PreToolUs", ""}, {"Stop", "Bash"}, {"PreToolUse", "["}, {"PreToolUse", "^(a|b){3}$"}} {
		if _, err := NewSketch(s, wrong.event, wrong.match, prefer); err == nil {
			t.Errorf("%v: no error", wrong)
		}
	}
}

// try runs the tests of a file.
func try(t *testing.T, s *schema.Schema, p *plan.Plan, source []byte) {
	t.Helper()
	ctx := cuecontext.New()
	tests := ctx.CompileBytes(source).LookupPath(cue.ParsePath("tests"))
	n := 0
	for name, v := range schema.Members(tests) {
		n++
		data, err := v.LookupPath(cue.ParsePath("event")).MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		ev, err := plan.ReadEvent(data)
		if err != nil {
			t.Fatal(err)
		}
		host := host.New(ev)
		host.Dir = t.TempDir()
		e := &engine.Engine{Facts: facts.All(), Actions: actions.All()}
		answer := e.Run(p, ev, host, p.Match(ev, ""))
		reply := answer.Reply()
		got := ctx.CompileBytes(reply)
		if err := v.LookupPath(cue.ParsePath("expect")).Unify(got).Validate(cue.Concrete(true)); err != nil || !json.Valid(reply) {
			t.Errorf("%s: %s: %v, of\n%s", name, reply, err, source)
		}
	}
	if n != 2 {
		t.Errorf("%d tests, want two, in\n%s", n, source)
	}
}
