package guard_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"bcrules.dev/cmd/hook"
	"bcrules.dev/engine/agent"
	"bcrules.dev/engine/plan"
	"bcrules.dev/testdata/guard"

	"github.com/tidwall/gjson"
)

// callers are agents with the form of each for a tool's call: %[1]q is the folder, %[2]q the tool
// and %[3]s its input. server is its name for a server's tool, a %s; served is the whole call of
// such a tool if it has more fields.
var callers = []struct{ agent, event, call, server, served string }{
	{"claude-code", "", `{"session_id":"s","cwd":%[1]q,"hook_event_name":"PreToolUse","tool_name":%[2]q,"tool_input":%[3]s}`, "mcp__pg__%s", ""},
	{"codex", "", `{"session_id":"s","turn_id":"t","cwd":%[1]q,"hook_event_name":"PreToolUse","model":"m","tool_name":%[2]q,"tool_input":%[3]s}`, "mcp__pg__%s", ""},
	{"gemini", "", `{"session_id":"s","cwd":%[1]q,"hook_event_name":"BeforeTool","timestamp":"t","tool_name":%[2]q,"tool_input":%[3]s}`, "mcp_pg_%s", ""},
	{"qwen", "", `{"session_id":"s","cwd":%[1]q,"hook_event_name":"PreToolUse","timestamp":"t","permission_mode":"default","tool_name":%[2]q,"tool_input":%[3]s}`, "mcp__pg__%s", ""},
	{"copilot", "preToolUse", `{"sessionId":"s","cwd":%[1]q,"toolName":%[2]q,"toolArgs":%[3]s}`, "pg-%s", ""},
	{"copilot-pascal", "", `{"session_id":"s","cwd":%[1]q,"hook_event_name":"PreToolUse","timestamp":"t","tool_name":%[2]q,"tool_input":%[3]s}`, "pg-%s", ""},
	{"cursor", "", `{"conversation_id":"c","cursor_version":"1","workspace_roots":[%[1]q],"hook_event_name":"preToolUse","tool_name":%[2]q,"tool_input":%[3]s}`, "MCP:%s", ""},
	{"droid", "", `{"session_id":"s","cwd":%[1]q,"hook_event_name":"PreToolUse","permission_mode":"off","tool_name":%[2]q,"tool_input":%[3]s}`, "pg___%s", ""},
	{"cline", "", `{"clineVersion":"3","hookName":"tool_call","taskId":"t","workspaceRoots":[%[1]q],"tool_call":{"name":%[2]q,"input":%[3]s}}`, "pg__%s", ""},
	{"cline", "", `{"clineVersion":"3","hookName":"PreToolUse","taskId":"t","workspaceRoots":[%[1]q],"preToolUse":{"toolName":%[2]q,"parameters":%[3]s}}`, "%s",
		`{"clineVersion":"3","hookName":"PreToolUse","taskId":"t","workspaceRoots":[%[1]q],"preToolUse":{"toolName":"use_mcp_tool","parameters":{"server_name":"pg","tool_name":%[2]q,"arguments":%[3]s}}}`},
	{"opencode", "", `{"agent":"opencode","session_id":"s","cwd":%[1]q,"hook_event_name":"PreToolUse","tool_name":%[2]q,"tool_input":%[3]s}`, "pg_%s", ""},
	{"auggie", "", `{"conversation_id":"c","workspace_roots":[%[1]q],"hook_event_name":"PreToolUse","is_mcp_tool":false,"tool_name":%[2]q,"tool_input":%[3]s}`, "%s_pg",
		`{"conversation_id":"c","workspace_roots":[%[1]q],"hook_event_name":"PreToolUse","is_mcp_tool":true,"tool_name":%[2]q,"tool_input":%[3]s}`},
	{"crush", "", `{"event":"PreToolUse","session_id":"s","cwd":%[1]q,"tool_name":%[2]q,"tool_input":%[3]s}`, "mcp_pg_%s", ""},
	{"goose", "", `{"event":"PreToolUse","session_id":"s","working_dir":%[1]q,"tool_name":%[2]q,"tool_input":%[3]s}`, "pg__%s", ""},
	{"kiro", "", `{"cwd":%[1]q,"hook_event_name":"preToolUse","tool_name":%[2]q,"tool_input":%[3]s}`, "@pg/%s", ""},
	{"vscode", "", `{"session_id":"s","transcript_path":"/t","timestamp":"t","cwd":%[1]q,"hook_event_name":"PreToolUse","tool_name":%[2]q,"tool_input":%[3]s}`, "mcp_pg_%s", ""},
	{"windsurf", "", "", "%s", `{"agent_action_name":"pre_mcp_tool_use","trajectory_id":"t","tool_info":{"cwd":%[1]q,"mcp_server_name":"pg","mcp_tool_name":%[2]q,"mcp_tool_arguments":%[3]s}}`},
}

