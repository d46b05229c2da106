package engine_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"bcrules.dev/actions"
	"bcrules.dev/engine"
	"bcrules.dev/engine/facts/full"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/rules"
	"bcrules.dev/schema"
)

func brewcode(b *testing.B) (*engine.Engine, *plan.Plan) {
	b.Helper()
	e := &engine.Engine{Facts: full.All(), Actions: actions.All()}
	s := schema.New(engine.Library{Facts: e.Facts.Map(), Actions: e.Actions.Map()}, rules.FS)
	set, err := s.Compile(rules.Path + "/brewcode")
	if err != nil {
		b.Fatal(err)
	}
	return e, set.Plan
}

func event(b *testing.B, src string) *plan.Event {
	b.Helper()
	ev, err := plan.ReadEvent([]byte(src))
	if err != nil {
		b.Fatal(err)
	}
	return ev
}

func BenchmarkReadEvent(b *testing.B) {
	src := []byte(`{"session_id":"s","cwd":"/x","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"go test ./..."}}`)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := plan.ReadEvent(src); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkMatch(b *testing.B) {
	_, plan := brewcode(b)
	ev := event(b, `{"hook_event_name":"PreToolUse","tool_name":"Bash"}`)
	b.ReportAllocs()
	for b.Loop() {
		if len(plan.Match(ev, "")) != 0 {
			b.Fatal("a hook matches Bash")
		}
	}
}

// Conditions, facts that find nothing, and the reply.
func BenchmarkRun(b *testing.B) {
	e, plan := brewcode(b)
	for _, c := range []struct{ name, event string }{
		{"stop without a task", `{"session_id":"s","hook_event_name":"Stop","stop_hook_active":false}`},
		{"prompt", `{"session_id":"s","hook_event_name":"UserPromptSubmit","prompt":"write a test"}`},
	} {
		ev := event(b, c.event)
		host := &host.Host{Dir: b.TempDir(), Now: time.Now, Getenv: func(string) string { return "" }}
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				e.Run(plan, ev, host, plan.Match(ev, ""))
			}
		})
	}
}

func BenchmarkEncode(b *testing.B) {
	_, plan := brewcode(b)
	ev := event(b, `{"hook_event_name":"PreToolUse","tool_name":"Agent","tool_input":{"prompt":"do it","subagent_type":"dev"}}`)
	b.ReportAllocs()
	for b.Loop() {
		r := engine.NewReply(plan.Events[ev.Name], ev)
		for i := range 4 {
			r.Text("context", "some context", "")
			r.Wrap("prompt", "", fmt.Sprint(i), "")
		}
		r.Choose("permission", "allow", engine.Reason{})
		if !json.Valid(r.Encode().Stdout) {
			b.Fatal("no JSON")
		}
	}
}
