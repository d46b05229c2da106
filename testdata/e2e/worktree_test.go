package e2e

import (
	"cmp"
	"os"
	"slices"
	"strings"
	"testing"
)

// Rules of the project hold in each of its worktrees in which a client works, without another
// question of trust. Denied calls aren't done there; the agent may remove files there, but not
// those in the main worktree.
func TestRulesHoldInWorktrees(t *testing.T) {
	const committed = ".claude/settings.local.json\n.claude/worktrees\n"
	enter := Use("EnterWorktree", map[string]any{"name": "feat"})
	isolated := agent("general-purpose", "push it", false)
	isolated["input"].(map[string]any)["isolation"] = "worktree"
	var flag = []string{"--worktree", "feat"}
	for name, c := range map[string]struct {
		ignored string   // what git ignores
		tree    string   // where the client is started, if not in the project
		flags   []string // it is started with
		use     Block    // what is called there
		on      string   // begins what is tried
		is      string   // what the client takes for the project, and where it is, at calls
	}{
		"flag, ignored":     {ignored: ".claude\n", flags: flag, is: "project/.claude/worktrees/feat project/.claude/worktrees/feat"},
		"flag, committed":   {ignored: committed, flags: flag, is: "project/.claude/worktrees/feat project/.claude/worktrees/feat"},
		"started beside":    {ignored: committed, tree: "tree", is: "tree tree"},
		"started within":    {ignored: ".claude\ntrees\n", tree: "project/trees/tree", is: "project/trees/tree project/trees/tree"},
		"entered":           {ignored: committed, use: enter, on: "Created worktree", is: "project project/.claude/worktrees/feat"},
		"an agent isolated": {ignored: ".claude\n", use: isolated, on: "push it", is: "project project/.claude/worktrees/agent-"},
	} {
		t.Run(name, func(t *testing.T) {
			s := repository(t, c.ignored, guarded)
			if c.tree != "" {
				s.git("worktree", "add", "-q", s.beside(c.tree))
				s.another(s.beside(c.tree))
			}
			steps := s.pushes(cmp.Or(c.on, "work"))
			if c.use != nil {
				steps = slices.Insert(steps, 0, Step{On: "work", Say: []Block{c.use}})
			}
			if c.on == "push it" {
				steps = append(steps, Step{On: "Then not.", Say: Say("So be it.")})
			}
			s.play(steps...)
			s.run("work", append(c.flags, s.witness()...)...)
			for _, place := range s.places() {
				if !strings.HasPrefix(place, c.is) {
					t.Errorf("a hook ran in %s, want %s", place, c.is)
				}
			}
			s.says()
		})
	}
}

// A worktree with other rules goes by the trusted ones, and its user is told. So is the user of a
// worktree in whose repository nobody trusted any, once. Of two worktrees of a bare repository the
// second is trusted like the first.
func TestTrustInWorktrees(t *testing.T) {
	s := repository(t, ".claude/settings.local.json\n", pushless)
	s.git("worktree", "add", "-q", s.beside("other"))
	check(t, os.WriteFile(s.beside("other/.claude/bcrules/more.cue"), []byte("package own\nhooks: more: {on: \"PreToolUse\", rules: [{do: deny: \"No.\"}]}\n"), 0o644))
	denied := []Step{{On: "work", Say: Shell("git push -f nowhere feat")}, {On: "No pushes.", Say: Say("Then not.")}}
	s.another(s.beside("other"))
	s.play(denied...)
	s.run("work")
	s.says("other/.claude/bcrules were changed since they were trusted")

	// Settings in git are read in each worktree.
	s.bcrules("uninstall", "--unattended")
	s.bcrules("init", "--shared")
	s.commit()
	s.git("clone", "-q", "--bare", ".", s.beside("bare.git"))
	for _, tree := range []string{"first", "next"} {
		s.git("-C", s.beside("bare.git"), "worktree", "add", "-q", "-b", tree, s.beside(tree))
	}
	untrusted := []Step{
		{On: "work", Say: Shell("git push -f nowhere feat")},
		{On: "Exit code ", Say: Shell("git push -f nowhere main")},
		{On: "Exit code ", Say: Say("It isn't there.")},
	}
	s.another(s.beside("next"))
	s.play(untrusted...)
	s.run("work")
	s.says("next/.claude/bcrules are not trusted and do nothing")
	s.trust(s.beside("first"))
	s.another(s.beside("next"))
	s.play(denied...)
	s.run("work")
	s.says()

	// A submodule is no worktree of the repository around it.
	s.git("submodule", "add", "-q", s.beside("bare.git"), "part")
	s.another(s.beside("project/part"))
	s.play(untrusted...)
	s.run("work")
	s.says("part/.claude/bcrules are not trusted and do nothing")
}
