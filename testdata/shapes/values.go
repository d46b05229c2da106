package shapes

import (
	"fmt"
	"strings"
)

const unread = ": the agent reads nothing of a file that has one"

// values are settings with a value that the client doesn't take, and the fault that is reported; ""
// if the client reads the rest of the file.
var values = []struct{ setting, fault string }{
	{`"model": null`, `model: found null, want a string` + unread},
	{`"model": 5`, `model: found a number, want a string` + unread},
	{`"permissions": null`, `permissions: found null, want an object` + unread},
	{`"permissions": {"allow": "Bash"}`, `permissions.allow: found a string, want a list` + unread},
	{`"permissions": {"defaultMode": "yolo"}`, `permissions.defaultMode: found "yolo", want "acceptEdits", "auto",`},
	{`"cleanupPeriodDays": "30"`, `cleanupPeriodDays: found a string, want int & >0` + unread},
	{`"cleanupPeriodDays": 1.5`, `cleanupPeriodDays: found 1.5, want int & >0` + unread},
	{`"statusLine": "x"`, `statusLine: found a string, want an object` + unread},
	{`"statusLine": {"type": "command", "command": 5}`, `statusLine.command: found a number, want a string` + unread},
	{`"includeCoAuthoredBy": "false"`, `includeCoAuthoredBy: found a string, want true or false` + unread},
	{`"enabledPlugins": ["a"]`, `enabledPlugins: found a list, want an object` + unread},
	{`"disableAllHooks": "true"`, `disableAllHooks: found a string, want true or false` + unread},
	{`"disableAllHooks": 1`, `disableAllHooks: found a number, want true or false` + unread},
	{`"disableAllHooks": null`, `disableAllHooks: found null, want true or false` + unread},
	{guarding("PreToolUse", `{"type": "cloud"}`), `hooks.PreToolUse[0].hooks[0].type: found "cloud", want "command", "prompt", "agent", "http" or "mcp_tool"` + unread},
	{guarding("PreToolUse", `{"command": "true"}`), `hooks.PreToolUse[0].hooks[0].type: found nothing, want "command", "prompt",`},
	{guarding("PreToolUse", `{"type": "command", "command": "true", "args": null}`), `hooks[0].args: found null, want a list` + unread},
	{guarding("PreToolUse", `{"type": "command", "command": "true", "args": "x"}`), `hooks[0].args: found a string, want a list` + unread},
	{guarding("PreToolUse", `{"type": "command", "command": "true", "timeout": "10"}`), `hooks[0].timeout: found a string, want >0` + unread},
	{guarding("PreToolUse", `{"type": "command", "command": "true", "if": 5}`), `hooks[0].if: found a number, want a string` + unread},
	{guarding("PreToolUse", `{"type": "command", "command": "true", "async": "no"}`), `hooks[0].async: found a string, want true or false` + unread},
	{guarding("PreToolUse", `{"type": "command"}`), `hooks[0].command: found nothing, want a string` + unread},
	{guarding("PreToolUse", `{"type": "command", "command": ["x"]}`), `hooks[0].command: found a list, want a string` + unread},
	{guarding("PreToolUse", `{"type": "http"}`), `hooks[0].url: found nothing, want`},
	{guarding("PreToolUse", `{"type": "agent"}`), `hooks[0].prompt: found nothing, want a string` + unread},
	{guarding("PermissionRequest", `{"type": "command"}`), `hooks.PermissionRequest[0].hooks[0].command: found nothing, want a string` + unread},
	{guarding("PreSkillShellCommand", `{"type": "command"}`), `hooks.PreSkillShellCommand[0].hooks[0].command: found nothing, want a string` + unread},
	{setting: guarding("Notification", `{"type": "command", "command": 5, "timeout": "x"}`)},
	{setting: guarding("PreToolUse", `{"type": "http", "url": "http://127.0.0.1:9/", "headers": {"a": "b"}}`)},
	{setting: `"permissions": {"allow": ["Bash("], "zz": 5}`},
	{setting: `"syncClaudeAiSkills": null`},
	{setting: `"effortLevel": 5`},
	{setting: `"nobodyKnows": null`},
}

func guarding(event, hook string) string {
	return fmt.Sprintf(`"hooks": {%q: [{"matcher": "Edit", "hooks": [%s]}]}`, event, hook)
}

// ofValues are files with one such setting each.
func ofValues() (all []Shape) {
	for _, v := range values {
		name := strings.ReplaceAll(v.setting, `"hooks": `, "") // or paths with it would look like complaints about hooks
		all = append(all, Shape{Name: name, Text: "{" + seen + ", " + v.setting + "}\n", Dropped: v.fault != "", Refused: v.fault, Fault: v.fault})
	}
	for _, env := range []string{"null", `["a"]`} {
		fault := map[string]string{"null": "null", `["a"]`: "a list"}[env]
		fault = "env: found " + fault + ", want an object" + unread
		all = append(all, Shape{Name: `"env": ` + env, Text: `{"env": ` + env + "}\n", Dropped: true, Refused: fault, Fault: fault})
	}
	return append(all, Shape{Name: "a number in env", Text: "{" + seen[:len(seen)-1] + `, "N": 5}}` + "\n"})
}
