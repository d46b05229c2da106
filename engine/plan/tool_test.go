package plan

import "testing"

// Fields of unknown tools are understood by the words that they end in; the longest ending counts.
func TestUse(t *testing.T) {
	tools := Tools{
		Does:  "Bash Shell\tcommand=shell\nmcp__git__log Skill\t",
		Loose: "mcp__* mcp__*__r*\tcommand_line=shell line=text path=read\nmcp__git__* mcp__git__dr*\tpath=write",
		Else:  "mcp____",
	}
	for _, test := range []struct{ tool, field, want string }{
		{"Bash", "command", "shell"},
		{"Bash", "otherCommand", ""},
		{"Shell", "command", "shell"},
		{"mcp__a__b", "path", "read"},
		{"mcp__git__drop", "new_path", "write"},
		{"mcp__git__rm", "path", "write"},
		{"mcp__hub__rm", "path", "read"},
		{"mcp__git__log", "path", ""},
		{"mcp__a__b", "oldFilePath", "read"},
		{"mcp__a__b", "cliCommandLine", "shell"},
		{"mcp__a__b", "commandLineString", "shell"},
		{"mcp__a__b", "line", "text"},
		{"mcp__a__b", "path_prefix", ""},
		{"mcp__a__b/c", "path", "read"},
		{"MCP__git__Drop", "path", "write"},
		{"Frob", "cliCommandLine", "shell"},
		{"a/b", "path", "read"},
		{"Skill", "path", ""},
	} {
		if got := tools.Of(test.tool).Verb(test.field); got != test.want {
			t.Errorf("%s of %s: %q, want %q", test.field, test.tool, got, test.want)
		}
	}
	if tools.Of("Skill").Known() {
		t.Error("Skill does something of note, want it not to")
	}
}
