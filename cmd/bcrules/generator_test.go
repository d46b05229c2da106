package main

import (
	"encoding/json"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"bcrules.dev/schema/test"
	"bcrules.dev/schema/test/sandbox"
)

// mixedRules are the pack's rules, and some that say what none of its hooks says.
const mixedRules = `package rules

import "bcrules.dev/packs/brewcode"

packs: "brewcode": brewcode
marks: said: {claims: "said/claims", file: "said/list"}
hooks: {
	marking: {on: ["PreToolUse", "SessionStart"], rules: [
		{when: "event.hook_event_name == 'SessionStart'", do: unmark: {marks: "said", keys: "${filter(marked('said'), # != 'kept')}"}},
		{do: {offer: {rows: "${map(['kept', 'a/b', 'new'], {{key: #, long: 'offer ' + #}})}", marks: "said", max: 2, bytes: 9}, as: "chosen"}},
		{when: "chosen().ok", do: inject: {context: "${chosen().value.text}, marked ${join(marked('said'), ' ')}", bytes: 60, short: "marked"}},
		{do: [{mark: {marks: "said", key: "new"}}, {inject: message: "new"}]},
	]}
	say: {on: "PreToolUse", match: "Bash", rules: [
		{when: "event.tool_input.command contains 'rm'", do: deny: "no: ${event.tool_input.command}"},
		{when: "event.tool_input.command contains 'git'", do: ask: "sure?"},
		{when: "len(event.tool_input.command) > 8", do: modify: command: "${event.tool_input.command} # seen"},
		{when: "event.tool_input.command == 'ls'", do: [{allow: {}}, {halt: "enough"}]},
	]}
	once: {on: "PreToolUse", match: "Read|Write", pick: "first", rules: [
		{when: "file('marks/seen').exists", do: inject: context: "seen ${file('marks/seen').path} beside ${join(map(glob('marks/*'), .name), ' ')}"},
		{do: [{state: {file: "marks/seen", set: {path: "${event.tool_input.file_path}"}}}, {inject: context: "noted in ${json('marks/seen').path}, now ${len(entries('marks', '*'))}"}]},
	]}
	closed: {on: "PreToolUse", match: "Edit", onError: "closed", rules: [{when: "json('odd.json').list[3] == 1", do: deny: "odd"}]}
	stopped: {on: ["Stop", "SubagentStop"], order: 1, rules: [{when: "len(event.last_assistant_message) > 3", do: block: "go on after ${event.last_assistant_message}"}]}
	started: {on: "SessionStart", rules: [
		{do: {spawn: run: ["absent-program"], as: "process"}},
		{do: [{touch: "started"}, {inject: context: "${process().ok} ${process().ran} ${file('started').exists}"}]},
	]}
	listed: {on: "PreToolUse", match: "Bash", each: c: "call().commands", rules: [
		{with: n: 2, when: "c.program in programs && len(c.args) < n", do: inject: context: "${text.said}: ${c.program} ${n}"},
		{each: o: "c.operands", do: [
			{state: {file: "each.json", set: "${c.program}.${o}": true}},
			{inject: context: "more ${o} ${len(json('each.json'))}", when: "o startsWith 'r'", as: "more"},
			{inject: message: "after ${more().ran}"},
		]},
	]}
	decided: {on: "PreToolUse", match: "Bash", pick: "first", rules: [for w in programs {
		with: word: w
		each: c: "call().commands"
		when: "c.program == word && 'x' in c.operands"
		do: ask: "${levels[word] ?? 'none'} ${c.path}"
		from: w
	}]}
	several: {on: ["PreToolUse", "Stop"], rules: [
		{on: "Stop", when: "event.stop_hook_active", do: block: "${text.said} to stop"},
		{on: "PreToolUse", match: "Read|Write", when: "event.tool_input.file_path endsWith '.go' && event.tool_name in _tools", do: inject: context: "go"},
		{do: touch: "several/${event.hook_event_name}"},
	]}
}
programs: ["rm", "git", "make"]
levels: rm: "high"
text: said: "said"
_tools: ["Read"]
`

// A generator makes random events and projects.
type generator struct{ *rand.Rand }

func (g generator) pick(from ...string) string { return from[g.IntN(len(from))] }
func (g generator) maybe() bool                { return g.IntN(2) == 0 }

