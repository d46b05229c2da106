package rules_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"bcrules.dev/cmd/layers/compile"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/cue/format"
)

// guard's rules on files in which agents register hooks, and on how agents are started, agree with
// schema/agents.cue. Rules don't read that table: it is long, and reading takes longer than
// evaluating them. UPDATE=1 lays it out anew.
func TestRegistersLaidOut(t *testing.T) {
	s := compile.Schema()
	all := s.Agents()
	text := registersHead
	for _, a := range all {
		if r := a.Register; r != nil {
			if m := r.Manifest; m != nil {
				a.Also = append(a.Also, path.Join(path.Dir(r.Project), m.File))
			}
			text += row(t, a.Name, struct {
				Project string   `json:"project,omitempty"`
				User    string   `json:"user,omitempty"`
				Also    []string `json:"also"`
			}{r.Project, r.User, append([]string{}, a.Also...)})
		}
	}
	offs := ""
	for _, a := range all {
		if a.Off != nil {
			offs += fmt.Sprintf("\t%q: %q\n", a.Name, a.Off.Setting)
		}
	}
	want, err := format.Source([]byte(text+"}\n"+offsHead+offs+"}\n"+startsHead+starts(t)), format.Simplify())
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

// row returns what an agent has; a list that is too long for a line has a value a line.
func row(t *testing.T, name string, has any) string {
	t.Helper()
	line, err := json.Marshal(has)
	if err != nil {
		t.Fatal(err)
	}
	text := longList.ReplaceAllStringFunc(string(line), func(list string) string {
		return strings.NewReplacer("[", "[\n", `",`, "\",\n", "]", ",\n]").Replace(list)
	})
	return fmt.Sprintf("\t%q: %s\n", name, text)
}

// starts returns how agents are started.
func starts(t *testing.T) (text string) {
	t.Helper()
	table, err := os.ReadFile("../schema/agents.cue")
	if err != nil {
		t.Fatal(err)
	}
	whole := cuecontext.New().CompileBytes(table)
	agents, err := whole.LookupPath(cue.ParsePath("#Agents")).Fields()
	for err == nil && agents.Next() {
		if v := agents.Value().LookupPath(cue.ParsePath("starts")); v.Exists() {
			text += row(t, agents.Selector().Unquoted(), v)
		}
	}
	others, err2 := whole.LookupPath(cue.ParsePath("#Hookless")).List()
	for err2 == nil && others.Next() {
		name, err := others.Value().LookupPath(cue.ParsePath("programs[0]")).String()
		err2 = err
		text += row(t, name, others.Value())
	}
	if err := errors.Join(err, err2); err != nil {
		t.Error(err)
	}
	return text + "}\n"
}

var longList = regexp.MustCompile(`\[[^]]{130,}\]`)

// offsHead stands before the settings by which agents start no hook.
const offsHead = `
// Settings by which an agent starts no hook.
_offs: [string]: string
_offs: {
`

// startsHead stands before how agents are started.
const startsHead = `
// How agents are started, and by what so that they ask nobody, that hooks may not run, or that they work elsewhere.
_starts: [string]: {
	programs: [...string], packages: [...string], flags: [...string], sets: [...string], args: [...string], elsewhere: [...string], env: [...string]
}
_starts: {
`

// registersHead is the file without what stands in it.
const registersHead = `// Code generated from schema/agents.cue by TestRegistersLaidOut with UPDATE=1. DO NOT EDIT.

package guard

// Files in which agents register hooks, from the project and from the user's home; {event}
// is any. And others, in either, in which hooks may stand, or which say whether they count.
_registers: [string]: {project?: string, user?: string, also: [...string]}
_registers: {
`
