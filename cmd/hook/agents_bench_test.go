package hook_test

import (
	"testing"

	"bcrules.dev/cmd/hook"
	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
)

// What the table of agents costs in a process: recognising the native agent, and recognising,
// decoding and answering another.
func BenchmarkAgents(b *testing.B) {
	native := []byte(`{"session_id":"s","transcript_path":"/h/.claude/t.jsonl","cwd":"/w","hook_event_name":"PreToolUse","permission_mode":"default","tool_name":"Bash","tool_input":{"command":"git push","description":"d"},"tool_use_id":"u"}`)
	other := []byte(`{"session_id":"s","transcript_path":"/h/t.json","cwd":"/w","hook_event_name":"BeforeTool","timestamp":"2026-11-22T05:15:09.881Z","tool_name":"run_shell_command","tool_input":{"command":"git push"}}`)
	getenv := func(string) string { return "" }
	for _, c := range []struct {
		name  string
		input []byte
		from  string
	}{{"native", native, ""}, {"other, told by what it sends", other, ""}, {"other, named", other, "gemini"}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				sent, err := plan.ReadObject(c.input)
				if err != nil {
					b.Fatal(err)
				}
				_, call, err := hook.Heed(sent, c.from, "", getenv)
				if err != nil {
					b.Fatal(err)
				}
				if call != nil {
					call.Answer(engine.Answer{Parts: []engine.Part{{Output: "permission", Value: "deny", Text: "no"}}})
				}
			}
		})
	}
}
