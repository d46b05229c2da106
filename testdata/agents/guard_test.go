package agents

import (
	"path/filepath"
	"strings"
	"testing"
)

// guarded is a rule set with a pack, and one rule that asks.
const guarded = `package rules

import "bcrules.dev/packs/guard"

packs: "guard": guard
hooks: ask: {on: "PreToolUse", match: "Bash", rules: [{when: "event.tool_input.command contains 'asked'", do: ask: "WHY-ASKED"}]}
`

// guard checks that guard prevents harm if the agent is told to do something in words that don't
// look like it. Calls that guard only asks about aren't made either, as nobody is there to allow
// them.
func (c Client) guard(t *testing.T, bin, programs string) {
	calls := func(command string) Step { return Step{Calls: c.Shell(command)} }
	harm := []Step{
		calls("true && git -C . push origin main -f; touch pushed"),
		calls(`sh -c 'rm -rf "$HOME"/docs; touch removed'`),
		calls("touch asked"),
	}
	runs := [][]Step{append(harm, calls("touch harmless"), Step{Text: "Done."})}
	if c.Ends { // each call in a session of its own
		runs = [][]Step{harm[:1], harm[1:2], harm[2:], {calls("touch harmless"), {Text: "Done."}}}
	}
	c.Files = append([]string{"docs/harbour", "a plan"}, c.Files...)
	var project, talk string
	for _, steps := range runs {
		var asked []string
		project, asked = c.session(t, bin, programs, guarded, steps)
		talk += strings.Join(asked, "\n")
		for _, name := range []string{"pushed", "removed", "asked", "../home/docs/harbour"} {
			if there(project, filepath.FromSlash(name)) != strings.HasPrefix(name, "..") {
				t.Errorf("%s: found it there or not as if nothing had been refused", name)
			}
		}
	}
	if !there(project, "harmless") {
		t.Error("what is harmless wasn't done")
	}
	for _, why := range []string{"(guard/git/push-force, ", "(guard/files/remove-", "WHY-ASKED"} {
		if strings.Contains(talk, why) == c.Ends {
			t.Errorf("the model reads %s: %v", why, c.Ends)
		}
	}
}
