package agent

import (
	"strings"
	"testing"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
)

// If the edits of a call are several events, each applies to the text that the one before left. The
// file is read once, and only if a hook asks about written files.
func TestWrittenInTurn(t *testing.T) {
	tools := &plan.Tools{Field: "tool", Input: "input", Does: "Change\tnew=content old=was path=edit\nRun\tline=shell"}
	for _, hooked := range []bool{true, false} {
		p := &plan.Plan{Events: map[string]*plan.Agenda{"e": {Tools: tools, Hooks: []plan.Hook{{Name: "h", Written: hooked}}}}}
		var asks []engine.Ask
		for _, sent := range []string{`"old": "push", "new": "pull"`, `"old": "pull", "new": "push -f"`} {
			asks = append(asks, engine.Ask{Plan: p, Event: plan.Of([]byte(`{"hook_event_name": "e", "tool": "Change", "input": {"path": "a.sh", ` + sent + `}}`))})
		}
		read := 0
		all, err := withWritten(asks, func(*plan.Event) (*plan.Plan, []*plan.Hook, error) {
			return p, []*plan.Hook{&p.Events["e"].Hooks[0]}, nil
		}, func(string, int64) (string, error) { read++; return "git push\n", nil })
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, ask := range all[len(asks):] {
			got = append(got, ask.Event.Field("input").Get("line").Str)
		}
		want, times := "", 0
		if hooked {
			want, times = "git pull, git push -f", 1
		}
		if said := strings.Join(got, ", "); said != want || read != times {
			t.Errorf("hooked %t: asked about %q, and read %d times, want %q and %d", hooked, said, read, want, times)
		}
	}
}