// vary returns a test's event and files, with some changed or left out. Variables that other tests
// have are empty.
func (g generator) vary(t *testing.T, tests []test.Test) (map[string]any, sandbox.World) {
	t.Helper()
	w := sandbox.World{System: runtime.GOOS, Env: map[string]string{}}
	for _, other := range tests {
		for name := range other.Steps[0].World.Env {
			w.Env[name] = ""
		}
	}
	step := tests[g.IntN(len(tests))].Steps[0]
	maps.Copy(w.Env, step.World.Env)
	delete(w.Env, "TMPDIR") // a sandbox has its own, and hooks take none in the project
	for _, f := range step.World.Files {
		if g.IntN(8) > 0 {
			f.Age += time.Millisecond
			w.Files = append(w.Files, f)
		}
	}
	event := g.event()
	if step.Event == nil {
		return event, w
	}
	own := map[string]any{}
	if err := json.Unmarshal(step.Event, &own); err != nil {
		t.Fatal(err)
	}
	for name, v := range own {
		if name != "cwd" && g.IntN(12) > 0 {
			event[name] = v
		}
	}
	return event, w
}

func (g generator) event() map[string]any {
	e := map[string]any{"cwd": "$PROJECT", "hook_event_name": g.pick("PreToolUse", "PreToolUse", "PostToolUse", "Stop", "SubagentStop", "SessionStart", "PreCompact", "UserPromptSubmit", "Notification"),
		"session_id": g.pick("session-one", "session-two", "")}
	if g.maybe() {
		e["tool_name"] = g.pick("Bash", "Read", "Write", "Edit", "Glob", "Grep", "Task", "Agent", "mcp__x__y")
		e["tool_input"] = map[string]any{"command": g.pick("ls", "rm x", "rm a rest; git rm x", "git push", "git rm", "make everything", ""), "file_path": g.pick("a.go", "/etc/x"),
			"subagent_type": g.pick("developer", "tester", "Explore", "bc-coordinator", ""), "prompt": g.pick("do it", "")}
		e["tool_response"] = map[string]any{"is_error": g.maybe(), "status": g.pick("completed", "async_launched")}
	}
	e["prompt"] = g.pick("write a test", "yes", "/clear", "<task-notification>x", "")
	e["source"] = g.pick("startup", "compact", "clear")
	e["stop_hook_active"] = g.IntN(4) == 0
	e["last_assistant_message"] = g.pick("", "ok", "all done")
	if g.IntN(8) == 0 { // of another type than in the event table
		e[g.pick("tool_input", "prompt", "source", "stop_hook_active")] = g.IntN(5)
	}
	return e
}

type aged struct {
	text string
	age  time.Duration
}

func (g generator) project() map[string]aged {
	files := map[string]aged{}
	add := func(name, text string, age time.Duration) {
		if g.IntN(4) > 0 {
			files[name] = aged{text, age}
		}
	}
	const task = ".claude/tasks/x_task/"
	add(".claude/TASK.md", task+"PLAN.md\n", 0)
	add(task+"PLAN.md", "---\nstatus: "+g.pick("in_progress", "finished", "failed")+"\ncurrent_phase: 2\ntotal_phases: 4\n---\n<!-- ALL -->\nbe kind\n<!-- /ALL -->\n", 0)
	started := time.Now().Add(-time.Duration(g.IntN(60)) * time.Hour).UTC().Format(time.RFC3339)
	session := g.pick(`, "session_id": "session-one"`, `, "session_id": "session-two"`, "")
	add(task+".lock", g.pick(`{"task_path": "`+task+`PLAN.md", "started_at": "`+started+`"`+session+`}`, `{"task_path": "`+task+`PLAN.md", "started_at": "`+started+`"}`, "not json"), 0)
	if g.maybe() {
		add(task+"phases/1.md", "one", 0)
	}
	add(task+"KNOWLEDGE.jsonl", strings.Repeat(`{"ts":"2026-01-01T00:00:00Z","t":"✅","txt":"tests first","src":"a"}`+"\n", g.IntN(200)), 0)
	add(".grepai/index.gob", strings.Repeat("x", g.IntN(40000)), 0)
	add(".grepai/.reminder-ts", "", time.Duration(g.IntN(120))*time.Second)
	if g.maybe() {
		add("marks/seen", `{"path": "before"}`, 0)
	}
	if g.maybe() {
		add("said/claims/"+g.pick("kept", "a%2Fb"), "", 0)
		add("said/list", g.pick("new", "a/b,other", ""), 0)
	}
	add("odd.json", g.pick(`{"list": [0, 0, 0, 1]}`, `{"list": [1]}`, `{`), 0)
	return files
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// contents returns the files below a folder with their times and texts.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil || d.IsDir() {
			all[path] = "folder"
			return err
		}
		if d.Type()&fs.ModeSymlink != 0 { // its target may be missing
			all[path], err = os.Readlink(path)
			return err
		}
		data, err := os.ReadFile(path)
		all[path] = info.ModTime().String() + "\n" + string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
