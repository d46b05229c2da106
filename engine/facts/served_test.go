package facts

import (
	"slices"
	"strings"
	"testing"

	"bcrules.dev/engine/plan"

	"github.com/tidwall/gjson"
)

// A command may be followed by arguments of any shape, and follow a text that says its language.
func TestServed(t *testing.T) {
	tools := plan.Tools{Loose: "mcp__*\tcommand=shell cwd=folder args=arguments flags=arguments shell=language"}
	does := tools.Of("mcp__a__b")
	for input, want := range map[string][]string{
		`{"command": "a", "args": ["b c"]}`:                            {"shell a 'b c'"},
		`{"command": "a", "args": "b c"}`:                              {"shell a b c"},
		`{"command": "a", "flags": {"x": "1", "y": true, "z": false}}`: {"shell a '--x=1' '--y'"},
		`{"command": "a", "shell": "pwsh"}`:                            {"language pwsh", "shell a"},
		`{"args": ["a", "b"]}`:                                         {"arguments 'a' 'b'"},
		`{"command": "a", "cwd": "/b"}`:                                {"folder /b", "shell a"},
		`{"command": ["a", "b c"]}`:                                    {"shell 'a' 'b c'", "shell b c"},
		`{"command": "a", "other_command": ["b", "c"]}`:                {"shell a 'b' 'c'", "shell 'b' 'c'"},
		`{"command": ["pwd", "reboot"]}`:                               {"shell 'pwd' 'reboot'", "shell pwd", "shell reboot"},
		`{"command": ["git", "push"]}`:                                 {"shell 'git' 'push'"},
		`{"note": []}`:                                                 {"value []"},
		`{"note": {}}`:                                                 {"value {}"},
	} {
		var got []string
		for verb, text := range served("mcp__a__b", gjson.Parse(input), does) {
			if slices.Contains([]string{"shell", "language", "folder", "arguments", "value"}, verb) && text != "true" && text != "false" {
				got = append(got, verb+" "+strings.TrimSpace(text))
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", input, got, want)
		}
	}
}
