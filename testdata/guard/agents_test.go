package guard_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"

	"bcrules.dev/cmd/hook"
	"bcrules.dev/engine"
	"bcrules.dev/engine/agent"
	"bcrules.dev/engine/plan"
	"bcrules.dev/testdata/guard"

	"github.com/tidwall/gjson"
)

// others are agents with the shell call that each sends (%q for the folder and for the command),
// and with the paths at which it reads a verdict and a reason.
var others = []struct{ agent, event, call, verdict, reason string }{
	{"gemini", "", `{"session_id":"score","transcript_path":"/t","cwd":%q,"hook_event_name":"BeforeTool","timestamp":"2026-11-22T05:15:09Z","tool_name":"run_shell_command","tool_input":{"command":%s}}`, "decision", "reason"},
	{"codex", "", `{"session_id":"score","turn_id":"t","transcript_path":null,"cwd":%q,"hook_event_name":"PreToolUse","model":"m","permission_mode":"default","tool_name":"Bash","tool_input":{"command":%s},"tool_use_id":"c"}`, "hookSpecificOutput.permissionDecision", "hookSpecificOutput.permissionDecisionReason"},
	{"copilot", "preToolUse", `{"sessionId":"score","timestamp":1795324658670,"cwd":%q,"toolName":"bash","toolArgs":{"command":%s}}`, "permissionDecision", "permissionDecisionReason"},
	{"cline", "", `{"clineVersion":"","hookName":"tool_call","taskId":"score","workspaceRoots":[%q],"tool_call":{"id":"c","name":"run_commands","input":{"commands":[%s]}}}`, "cancel", "errorMessage"},
}

// In each case of a topic the guard pack says the same to other agents as to the native one, with
// the same reason. An agent that can't ask is told to deny, and what its model is told of a
// refusal. One of four neighbours is tried with one of the four agents, drawn anew each time; with
// ALL=1, each with each. Unseen cases would only take longer.
func TestPackCasesOfOthers(t *testing.T) {
	one := newAsked(t)
	lists, err := filepath.Glob("*.jsonl")
	if err != nil || len(lists) == 0 {
		t.Fatalf("found %d files of cases (%v)", len(lists), err)
	}
	n, held, table, some := 0, 0, hook.Agents(), seeded(t)
	for _, file := range lists {
		if file == guard.Unseen {
			continue
		}
		cases, err := guard.Read(file)
		if err != nil {
			t.Fatal(err)
		}
		for len(cases) > 0 {
			near := cases[:min(oneIn(), len(cases))]
			c := near[some.IntN(len(near))]
			if cases = cases[len(near):]; c.Tool != "" {
				continue // other agents name tools differently
			}
			event, err := c.Event(project)
			if err != nil {
				t.Fatal(err)
			}
			ev, err := plan.ReadEvent(event)
			if err != nil {
				t.Fatal(err)
			}
			a := one.answer(ev)
			want, err := guard.NewVerdict(a.Stdout, a.Stderr, a.Exit)
			if err != nil {
				t.Fatal(err)
			}
			instead := want.Reason
			for _, p := range a.Parts {
				if p.Instead != "" {
					instead = p.Instead
				}
			}
			told := others
			if oneIn() > 1 {
				told = others[some.IntN(len(others)):][:1]
			}
			for _, o := range told {
				command, _ := json.Marshal(c.Command)
				speaker, err := table.Agent(o.agent)
				if err != nil {
					t.Fatal(err)
				}
				same(t, speaker, o.event, gjson.Parse(fmt.Sprintf(o.call, project, command)), want, instead, one.answer, o.verdict, o.reason, c)
			}
			if n++; want.Held() {
				held++
			}
		}
	}
	t.Logf("%d cases, of which %d are held, with %d agents", n, held, len(others))
}

// same compares what one agent is told about a case with what another is told. On a busy machine a
// command may take too long to look at, and is held for that, so a difference is tried again.
// instead is the reason if the agent has a substitute for a refusal.
func same(t *testing.T, a *agent.Agent, called string, sent gjson.Result, want guard.Verdict, instead string, said func(*plan.Event) engine.Answer, verdict, reason string, c guard.Case) {
	t.Helper()
	call := a.Read(sent, called, func(string) string { return "" })
	permission, why := want.Permission, want.Reason
	if say := call.Says("permission=ask"); permission == "ask" && say != nil && say.Output == "permission=deny" {
		permission, why = "deny", instead
	}
	var reply gjson.Result
	for range 3 {
		reply = gjson.ParseBytes(call.Answer(said(call.Event)).Stdout)
		got := reply.Get(verdict).String()
		if got == "true" {
			got = "deny"
		}
		if got == permission && reply.Get(reason).Str == why {
			return
		}
	}
	t.Errorf("%s: %s is told %s, want %s: %s", c.Source, a.Name, reply, permission, why)
}
