package e2e

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const (
	folder = ".claude/tasks/e2e_task/"
	plan   = folder + "PLAN.md"
	lock   = folder + ".lock"
)

// task is a project in the middle of a task of this session, with an agent for it. finish, a
// program of the project, ends the task: the client would ask before the model itself may change
// files below .claude.
func task() map[string]string {
	return map[string]string{
		"project/.claude/TASK.md":               plan + "\n",
		"project/" + plan:                       "status: in progress\n\n# A task\n<!-- ALL -->\n- one rule for all\n<!-- /ALL -->\n<!-- DEV -->\n- one for developers\n<!-- /DEV -->\n\n## Phase 1: begin\n- [x] it\n\n## Phase 2: end\n- [ ] it\n",
		"project/" + lock:                       `{"task_path": "` + plan + `", "session_id": "` + session + `", "started_at": "2099-01-01T00:00:00Z"}`,
		"project/" + folder + "KNOWLEDGE.jsonl": `{"ts":"2026-01-01T00:00:00.000Z","t":"❌","txt":"The harbour is closed on Mondays"}` + "\n",
		"project/.claude/agents/developer.md":   "---\nname: developer\ndescription: Develops.\n---\nYou develop.\n",
		"project/finish":                        "#!/bin/sh\nsed -i 's/^status:.*/status: finished/' " + plan + " && echo the plan says finished\n",
	}
}

// rules are the user's own, instead of brewcode.
func rules(text string) map[string]string {
	return map[string]string{"home/.config/bcrules/e2e.cue": "package e2e\n" + text}
}

func agent(kind, prompt string, background bool) Block {
	return Use("Agent", map[string]any{"subagent_type": kind, "description": "a step of the test", "prompt": prompt, "run_in_background": background})
}

func TestSessionContextArrives(t *testing.T) {
	s := stage(t, nil, Step{On: "good morning", Say: Say("Good morning.")})
	s.run("good morning to you")
	wants(t, s.asks(0).Text(),
		"SessionStart hook additional context: brewcode: active | session: 5e551011",
		"UserPromptSubmit hook additional context: [SKILL?] Check available skills.")
}

func TestSubagentGetsKnowledge(t *testing.T) {
	const work = "build the pier"
	s := stage(t, task(),
		Step{On: "have it built", Say: []Block{agent("developer", work, false)}},
		Step{On: work, Say: Say("The pier stands.")},
		Step{On: "The pier stands.", Say: Shell("./finish")},
		Step{On: "the plan says finished", Say: Say("Built.")},
	)
	s.run("have it built")
	got := s.asks(1).Opening()
	_, got, _ = strings.Cut(got, "## Task Constraints")
	const want = "\n- one rule for all\n- one for developers\n\n## K\n❌ The harbour is closed on Mondays\n\n" + work
	if got != want {
		t.Errorf("the prompt ends with %q, want %q", got, want)
	}
	wants(t, s.asks(2).News(), "DEVELOPER DONE -> 1. WRITE report 2. CALL bc-coordinator NOW")
}

func TestOnlyWorkersGetKnowledge(t *testing.T) {
	s := stage(t, task(),
		Step{On: "all at once", Say: []Block{agent("developer", "dig the first", false), agent("developer", "dig the second", false), agent("general-purpose", "look around", false)}},
		Step{On: "dig the first", Say: Say("The first is dug.")},
		Step{On: "dig the second", Say: Say("The second is dug.")},
		Step{On: "look around", Say: Say("All quiet.")},
		Step{On: "All quiet.", Say: Shell("./finish")},
		Step{On: "the plan says finished", Say: Say("Dug.")},
	)
	s.run("all at once")
	wants(t, s.asks(1).Opening(), "## K")
	wants(t, s.asks(2).Opening(), "## K")
	wants(t, s.asks(4).News(), "The first is dug.", "The second is dug.")
	if strings.Contains(s.asks(3).Text(), "## K") {
		t.Error("an agent that serves the client got knowledge")
	}
}

