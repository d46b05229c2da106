package e2e

import "testing"

// manifest has a lesson of each kind, and a word that no kind has.
const manifest = `{"lessons": {
	"stash": {"toolNames": ["Bash"], "commandRegexSources": ["git stash"], "message": "A stash is forgotten: commit instead."},
	"force": {"type": "guard", "toolNames": ["Bash"], "commandRegexSources": ["git push.* --force"], "commandMatchTarget": "executable", "message": "Not {command}."},
	"ask": {"type": "directive", "priority": 9, "message": "Ask before the harbour is closed.", "colour": "red"}
}}`

// A directive is said at the start and after a compaction, and advice once. A guard denies a
// command that runs, not one that is only mentioned.
func TestLessonsAreSaidInTheirTime(t *testing.T) {
	s := stageOf(t, []string{"lessons"}, map[string]string{"home/.claude/lessons-learned/data/lesson-manifest.json": manifest},
		Step{On: "put it away", Say: Shell("git stash list; echo stashed")},
		Step{On: "A stash is forgotten: commit instead.", Say: Shell("git stash list; echo stashed again")},
		Step{On: "stashed again", Say: Shell(`echo "git push --force" is said`)},
		Step{On: "--force is said", Say: Shell("git push --force")},
		Step{On: "Not git push --force.", Say: Say("Then not.")},
		Step{On: "detailed summary", Say: Say(summary)},
		Step{On: "go on", Say: Say("I do.")},
	)
	s.refusal = lessonsEnv
	s.run("put it away")
	s.run("/compact")
	s.run("go on")
	once(t, s.asks(0).Text(), "Ask before the harbour is closed.")
	once(t, s.asks(4).Text(), "A stash is forgotten: commit instead.")
	once(t, s.asks(6).Text(), "Ask before the harbour is closed.")
}
