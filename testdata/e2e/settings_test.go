package e2e

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/settings"
	"bcrules.dev/schema"
)

// The client starts a hook by settings that have what JSON has not where the table of agents
// says that it takes that, and drops them whole where not.
func TestSettings(t *testing.T) {
	s, err := compile.Schema()
	check(t, err)
	all, err := s.Agents()
	check(t, err)
	native := all[slices.IndexFunc(all, func(a *schema.Agent) bool { return a.Native })]
	for name, with := range map[string]func(string) string{
		"plain":                func(text string) string { return text },
		settings.Comment:       func(text string) string { return "// mine\n" + text },
		settings.TrailingComma: func(text string) string { i := strings.LastIndexByte(text, '}'); return text[:i] + "," + text[i:] },
		settings.ByteOrderMark: func(text string) string { return "\uFEFF" + text },
	} {
		t.Run(name, func(t *testing.T) {
			files := rules("hooks: no: {on: \"PreToolUse\", match: \"Bash\", rules: [{do: deny: \"no harbour\"}]}\n")
			files["home/.claude/settings.json"] = `{"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "echo {}"}]}]}}`
			s := stage(t, files, Step{On: "build a quay", Say: Shell("touch quay; echo harbour")}, Step{On: "harbour", Say: Say("So be it.")})
			local := filepath.Join(s.project, ".claude", "settings.local.json")
			check(t, os.WriteFile(local, []byte(with(s.read(".claude/settings.local.json"))), 0o644))
			s.run("build a quay")
			if takes := name == "plain" || slices.Contains(native.Takes, name); s.there("quay") == takes {
				t.Errorf("the call that a rule denies: run %t, want %t", s.there("quay"), !takes)
			}
		})
	}
}