// The agent ends after the second stop, which ends the turn, so its report is a prompt of its own.
// In the middle of a turn the client would add it to its next request, without an event.
func TestAgentInTheBackgroundReports(t *testing.T) {
	s := stage(t, task(),
		Step{On: "have it dug", Say: []Block{agent("developer", "dig it", true)}},
		Step{On: "dig it", Say: Shell(`until [ $(grep -c 'hook_response.*"hook_event":"Stop"' ../log/client1.stdout) = 2 ]; do sleep 0.05; done; echo the turn is over`)},
		Step{On: "the turn is over", Say: Say("It is dug.")},
		Step{On: "DEVELOPER LAUNCHED", Say: Say("I wait.")},
		Step{On: "task incomplete", Say: Say("I still wait.")},
		Step{On: "It is dug.", Say: Shell("./finish")},
		Step{On: "the plan says finished", Say: Say("Dug.")},
	)
	s.run("have it dug")
	wants(t, s.asks(1).Opening(), "## K")
	wants(t, s.asks(5).News(), "UserPromptSubmit hook additional context: Background agent reported -> 1. WRITE report 2. CALL bc-coordinator NOW")
}

func TestDeniedCommandDoesNotRun(t *testing.T) {
	s := stage(t, rules(`
hooks: "no-touch": {
	on:    "PreToolUse"
	match: "Bash"
	rules: [{
		when: "event.tool_input.command matches 'denied'"
		do: deny: "Not in this harbour: ${event.tool_input.command}"
	}]
}
`),
		Step{On: "touch both", Say: append(Shell("touch denied"), Shell("touch allowed; echo touched")...)},
		Step{On: "touched", Say: Say("One of two.")},
	)
	s.run("touch both")
	failed := s.asks(1).Results(true)
	if len(failed) != 1 || !strings.HasSuffix(failed[0], "Not in this harbour: touch denied") {
		t.Errorf("the model heard of failures %q", failed)
	}
	if s.there("denied") || !s.there("allowed") {
		t.Errorf("found denied %v, allowed %v; want false, true", s.there("denied"), s.there("allowed"))
	}
}

// A command in the text of a skill is no tool call, and has an event of its own.
func TestCommandOfSkillIsDenied(t *testing.T) {
	files := rules(`hooks: no: {on: "PreSkillShellCommand", match: "Bash", rules: [{when: "event.tool_input.command contains 'pier'", do: deny: "No piers for ${event.command_name}."}]}`)
	files["project/.claude/skills/harbour/SKILL.md"] = "---\nname: harbour\ndescription: Builds.\nallowed-tools: Bash(touch:*)\n---\nThe harbour is !`touch harbour`, the pier !`touch pier`.\n"
	s := stage(t, files, Step{On: "No piers for harbour.", Say: Say("Then not.")})
	s.run("/harbour")
	if s.there("pier") || s.ran["PreSkillShellCommand"] == 0 {
		t.Errorf("the command was run: %v; events: %v", s.there("pier"), s.ran)
	}
}

// The shipped plugin starts the bchook on the PATH, once a call and by its own rules, though no
// settings name it.
func TestPluginDenies(t *testing.T) {
	s := stage(t, rules(`hooks: no: {on: "Stop", rules: [{do: block: "the plugin's rules are others"}]}`),
		Step{On: "build a pier", Say: Shell("touch pier; git push --force origin main")},
		Step{On: "push-force", Say: Say("Then not.")},
	)
	s.bcrules("uninstall", "--unattended")
	plugin, err := filepath.Abs("../../.claude-plugin/plugin")
	check(t, err)
	s.run("build a pier", "--plugin-dir", plugin)
	if s.there("pier") {
		t.Error("the command was run")
	}
	if want := map[string]int{"PreToolUse": 1}; !maps.Equal(s.ran, want) {
		t.Errorf("hooks ran: %v, want %v", s.ran, want)
	}
}

func TestClosedHookThatFailsDenies(t *testing.T) {
	s := stage(t, rules(`
hooks: "fails": {
	on:      "PreToolUse"
	match:   "Bash"
	onError: "closed"
	rules: [{when: "int(event.tool_input.command) > 0", do: deny: "a number"}]
}
`),
		Step{On: "touch it", Say: Shell("touch denied")},
		Step{On: "fails", Say: Say("I see.")},
	)
	s.refusal = refusal // it must end with 2, which the client calls an error
	s.run("touch it")
	if failed := s.asks(1).Results(true); len(failed) != 1 || s.there("denied") {
		t.Errorf("the model heard of failures %q, and the command ran: %v", failed, s.there("denied"))
	}
}

