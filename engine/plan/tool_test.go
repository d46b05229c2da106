package plan

import "testing"

// Fields of tools that nobody knows are told by the words that they end in, the most there are.
func TestUse(t *testing.T) {
	tools := Tools{Does: "Bash Shell\tcommand=shell\nmcp__*\tcommand_line=shell line=text path=read\nmcp__git__*\tpath=write\nmcp__git__log\t"}
	for _, test := range []struct{ tool, field, want string }{
		{"Bash", "command", "shell"},
		{"Bash", "otherCommand", ""},
		{"Shell", "command", "shell"},
		{"mcp__a__b", "path", "read"},
		{"mcp__git__drop", "new_path", "write"},
		{"mcp__git__log", "path", ""},
		{"mcp__a__b", "oldFilePath", "read"},
		{"mcp__a__b", "cliCommandLine", "shell"},
		{"mcp__a__b", "commandLineString", "shell"},
		{"mcp__a__b", "line", "text"},
		{"mcp__a__b", "path_prefix", ""},
	} {
		use, ok := tools.Of(test.tool)
		if got := use.Verb(test.field); got != test.want || !ok {
			t.Errorf("%s of %s: %q, want %q", test.field, test.tool, got, test.want)
		}
	}
	if _, ok := tools.Of("Skill"); ok {
		t.Error("Skill is known, want it not to be")
	}
}