// held reports whether the pack objects to a call, or to what the call does to one of its files.
func (a *asked) held(t *testing.T, name, event, call, tool, input string) bool {
	t.Helper()
	speaker, err := hook.Agents().Agent(name)
	if err != nil {
		t.Fatal(err)
	}
	sent := gjson.Parse(fmt.Sprintf(call, project, tool, input))
	if !sent.IsObject() {
		t.Fatalf("found %s, want an object", sent.Raw)
	}
	for _, ev := range calls(t, speaker, sent, event) {
		answer := a.answer(ev)
		if v, err := guard.NewVerdict(answer.Stdout, answer.Stderr, answer.Exit); err != nil {
			t.Fatal(err)
		} else if v.Held() {
			return true
		}
	}
	return false
}

// calls returns the event that an agent sent in the words of rules.
func calls(t *testing.T, speaker *agent.Agent, sent gjson.Result, event string) []*plan.Event {
	if speaker == nil { // whose words these are
		ev, err := plan.ReadEvent([]byte(sent.Raw))
		if err != nil {
			t.Fatal(err)
		}
		return []*plan.Event{ev}
	}
	c := speaker.Read(sent, event, func(string) string { return "" })
	return append(c.More, c.Event)
}

// A tool that no table knows is understood by its fields, whatever their names and its own, and
// whichever agent calls it.
func TestUnknownTools(t *testing.T) {
	one := newAsked(t)
	const settings = "/home/dev/.claude/settings.json"
	for kind, input := range map[string]string{
		"command":         `{"command":"rm -rf /"}`,
		"command inside":  `{"task":{"type":"shell","command":"rm -rf /"}}`,
		"commands":        `{"items":[{"cmd":"ls"},{"cmd":"rm -rf /"}]}`,
		"words":           `{"argv":["rm","-rf","/"]}`,
		"program":         `{"command":"rm","args":["-rf","/"]}`,
		"text of JSON":    `{"payload":"{\"command\":\"rm -rf /\"}"}`,
		"own folder":      `{"command":"rm settings.json","cwd":"/home/dev/.claude"}`,
		"code":            `{"language":"python","code":"import shutil; shutil.rmtree('/')"}`,
		"path, content":   `{"path":"` + settings + `","content":"{}"}`,
		"paths, contents": `{"files":[{"file_path":"` + settings + `","contents":"{}"}]}`,
		"path, edits":     `{"target_file":"` + settings + `","edits":[{"old":"a","new":"b"}]}`,
		"patch":           `{"text":"*** Begin Patch\n*** Delete File: ` + settings + `\n*** End Patch\n"}`,
		"SQL":             `{"sql":"DROP TABLE users"}`,
	} {
		for _, c := range callers {
			if c.call != "" && !one.held(t, c.agent, c.event, c.call, "frobnicate", input) {
				t.Errorf("%s: %s passes: %s", c.agent, kind, input)
			}
		}
	}
	for tool, input := range map[string]string{
		"removeThem": `{"paths":["` + settings + `"]}`, "StrReplace": `{"path":"` + settings + `"}`, "file_delete": `{"path":"` + settings + `"}`,
		"Write": `{"path":"` + settings + `"}`, "Edit": `{"absolutePath":"` + settings + `"}`, "Bash": `{"cmd":"rm -rf /"}`,
		"apply_patch": `{"input":"*** Begin Patch\n*** Delete File: ` + settings + `\n*** End Patch\n"}`,
	} {
		for _, c := range callers {
			if c.call != "" && !one.held(t, c.agent, c.event, c.call, tool, input) {
				t.Errorf("%s: %s passes: %s", c.agent, tool, input)
			}
		}
	}
}

// Servers' tools are recognised, however each agent calls them.
func TestServersTools(t *testing.T) {
	one := newAsked(t)
	for _, c := range callers {
		call := c.served
		if call == "" {
			call = c.call
		}
		for tool, input := range map[string]string{
			"execute_sql": `{"query":"DROP TABLE users"}`, "delete_repository": `{"name":"shop"}`, "run": `{"command":"rm -rf /"}`,
		} {
			name := fmt.Sprintf(c.server, tool)
			if strings.HasPrefix(c.agent, "copilot") && tool == "delete_repository" {
				continue // it doesn't say which of its tools are a server's
			}
			if !one.held(t, c.agent, c.event, call, name, input) {
				t.Errorf("%s: %s passes: %s", c.agent, name, input)
			}
		}
	}
}

// Agents' own tools that only look, plan, or keep what the agent remembers are never held, whatever
// words are in their input.
func TestIdleTools(t *testing.T) {
	one := newAsked(t)
	text, err := os.ReadFile("idle.json")
	if err != nil {
		t.Fatal(err)
	}
	var all map[string][]struct {
		Tool  string
		Input json.RawMessage
	}
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, c := range callers {
		for _, call := range all[c.agent] {
			if n++; c.call != "" && one.held(t, c.agent, c.event, c.call, call.Tool, string(call.Input)) {
				t.Errorf("%s: %s is held: %s", c.agent, call.Tool, call.Input)
			}
		}
	}
	if n < 200 {
		t.Errorf("found %d calls, want more", n)
	}
}