// If all hooks of an entry are closed and none can be started, the client refuses.
func TestClosedHookThatIsGoneDenies(t *testing.T) {
	s := stage(t, rules(`hooks: keep: {on: "PreToolUse", match: "Bash", onError: "closed", rules: [{when: "event.tool_input.command contains 'pier'", do: deny: "No piers here."}]}`),
		Step{On: "touch it", Say: Shell("touch denied")},
		Step{On: "onFailure", Say: Say("I see.")},
	)
	settings := filepath.Join(s.project, ".claude/settings.local.json")
	check(t, os.WriteFile(settings, []byte(strings.ReplaceAll(s.read(".claude/settings.local.json"), "/bchook", "/gone/bchook")), 0o600))
	s.refusal = regexp.MustCompile("failed to spawn|onFailure|(?i)hook")
	s.run("touch it")
	if failed := s.asks(1).Results(true); len(failed) != 1 || s.there("denied") {
		t.Errorf("the model heard of failures %q, and the command ran: %v", failed, s.there("denied"))
	}
}

// Newer models have the client's list of tasks only if a variable says so; otherwise there is no
// event about it.
func TestTaskIsRefused(t *testing.T) {
	s := stage(t, rules(`hooks: named: {on: "TaskCreated", rules: [{when: "event.task_subject startsWith 'x'", do: block: "A task is named in words."}]}`),
		Step{On: "list it", Say: []Block{Use("TaskCreate", map[string]any{"subject": "x1", "description": "the first", "activeForm": "Doing it"})}},
		Step{On: "A task is named in words.", Say: []Block{Use("TaskCreate", map[string]any{"subject": "Dig", "description": "the second", "activeForm": "Digging"})}},
		Step{On: "Task #", Say: Say("Listed.")},
	)
	s.env = []string{"CLAUDE_CODE_ENABLE_TODO_TOOLS=1"}
	s.run("list it")
	if failed, done := s.asks(1).Results(true), s.asks(2).Results(false); len(failed) != 1 || len(done) != 1 {
		t.Errorf("the model heard of failures %q and of %q", failed, done)
	}
}

func TestChangedCommandRuns(t *testing.T) {
	s := stage(t, rules(`
hooks: "other-name": {
	on:    "PreToolUse"
	match: "Bash"
	rules: [{do: modify: command: "touch changed; echo changed"}]
}
`),
		Step{On: "touch it", Say: Shell("touch meant")},
		Step{On: "changed", Say: Say("Fine.")},
	)
	s.run("touch it")
	if s.there("meant") || !s.there("changed") {
		t.Errorf("found meant %v, changed %v; want false, true", s.there("meant"), s.there("changed"))
	}
}

// The rule doesn't look at event.stop_hook_active: it blocks as often as needed.
func TestStopIsBlockedUntilTheTaskIsFinished(t *testing.T) {
	s := stage(t, rules(`
hooks: "not-yet": {
	on: "Stop"
	rules: [{when: "!file('done').exists", do: block: "There is no file named done."}]
}
`),
		Step{On: "work", Say: Say("I'd rather not.")},
		Step{On: "Stop hook feedback:\nThere is no file named done.", Say: Say("Really not.")},
		Step{On: "Stop hook feedback:\nThere is no file named done.", Say: Shell("touch done; echo so be it")},
		Step{On: "so be it", Say: Say("Done.")},
	)
	s.run("work")
	if !s.there("done") {
		t.Error("the session ended before the task")
	}
}

// brewcode blocks once a turn, and then lets the next stop pass.
func TestStopIsBlockedWhileTheTaskIsActive(t *testing.T) {
	s := stage(t, task(),
		Step{On: "work", Say: Say("I think I am done.")},
		Step{On: "Stop hook feedback:\nbrewcode: task incomplete (in progress, phase 2/2)", Say: Shell("./finish")},
		Step{On: "the plan says finished", Say: Say("Now I am.")},
		Step{On: "anything else", Say: Say("No.")},
	)
	s.run("work")
	wants(t, s.asks(1).News(), "Continue execution. Re-read PLAN.md and proceed with phase 2. Task: "+plan)
	s.run("anything else")
	if s.there(lock) {
		t.Error("the lock of a finished task is still there")
	}
}

// summary is the answer to a client that compacts a session.
const summary = "<analysis>Little was said.</analysis><summary>The session in short.</summary>"

func TestCompactionHandsOff(t *testing.T) {
	s := stage(t, task(),
		Step{On: "work", Say: Say("I think I am done.")},
		Step{On: "task incomplete", Say: Say("I will go on.")},
		Step{On: "detailed summary", Say: Say(summary)},
		Step{On: "where were we", Say: Shell("./finish")},
		Step{On: "the plan says finished", Say: Say("There.")},
	)
	s.run("work")
	s.run("/compact")
	s.handedOff()
	wants(t, s.read(plan), "status: handoff")
	if asked := s.asks(2).Text(); strings.Contains(asked, "Additional Instructions:\n") {
		t.Errorf("the model that sums up is told something by hooks: %s", tail(asked))
	}
	s.run("where were we")
	wants(t, s.asks(3).Text(), "The session in short.", "[HANDOFF after compact] Re-read PLAN.md and KNOWLEDGE.jsonl, then continue current phase.")
}

