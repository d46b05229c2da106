package schema_test

import (
	"os"
	"slices"
	"testing"

	"bcrules.dev/cmd/layers/compile"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/cue/errors"
)

// Each entry of the table of agents fits agent.cue, which declares all its fields. The table is
// read without that file.
func TestAgentsAreAgents(t *testing.T) {
	table, err := os.ReadFile("agents.cue")
	if err != nil {
		t.Fatal(err)
	}
	one, err := os.ReadFile("agent.cue")
	if err != nil {
		t.Fatal(err)
	}
	c := cuecontext.New()
	all := c.CompileBytes(table).LookupPath(cue.ParsePath("#Agents"))
	agent := c.CompileBytes(one).LookupPath(cue.ParsePath("#Agent"))
	members, err := all.Fields()
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for ; members.Next(); n++ {
		if err := agent.Unify(members.Value()).Validate(cue.Concrete(true), cue.Final()); err != nil {
			t.Errorf("%s: %s", members.Selector(), errors.Details(err, nil))
		}
	}
	if n < 10 {
		t.Errorf("found %d agents, want more", n)
	}
}

// Sorting the agents, or leaving some out, affects only the caller.
func TestAgentsAreEachCallers(t *testing.T) {
	s := compile.Schema()
	ours := s.Agents()
	was := slices.Clone(ours)
	clear(ours)
	if is := s.Agents(); !slices.Equal(is, was) {
		t.Errorf("found %v, want %v", is, was)
	}
}
