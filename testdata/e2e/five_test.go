package e2e

import (
	"regexp"
	"testing"
)

// The variable that lessons uses to remember, in settings that know none.
var lessonsEnv = regexp.MustCompile(`unrecognized keys \(ignored\): env`)

// One session has all packs, as init takes them, and each does one thing of its own. At the start
// all of them speak; one call is denied by a pack, another gets advice, a third is denied by
// another pack; and an unfinished task keeps the session from ending. One pack is also the user's,
// with a setting.
func TestFivePacksInOneSession(t *testing.T) {
	files := task()
	files["home/.claude/lessons-learned/data/lesson-manifest.json"] = `{"lessons": {"stash": {"toolNames": ["Bash"], "commandRegexSources": ["git stash"], "message": "A stash is forgotten: commit instead."}}}`
	files["home/.config/bcrules/own.cue"] = "package own\nimport \"bcrules.dev/packs/megabrain\"\npacks: \"megabrain\": megabrain & {update: package: \"\"}\n" // nobody to ask
	files["project/.claude/jarvis/STATE.json"] = `{"session_id": "harbour", "mission": {"phase": 4}, "current_state": {"phase_name": "PIERS", "percent_complete": 40}, "metrics": {"sessions_total": 6}}`
	s := stageOf(t, []string{"brewcode", "guard", "lessons", "megabrain", "continuity"}, files,
		Step{On: "have it built", Say: Shell("git push --force origin main")},
		Step{On: "(guard/git/push-force, ", Say: Shell("git stash list")},
		Step{On: "A stash is forgotten: commit instead.", Say: Shell("sudo touch floated")},
		Step{On: "sudo touch floated: sudo is denied here", Say: Say("Built.")},
		Step{On: "Stop hook feedback", Say: Shell("./finish")},
		Step{On: "the plan says finished", Say: Say("Built, and finished.")},
		Step{On: "anything else", Say: Say("No.")},
	)
	s.refusal = lessonsEnv
	s.run("have it built", "--permission-mode", "acceptEdits")

	wants(t, s.asks(0).Text(),
		"brewcode: active | session: 5e551011",
		"MULTI-SESSION COORDINATION ACTIVE",
		"CONTEXT INJECTION (para uso interno):")
	if s.there("floated") {
		t.Error("what is denied was done")
	}
	s.run("anything else")
	if s.there(lock) {
		t.Error("found the lock of a task that is finished, want none")
	}
}