func TestAutomaticCompactionHandsOff(t *testing.T) {
	s := stage(t, task(),
		Step{On: "work", Say: Shell("echo a listing")},
		Step{On: "a listing", Say: Shell("echo a long one"), Full: 99_000},
		Step{On: "detailed summary", Say: Say(summary)},
		Step{On: "[HANDOFF after compact]", Say: Shell("./finish")},
		Step{On: "the plan says finished", Say: Say("There.")},
	)
	s.run("work", "--autocompact", "100000")
	s.handedOff()
	wants(t, s.asks(3).Text(), "The session in short.", "[HANDOFF after compact] Re-read PLAN.md and KNOWLEDGE.jsonl, then continue current phase.")
}

// handedOff checks what a compaction leaves in the task's files.
func (s *Stage) handedOff() {
	s.t.Helper()
	wants(s.t, s.read(folder+"KNOWLEDGE.jsonl"), "The harbour is closed on Mondays", "Handoff at phase 2: context auto-compact")
	wants(s.t, s.read(".claude/tasks/cfg/brewcode.state.json"), `"lastPhase": 2`)
}

// A rule on every event of a session without a terminal gives the client a message, and context if
// the event table has it. The client accepts all answers, and the model gets the texts.
func TestEveryAnswerIsTaken(t *testing.T) {
	says := []string{"PreToolUse", "PostToolUse", "PostToolUseFailure", "PostToolBatch", "UserPromptSubmit", "UserPromptExpansion",
		"SessionStart", "SubagentStart"}
	stops := []string{"Stop", "SubagentStop"}
	more := []string{"PermissionRequest", "SessionEnd", "InstructionsLoaded", "PostCompact", "MessageDisplay", "CwdChanged"}
	all := slices.Concat(says, stops, more)
	list := func(events []string) string { return `["` + strings.Join(events, `", "`) + `"]` }
	files := rules(`
hooks: "context": {
	on: ` + list(says) + `
	rules: [{do: inject: context: "context at ${event.hook_event_name}."}]
}
hooks: "once": {
	on: ` + list(stops) + `
	rules: [{when: "!event.stop_hook_active", do: inject: context: "context at ${event.hook_event_name}."}]
}
hooks: "message": {
	on: ` + list(all) + `
	rules: [{do: inject: message: "message at ${event.hook_event_name}."}]
}
hooks: "text": {
	on: "PreCompact"
	rules: [{do: print: "Keep the names."}]
}
`)
	files["project/CLAUDE.md"] = "Be brief.\n"
	files["project/.claude/commands/tour.md"] = "---\ndescription: See it all.\n---\nThe grand tour.\n"
	files["project/sub/file"] = ""
	s := stage(t, files,
		Step{On: "The grand tour.", Say: Shell("cd sub")},
		Step{On: "context at PostToolUse.", Say: Shell("exit 3")},
		Step{On: "context at PostToolUseFailure.", Say: []Block{Use("Write", map[string]any{"file_path": "written", "content": "x"})}},
		Step{On: "requested permissions", Say: []Block{agent("general-purpose", "work", false)}},
		Step{On: "context at SubagentStart.", Say: Say("Worked.")},
		Step{On: "context at SubagentStop.", Say: Say("Worked.")},
		Step{On: "Worked.", Say: Say("Toured.")},
		Step{On: "context at Stop.", Say: Say("Toured.")},
		Step{On: "detailed summary", Say: Say(summary)},
	)
	s.run("/tour")
	s.refusal = regexp.MustCompile("Compact answered a text") // as it must be at a compaction
	s.run("/compact")
	wants(t, s.asks(len(s.steps)-1).Text(), "Additional Instructions:\nKeep the names.\n")
	shown, err := os.ReadFile(filepath.Join(s.log, "client2.stdout"))
	check(t, err)
	wants(t, string(shown), "completed successfully: message at PostCompact.")
	heard := ""
	for i := range s.steps {
		heard += s.asks(i).Text()
	}
	for _, event := range slices.Concat(says, stops) {
		wants(t, heard, "context at "+event+".")
	}
	for _, event := range all {
		if s.ran[event] == 0 && event != "PermissionRequest" { // which 2.1.240 has with a terminal only
			t.Errorf("the session did not come by %s", event)
		}
	}
}
