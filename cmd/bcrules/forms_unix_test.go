//go:build unix

package main

import (
	"fmt"
	"strings"
	"testing"

	"bcrules.dev/cmd/hook"
)

// An event in the native agent's form is refused even if the command line names another agent, so
// that the agent that sent it understands: in its own words, or by the exit code.
func TestFormsTaken(t *testing.T) {
	p := somebody(t, map[string]string{"home/.config/bcrules/r.cue": `package r
hooks: tool: {on: "PreToolUse", match: "Bash", onError: "closed", rules: [{when: "event.tool_input.command contains 'rm'", do: deny: "no rm"}]}
hooks: prompt: {on: "UserPromptSubmit", onError: "closed", rules: [{when: "event.prompt contains 'rm'", do: block: "no rm"}]}
hooks: stop: {on: "Stop", onError: "closed", rules: [{when: "not event.stop_hook_active", do: block: "no rm"}]}
`})
	for _, agent := range append(hook.Agents().Names(), "nope") {
		for _, called := range []string{"", "PreToolUse", "preToolUse", "pre_read_code", "other"} {
			for says, fields := range map[string]string{
				`"permissionDecision":"deny"`: `"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "rm -rf x"}`,
				`"decision":"block"`:          `"hook_event_name": "UserPromptSubmit", "prompt": "rm x"`,
				`"decision":"block" `:         `"hook_event_name": "Stop", "stop_hook_active": false`,
			} {
				line := fmt.Sprintf(`"$0" --closed --agent %s --event '%s'; echo " exit $?"`, agent, called)
				got := p.ask("s", `"transcript_path": "/h/.claude/t.jsonl", "prompt_id": "p", `+fields, "sh", "-c", line)
				if !strings.HasSuffix(got, "exit 2") && !strings.Contains(got, `{"hookSpecificOutput":{"hookEventName":"PreToolUse",`+says) && !strings.HasPrefix(got, "{"+strings.TrimSpace(says)) {
					t.Errorf("--agent %s --event %q, %s: %s", agent, called, fields, got)
				}
			}
		}
	}
}
