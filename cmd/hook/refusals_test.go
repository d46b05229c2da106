package hook_test

import (
	"bytes"
	"cmp"
	"fmt"
	"go/format"
	"os"
	"testing"

	"bcrules.dev/cmd/layers/compile"
)

// How events are refused is in schema/events.cue. UPDATE=1 writes it.
func TestRefusalsLaidOut(t *testing.T) {
	s := compile.Schema()
	var b bytes.Buffer
	b.WriteString(refusalsHead)
	for _, e := range s.Events.List(s.Library.Actions) {
		a, mute := s.Events.Agenda(e.Name), ""
		if out, ok := a.Outputs["message"]; !ok || out.Plain || s.Events.Limits(e.Name, "message").Lost != "" {
			mute = ", mute: true"
		}
		if a.Refuse == "" {
			fmt.Fprintf(&b, "\t{event: %q%s},\n", e.Name, mute)
			continue
		}
		fmt.Fprintf(&b, "\t{event: %q, stamp: %q, again: %q, output: %q, is: %#v%s},\n", e.Name, a.Stamp, a.Again, a.Refuse, a.Outputs[a.Refuse], mute)
	}
	b.WriteString("}\n")
	want, err := format.Source(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	const file = "refusals.go"
	if os.Getenv("UPDATE") != "" {
		err = os.WriteFile(file, want, 0o644)
	}
	got, absent := os.ReadFile(file)
	if err := cmp.Or(err, absent); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is not what schema/events.cue makes (%v); UPDATE=1 go test ./cmd/hook", file, err)
	}
}

const refusalsHead = `// Code generated from schema/events.cue by TestRefusalsLaidOut with UPDATE=1. DO NOT EDIT.

package hook

import "bcrules.dev/engine/plan"

var refusals = []refusal{
`
