package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bcrules.dev/testdata/built"
)

// TestConvertedAsClient plays calls that the real client got with its permissions to the converted
// rules: what the client refused is refused, what it asked about doesn't pass, and what ran isn't
// held.
func TestConvertedAsClient(t *testing.T) {
	data, err := os.ReadFile("../../testdata/convert/permissions.json")
	if err != nil {
		t.Fatal(err)
	}
	var all struct {
		Sets []struct {
			Permissions json.RawMessage
			Calls       [][3]json.RawMessage
		}
	}
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(built.Commands(t), "bcrules")
	for _, set := range all.Sets {
		home, project := t.TempDir(), t.TempDir()
		run := func(stdin string, args ...string) []byte {
			c := exec.Command(bin, args...)
			c.Dir, c.Stdin = project, strings.NewReader(stdin)
			c.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "CLAUDE_PROJECT_DIR=" + project, "TMPDIR=" + t.TempDir()}
			out, err := c.Output()
			if err != nil {
				t.Fatalf("%s: %v %s", args, err, err.(*exec.ExitError).Stderr)
			}
			return out
		}
		for _, dir := range []string{".git", ".claude"} {
			if err := os.Mkdir(filepath.Join(project, dir), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(filepath.Join(project, ".claude/settings.json"), []byte(`{"permissions": `+string(set.Permissions)+`}`), 0o644); err != nil {
			t.Fatal(err)
		}
		run("", "convert", "--write")
		for _, call := range set.Calls {
			input := strings.NewReplacer("$PROJECT", project, "$HOME/", home+"/").Replace(string(call[1]))
			event := `{"hook_event_name": "PreToolUse", "session_id": "s", "cwd": "` + project + `", "tool_name": ` + string(call[0]) + `, "tool_input": ` + input + `}`
			var reply struct {
				HookSpecificOutput struct{ PermissionDecision string }
			}
			if out := run(event, "hook", "--rules", ".claude/bcrules"); len(out) > 0 {
				if err := json.Unmarshal(out, &reply); err != nil {
					t.Fatal(err)
				}
			}
			found, client := reply.HookSpecificOutput.PermissionDecision, strings.Trim(string(call[2]), `"`)
			if client == "deny" && found != "deny" || client != "deny" && found == "deny" && !strings.Contains(input, "xargs -n1") && !strings.Contains(input, "bash -c") || client == "ask" && found == "allow" || client == "ran" && found == "ask" {
				t.Errorf("%s %s: found %q, the client: %s", call[0], input, found, client)
			}
		}
	}
}
