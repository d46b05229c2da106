package hook_test

import (
	"bytes"
	"fmt"
	"go/format"
	"os"
	"testing"

	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/engine/agent"
	"bcrules.dev/engine/wire"
	"bcrules.dev/schema"
)

// The table in the binary is schema/agents.cue. UPDATE=1 writes it.
func TestAgentsLaidOut(t *testing.T) {
	s := compile.Schema()
	all := s.Agents()
	table := tableOf(all)
	code, err := format.Source(fmt.Appendf(nil, head, table.Native, table.Variant, table.Signs, table.Places))
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string][]byte{"agents.bin": []byte(table.Stored), "signs.go": code} {
		if os.Getenv("UPDATE") != "" {
			if err := os.WriteFile(file, want, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what schema/agents.cue makes (%v); UPDATE=1 go test ./cmd/hook", file, err)
		}
	}
}

// head is signs.go without its content.
const head = `// Code generated from schema/agents.cue by TestAgentsLaidOut with UPDATE=1. DO NOT EDIT.

package hook

import "bcrules.dev/engine/agent"

const native = %q

var variant = %#v

var signs = %#v

var places = %#v
`

// tableOf returns the table by which a running hook recognizes agents.
func tableOf(all []*schema.Agent) (t agent.Table) {
	for _, a := range all {
		if a.Native {
			t.Native, t.Variant = a.Name, a.Variant
			continue
		}
		for _, sign := range a.Signs {
			sign.Agent, sign.Client = a.Name, a.Client
			t.Signs = append(t.Signs, sign)
		}
		c := wire.NewWriter()
		a.Agent.Code(c)
		from := len(t.Stored)
		t.Stored += string(c.Bytes())
		t.Places = append(t.Places, agent.Place{Agent: a.Name, From: from, To: len(t.Stored)})
	}
	return t
}
