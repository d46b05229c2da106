package agents

import (
	"path/filepath"
	"strings"
	"testing"
)

// guarded are rules with a pack, and one that asks.
const guarded = `package rules

import "bcrules.dev/packs/guard"

packs: "guard": guard
hooks: ask: {on: "PreToolUse", match: "Bash", rules: [{when: "event.tool_input.command contains 'asked'", do: ask: "WHY-ASKED"}]}
`

// guard holds what guard keeps from harm against what an agent is told to do, in words that
// don't look like it; what only asks isn't done, as there is nobody to say so.
func (c Client) guard(t *testing.T, bin, programs string) {
	calls := func(command string) Step { return Step{Calls: c.Shell(command)} }
	harm := []Step{
		calls("true && git -C . push origin main -f; touch pushed"),
		calls(`sh -c 'rm -rf "$HOME"/docs; touch removed'`),
		calls("touch asked"),
	}
	runs := [][]Step{append(harm, calls("touch harmless"), Step{Text: "Done."})}
	if c.Ends { // each by itself
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
