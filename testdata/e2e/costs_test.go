package e2e

import (
	"fmt"
	"testing"
)

// Twenty-five commands in a row, as an agent at work runs them. The report at the end says how long
// the client waits for the hooks of each: for a rule that never holds, for guard, and for five
// packs.
func TestCostsOfCalls(t *testing.T) {
	for _, packs := range [][]string{nil, {"guard"}, {"brewcode", "guard", "lessons", "megabrain", "continuity"}} {
		t.Run(fmt.Sprintf("%d packs", len(packs)), func(t *testing.T) {
			clear(figures.runs)
			clear(figures.took)
			const calls = 25
			t.Cleanup(func() { // after the client's log was read
				if got := figures.runs["PreToolUse"]; got != calls {
					t.Errorf("found %d hooks before calls, want %d", got, calls)
				}
				t.Log("\n" + report())
			})
			steps := []Step{{On: "count on", Say: Shell("echo call 0 of many")}}
			for i := range calls - 1 {
				steps = append(steps, Step{On: fmt.Sprintf("call %d of many", i), Say: Shell(fmt.Sprintf("echo call %d of many", i+1))})
			}
			files := map[string]string{}
			if packs == nil {
				files = rules(`hooks: no: {on: "PreToolUse", match: "Bash", rules: [{when: "event.tool_input.command == 'never'", do: deny: "No."}]}`)
			}
			s := stageOf(t, packs, files, append(steps, Step{On: fmt.Sprintf("call %d of many", calls-1), Say: Say("Counted.")})...)
			s.run("count on")
		})
	}
}
