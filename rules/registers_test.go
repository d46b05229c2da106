package rules_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"testing"

	"bcrules.dev/cmd/layers/compile"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/cue/format"
)

// What guard knows of files that agents register hooks in, and of how agents are started, is what schema/agents.cue says.
// Rules don't read that table: it is long, and takes longer than they do. UPDATE=1 lays it
// out anew.
func TestRegistersLaidOut(t *testing.T) {
	s, err := compile.Schema()
	if err != nil {
		t.Fatal(err)
	}
	all, err := s.Agents()
	if err != nil {
		t.Fatal(err)
	}
	text := registersHead
	for _, a := range all {
		if r := a.Register; r != nil {
			text += fmt.Sprintf("\t%q: {\n", a.Name)
			for _, place := range [][2]string{{"project", r.Project}, {"user", r.User}} {
				if place[1] != "" {
					text += fmt.Sprintf("\t\t%s: %q\n", place[0], place[1])
				}
			}
			if m := r.Manifest; m != nil {
				a.Also = append(a.Also, path.Join(path.Dir(r.Project), m.File))
			}
			text += "\t\talso: [\n"
			for _, f := range a.Also {
				text += fmt.Sprintf("\t\t\t%q,\n", f)
			}
			text += "\t\t]\n\t}\n"
		}
	}
	want, err := format.Source([]byte(text + "}\n" + startsHead + starts(t)))
	if err != nil {
		t.Fatal(err)
	}
	const file = "guard/registers.cue"
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is not what schema/agents.cue makes (%v); UPDATE=1 go test ./rules -run TestRegistersLaidOut", file, err)
	}
}

// starts returns how agents are started.
func starts(t *testing.T) (text string) {
	t.Helper()
	table, err := os.ReadFile("../schema/agents.cue")
	if err != nil {
		t.Fatal(err)
	}
	whole := cuecontext.New().CompileBytes(table)
	say := func(v cue.Value) {
		var lines bytes.Buffer
		line, err := v.MarshalJSON()
		if err := errors.Join(err, json.Indent(&lines, line, "\t", "\t")); err != nil {
			t.Error(err)
		}
		text += "\t" + lines.String() + ",\n"
	}
	agents, err := whole.LookupPath(cue.ParsePath("#Agents")).Fields()
	for err == nil && agents.Next() {
		if v := agents.Value().LookupPath(cue.ParsePath("starts")); v.Exists() {
			say(v)
		}
	}
	others, err2 := whole.LookupPath(cue.ParsePath("#Hookless")).List()
	for err2 == nil && others.Next() {
		say(others.Value())
	}
	if err := errors.Join(err, err2); err != nil {
		t.Error(err)
	}
	return text + "]\n"
}

// startsHead stands before how agents are started.
const startsHead = `
// How agents are started, and by what so that they ask nobody or that hooks may not run.
_starts: [...{programs: [...string], flags: [...string], sets: [...string], args: [...string], env: [...string]}]
_starts: [
`

// registersHead is the file without what stands in it.
const registersHead = `// Code generated from schema/agents.cue by TestRegistersLaidOut with UPDATE=1. DO NOT EDIT.

package guard

// Files in which agents register hooks, from the project and from the user's home; {event}
// is any. And others, in either, in which hooks may stand, or which say whether they count.
_registers: [string]: {project?: string, user?: string, also: [...string]}
_registers: {
`
