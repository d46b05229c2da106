//go:build unix

package lsp_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bcrules.dev/testdata/built"
)

// A real editor, Neovim with its own client, underlines a fault, offers valid names and a mend, and
// jumps into a pack. ROUNDS=50 prints how long it takes from the key to the underline.
func TestNeovim(t *testing.T) {
	t.Parallel()
	nvim, err := exec.LookPath("nvim")
	if err != nil {
		t.Skip("no nvim here")
	}
	dir := t.TempDir()
	rules := filepath.Join(dir, "rules.cue")
	check(t, os.WriteFile(rules, []byte("package rules\n\nimport \"bcrules.dev/packs/guard\"\n\npacks: \"guard\": guard & {\n\tlevel: \"strict\"\n}\n\nhooks: {\n\t// HERE\n}\n"), 0o600))
	script, err := filepath.Abs("testdata/session.lua")
	check(t, err)
	cmd := exec.Command(nvim, "--headless", "-u", "NONE", "-i", "NONE", "-c", "luafile "+script)
	home := t.TempDir()
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "HOME="+home, "XDG_CACHE_HOME=", "XDG_CONFIG_HOME=", "XDG_STATE_HOME="+home, "XDG_DATA_HOME="+home,
		"RULES="+rules, "SERVER="+filepath.Join(built.Commands(t), "bcrules"))
	out, err := cmd.CombinedOutput()
	said := strings.ReplaceAll(string(out), "\r", "")
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	for _, want := range []string{"underlined unknown field comand, want command?", "completed command ", "offered Write command in the place of comand and Write a test of this rule in rules_test.cue", "lens Run the tests ",
		"mended typed: {on: \"PreToolUse\"", "event.tool_input.command contains", "hover `tool_input object`", "definition guard/guard.cue", "outline packs typed"} {
		if !strings.Contains(said, want) {
			t.Errorf("found\n%s\nwant %s", said, want)
		}
	}
	if os.Getenv("ROUNDS") != "" {
		t.Log(said)
	}
}
