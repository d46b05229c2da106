package payloads

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bcrules.dev/cmd/hook"
	"bcrules.dev/cmd/layers/compile"
)

// rules say something at all events, and at tool calls what the call asks for.
const rules = `package rules

hooks: {
	shell: {
		on: ["PreToolUse", "PermissionRequest"]
		match: "Bash"
		let: asked: "event.tool_input.command"
		rules: [
			{on: "PreToolUse", when: "asked() contains \"HALT\"", do: halt: "HALTED"},
			{when: "asked() contains \"DENY\"", do: deny: "DENIED ${client().name} ${client().version}"},
			{on: "PreToolUse", when: "asked() contains \"ASK\"", do: ask: "ASKED"},
			{on: "PreToolUse", when: "asked() contains \"LONG\"", do: inject: context: "${repeat(\"😀\", 5001)}"},
			{on: "PreToolUse", when: "asked() contains \"CONTEXT\"", do: inject: context: "CONTEXT"},
			{on: "PreToolUse", when: "asked() contains \"CHANGE\"", do: modify: command: "CHANGED"},
		]
	}
	files: {
		on:    "PreToolUse"
		match: "Write|Edit|Read|Delete"
		rules: [
			{when: "event.tool_input.file_path endsWith \"/secret.txt\" || event.tool_input.new_string == \"SECOND\"", do: deny: "FILE ${event.tool_name} ${event.tool_input.file_path}"},
			{when: "event.tool_input.file_path endsWith \"/move.txt\"", do: modify: file_path: "/elsewhere/x.txt"},
		]
	}
	search: {on: "PreToolUse", match: "Glob", rules: [{when: "event.tool_input.path == \"src\"", do: modify: path: "lib"}]}
	servers: {on: "PreToolUse", match: "mcp__.*", rules: [{do: deny: "SERVER ${event.tool_name}"}]}
	after: {on: ["PostToolUse", "PostToolUseFailure"], rules: [{do: inject: context: "AFTER ${event.hook_event_name} ${event.tool_name}"}]}
	batch: {on: "PostToolBatch", rules: [{when: "any(event.tool_calls, .tool_name == \"Bash\" && .tool_input.command == \"DENY\")", do: block: "BATCH"}]}
	start: {on: ["SessionStart", "SubagentStart"], rules: [{do: inject: context: "START"}]}
	prompt: {on: "UserPromptSubmit", rules: [{when: "event.prompt == \"BLOCK\"", do: block: "PROMPT"}, {do: inject: context: "PROMPTED"}]}
	stop: {on: ["Stop", "SubagentStop"], rules: [{when: "!event.stop_hook_active", do: block: "STOP"}]}
	compact: {on: "PreCompact", rules: [{do: block: "COMPACT"}]}
	other: {on: ["SessionEnd", "Notification", "StopFailure", "TaskCreated", "TaskCompleted", "PostCompact"], rules: [{do: inject: message: "MESSAGE ${event.hook_event_name}"}]}
}
`

// Possible and odd input from agents, of all kinds, gets the answers and exit codes in odd.golden,
// byte by byte. The lines of odd.jsonl are invented.
func TestOdd(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("HOME", dir)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, "cache"))
	t.Setenv("XDG_CONFIG_HOME", "")
	if err := os.WriteFile(filepath.Join(dir, "rules.cue"), []byte(rules), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open("odd.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var got strings.Builder
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var c struct {
			Name, Agent, Event, Text string
			Env                      map[string]string
			Payload                  json.RawMessage
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		for name, value := range c.Env {
			os.Setenv(name, value)
		}
		sent := append([]byte(c.Text), c.Payload...)
		var out, why bytes.Buffer
		code := compile.Command().Run(hook.Options{Rules: []string{dir}, Agent: c.Agent, Event: c.Event}, bytes.NewReader(sent), &out, &why)
		for name := range c.Env {
			os.Unsetenv(name)
		}
		said := strings.TrimSuffix(out.String(), "\n")
		if len(said) > 400 {
			said = fmt.Sprintf("%.100s… %d characters", said, len([]rune(said)))
		}
		fmt.Fprintf(&got, "%s\n\t%s", c.Name, said)
		if code != 0 {
			fmt.Fprintf(&got, " exit %d, stderr %q", code, &why)
		}
		got.WriteString("\n")
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	same(t, "odd.golden", strings.NewReplacer(here, "HERE", filepath.Dir(here), "ABOVE").Replace(got.String()))
}
