package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Rules about sessions, and their course.

// Each context reaches the model once, unchanged, and in its place.
func TestContextsStandInTheirPlaces(t *testing.T) {
	const says = ` at é <b> \"q\" ${event.hook_event_name}.`
	s := stage(t, rules(`hooks: all: {on: ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse"], rules: [{do: inject: context: "Context`+says+`"}]}`),
		Step{On: "work", Say: Shell("echo a listing")},
		Step{On: "a listing", Say: Say("Done.")},
	)
	s.run("work")
	for event, step := range map[string]int{"SessionStart": 0, "UserPromptSubmit": 0, "PreToolUse": 1, "PostToolUse": 1} {
		want := `Context at é <b> "q" ` + event + "."
		once(t, s.asks(step).News(), want)
		once(t, s.asks(1).Text(), want)
	}
}

// A resumed session and a forked one contain, once each, what was said earlier and what rules say
// about them.
func TestResumedAndForked(t *testing.T) {
	s := stage(t, rules(`hooks: start: {on: "SessionStart", rules: [{do: inject: context: "Begun by ${event.source}."}]}`),
		Step{On: "work", Say: Say("Done.")},
		Step{On: "more work", Say: Say("Done, too.")},
		Step{On: "other work", Say: Say("Done as well.")},
	)
	s.run("work")
	s.run("more work")
	s.run("other work", "--fork-session")
	for i, begun := range [][]string{{"startup"}, {"startup", "resume"}, {"startup", "resume", "fork"}} {
		for _, by := range begun {
			once(t, s.asks(i).Text(), "Begun by "+by+".")
		}
	}
}

// The client lets a stop be blocked eight times in a row.
func TestStopIsBlockedForEver(t *testing.T) {
	steps := []Step{{On: "work", Say: Say("Done.")}}
	for range 8 {
		steps = append(steps, Step{On: "Stop hook feedback:\nNever.", Say: Say("Done, I say.")})
	}
	s := stage(t, rules(`hooks: never: {on: "Stop", rules: [{do: block: "Never."}]}`), steps...)
	s.run("work")
}

// Rules see which calls are a subagent's, and change its task; events tell them when it begins and
// ends.
func TestRulesOfSubagents(t *testing.T) {
	s := stage(t, rules(`
hooks: told: {on: "PreToolUse", match: "Task", rules: [{do: modify: prompt: "${event.tool_input.prompt}, quietly"}]}
hooks: within: {on: "PreToolUse", match: "Bash", rules: [{when: "event.agent_id != ''", do: deny: "Not an agent."}]}
hooks: begins: {on: "SubagentStart", rules: [{do: inject: context: "It begins."}]}
hooks: ends: {on: "SubagentStop", rules: [{when: "!event.stop_hook_active", do: block: "Say more."}]}
`),
		Step{On: "look around", Say: []Block{agent("general-purpose", "look for ships", false)}},
		Step{On: "look for ships, quietly", Say: Shell("touch looked")},
		Step{On: "Not an agent.", Say: Say("None.")},
		Step{On: "Say more.", Say: Say("None at all.")},
		Step{On: "None at all.", Say: Shell("touch looked; echo it looked")},
		Step{On: "it looked", Say: Say("None.")},
	)
	s.run("look around")
	once(t, s.asks(1).Text(), "It begins.")
}

// A blocked compaction doesn't begin.
func TestCompactionIsBlocked(t *testing.T) {
	s := stage(t, rules(`
hooks: later: {on: "PreCompact", rules: [{do: block: "Not now."}]}
hooks: ends: {on: "Stop", rules: [{do: inject: message: "It ends."}]}
`), Step{On: "work", Say: Say("Done.")})
	s.run("work")
	s.refusal = regexp.MustCompile("Compaction blocked")
	s.run("/compact")
	wants(t, s.printed(), "Compaction blocked by PreCompact hook", "Not now.")
}

// A user of untrusted rules is told so once in each sitting; the model isn't.
func TestUntrustedRulesAreToldOf(t *testing.T) {
	s := stageOf(t, nil, map[string]string{"project/.claude/bcrules/own.cue": pushless, "project/.git/HEAD": "ref: refs/heads/main\n"})
	steps := func(prompt string) []Step {
		return []Step{
			{On: prompt, Say: Shell("git push --help >help; echo it is tried")},
			{On: "it is tried", Say: Shell("git push --help >help; echo and again")},
			{On: "and again", Say: Say("That was all.")},
		}
	}
	for _, prompt := range []string{"work", "more work"} {
		s.play(steps(prompt)...)
		s.run(prompt)
		s.says(".claude/bcrules are not trusted and do nothing")
		if strings.Contains(s.asks(2).Text(), "not trusted") {
			t.Error("the model was told, too")
		}
	}
}

// If the agent changes files of trusted rules, the rules stay as they were.
func TestTrustedRulesOutlastTheirFiles(t *testing.T) {
	s := repository(t, "", pushless)
	check(t, os.WriteFile(filepath.Join(s.project, "empty"), []byte("#!/bin/sh\n: > .claude/bcrules/own.cue\necho it is empty\n"), 0o755))
	s.play( // the client would ask before the model itself may do that
		Step{On: "work", Say: Shell("./empty")},
		Step{On: "it is empty", Say: Shell("git push nowhere main")},
		Step{On: "No pushes.", Say: Say("Then not.")},
		Step{On: "more work", Say: Shell("git push nowhere main")},
		Step{On: "No pushes.", Say: Say("Then not.")},
	)
	s.run("work")
	s.says(".claude/bcrules were changed since they were trusted")
	s.run("more work")
	s.says(".claude/bcrules were changed since they were trusted")
}

// If two sessions edit one file, the second is told of the first.
func TestTwoSessionsOnOneFile(t *testing.T) {
	edit := func(from, to string) []Block {
		return []Block{Use("Edit", map[string]any{"file_path": "plan.txt", "old_string": from, "new_string": to})}
	}
	s := stage(t, harbour("plan.txt", "one\ntwo\n"))
	second := func() {
		s.another(s.project)
		s.run("second work", "--permission-mode", "acceptEdits")
	}
	s.play(
		Step{On: "first work", Say: []Block{Use("Read", map[string]any{"file_path": "plan.txt"})}},
		Step{On: "two", Say: edit("one", "1")},
		Step{On: "has been updated", Say: Say("Done."), Do: second},
		Step{On: "second work", Say: []Block{Use("Read", map[string]any{"file_path": "plan.txt"})}},
		Step{On: "two", Say: edit("two", "2")},
		Step{On: "has been updated", Say: Say("Done.")},
	)
	s.run("first work", "--permission-mode", "acceptEdits")
	wants(t, s.asks(3).Text(), "Active peer sessions (1):", "5e551011")
	wants(t, s.asks(5).News(), "`plan.txt` is being edited by Session 5e551011")
	if got := s.read("plan.txt"); got != "1\n2\n" {
		t.Errorf("the file has %q", got)
	}
}
