package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"bcrules.dev/cmd/hook"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/why"
	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
	"bcrules.dev/schema"
	"bcrules.dev/schema/test"
	"bcrules.dev/schema/test/sandbox"
)

// A sample is rules that are asked about random events, each way, and how many.
type sample struct {
	name, rules string // a folder
	events      int
	files       bool // what is random about the project, beside what tests lay there
}

// samples are rules that say what no pack does, and whatever ships.
func samples(t *testing.T) []sample {
	t.Helper()
	mixed := filepath.Join(t.TempDir(), "rules")
	put(t, filepath.Join(mixed, "rules.cue"), mixedRules)
	all := []sample{{"mixed", mixed, 120, true}}
	found, err := filepath.Glob("../../rules/*/*_test.cue")
	if err != nil || len(found) == 0 {
		t.Fatalf("found %d files of tests (%v)", len(found), err)
	}
	for _, name := range found {
		dir, err := filepath.Abs(filepath.Dir(name))
		if err != nil {
			t.Fatal(err)
		}
		if one := (sample{filepath.Base(dir), dir, 20, false}); one != all[len(all)-1] {
			all = append(all, one)
		}
	}
	return all
}

// Whatever happens where, explain and test reply as the hook does, and explain
// changes nothing.
func TestRepliesAsHook(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	if s := os.Getenv("SEED"); s != "" {
		if _, err := fmt.Sscan(s, &seed); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("SEED=%d", seed)
	for _, name := range []string{"XDG_CACHE_HOME", "LocalAppData", "PATH"} { // no program is found
		t.Setenv(name, t.TempDir())
	}
	s, err := compile.Schema()
	if err != nil {
		t.Fatal(err)
	}
	for _, sample := range samples(t) {
		t.Run(sample.name, func(t *testing.T) {
			g := generator{rand.New(rand.NewPCG(seed, 1))}
			layers := []string{sample.rules}
			set, err := s.Compile(layers...)
			if off := machineHooks(t, set); off != "" {
				layers = append(layers, off)
				set, err = s.Compile(layers...)
			}
			if err != nil {
				t.Fatal(err)
			}
			tests, err := test.Read(s, sample.rules)
			if err != nil {
				t.Fatal(err)
			}
			threeWays{set, layers, sample, tests.Tests}.compare(t, g)
		})
	}
}

// machineHooks returns a folder of rules that switches off the hooks that look at what
// else runs on the machine, "" if there are none.
func machineHooks(t *testing.T, set *schema.Set) string {
	t.Helper()
	text := ""
	for _, can := range set.Can {
		if can.Verb == engine.Connects || can.Verb == engine.Watches {
			text += fmt.Sprintf("hooks: %q: enabled: false\n", can.Hook)
		}
	}
	if text == "" {
		return ""
	}
	dir := filepath.Join(t.TempDir(), "off")
	put(t, filepath.Join(dir, "rules.cue"), "package rules\n"+text)
	return dir
}

// A threeWays answers events by hook, explain and test.
type threeWays struct {
	set    *schema.Set
	layers []string
	sample sample
	tests  []test.Test // of the rules, whose events and files are varied; there may be none
}

func (w threeWays) compare(t *testing.T, g generator) {
	answered := 0
	for range w.sample.events {
		event, world := g.event(), sandbox.World{System: runtime.GOOS}
		if len(w.tests) > 0 && g.IntN(5) > 0 {
			event, world = g.vary(t, w.tests)
		}
		if w.sample.files {
			for name, f := range g.project() {
				// The hook is later than its files, if only by the time it takes to start.
				world.Files = append(world.Files, sandbox.File{Path: name, Text: f.text, Age: f.age + time.Millisecond})
			}
		}
		hook := ""
		t.Run("event", func(t *testing.T) { // its environment is its own
			var explain, test string
			hook, explain, test = w.byHook(t, event, world), w.byExplain(t, event, world), w.byTest(t, event, world)
			if hook != explain || hook != test {
				t.Fatalf("%v in %v:\nhook    %s\nexplain %s\ntest    %s", event, world, hook, explain, test)
			}
		})
		if !strings.HasPrefix(hook, "{} ") {
			answered++
		}
	}
	if answered < w.sample.events/20 {
		t.Errorf("%d of %d events had a reply; the events are too tame", answered, w.sample.events)
	}
}

// byHook answers an event as the hook command does.
func (w threeWays) byHook(t *testing.T, event map[string]any, world sandbox.World) string {
	box, data := settled(t, event, world)
	var out, said bytes.Buffer
	code := compile.Command().Run(hook.Options{Rules: w.layers}, bytes.NewReader(data), &out, &said)
	reply := bytes.TrimSpace(out.Bytes())
	if !json.Valid(reply) { // a text that a rule printed
		reply = files.JSON(out.String())
	}
	reply = byRules(t, reply)
	return shown(box, fmt.Sprintf("%s exit %d", reply, code))
}

// byExplain answers an event as explain does, which is to change nothing.
func (w threeWays) byExplain(t *testing.T, event map[string]any, world sandbox.World) string {
	box, data := settled(t, event, world)
	before := contents(t, filepath.Dir(box.Project))
	x := explainedBy(hook.Options{Rules: w.layers}, w.set, data)
	if after := contents(t, filepath.Dir(box.Project)); !maps.Equal(before, after) {
		t.Errorf("%s: explain changed the project or the home:\n%v\n%v", data, before, after)
	}
	a, reply := x.Answer, byRules(t, x.Reply)
	refusing := slices.ContainsFunc(a.Others, func(o why.Other) bool { return o.What == why.Closed })
	if decided := len(a.Decision) > 0 || string(reply) != "{}"; decided != (len(a.Rules) > 0 || refusing) {
		t.Errorf("%s: explain names %d rules for the decision %q", data, len(a.Rules), a.Decision)
	}
	return shown(box, fmt.Sprintf("%s exit %d", reply, x.Exit))
}

// byTest answers an event as a test does.
func (w threeWays) byTest(t *testing.T, event map[string]any, world sandbox.World) string {
	box, data := settled(t, event, world)
	world.Clock = time.Now()
	o, err := compile.Runner().Play(w.set.Plan, nil, "", data, world, box)
	if err != nil {
		t.Fatal(err)
	}
	return shown(box, fmt.Sprintf("%s exit %d", o.Reply, o.Exit))
}

// byRules returns a reply as rules made it: what the user is told beside it, once a session,
// is left out.
func byRules(t *testing.T, reply []byte) []byte {
	t.Helper()
	var o map[string]any
	if json.Unmarshal(reply, &o) != nil {
		return reply // a text that a rule printed
	}
	message, _ := o["systemMessage"].(string)
	lines := strings.Split(message, "\n")
	said := slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return strings.HasPrefix(line, "bcrules: ") })
	if len(said) == len(lines) {
		return reply
	}
	if o["systemMessage"] = strings.Join(said, "\n"); len(said) == 0 {
		delete(o, "systemMessage")
	}
	return files.JSON(o)
}

// shown is a text with the names that a box's folders have in events, the one that they
// lie in too.
func shown(box *sandbox.Box, text string) string {
	return strings.ReplaceAll(box.Shown(text), filepath.Dir(box.Project), "$BOX")
}

// settled makes a project and a home, in which this process then is, and returns them with
// the event as it is sent there.
func settled(t *testing.T, event map[string]any, world sandbox.World) (*sandbox.Box, []byte) {
	t.Helper()
	t.Setenv("TMPDIR", t.TempDir()) // where boxes are
	box, err := sandbox.New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { box.Close() })
	if err := box.Lay(world.Files, time.Now()); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "AppData"} {
		t.Setenv(name, box.Home)
	}
	t.Setenv("TMPDIR", filepath.Join(filepath.Dir(box.Project), "tmp"))
	for name, value := range world.Env {
		t.Setenv(name, box.Real(value))
	}
	if err := os.MkdirAll(os.TempDir(), 0o700); err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(event)
	if err != nil {
		t.Fatal(err)
	}
	return box, []byte(box.RealJSON(string(data)))
}

// mixedRules are the pack's and some that say what no hook of it says.
const mixedRules = `package rules

import "bcrules.dev/packs/brewcode"

brewcode
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
		{do: {spawn: run: ["absent-program"], as: "program"}},
		{do: [{touch: "started"}, {inject: context: "${program().ok} ${program().ran} ${file('started').exists}"}]},
	]}
	listed: {on: "PreToolUse", match: "Bash", each: c: "call().commands", rules: [
		{with: n: 2, when: "c.program in words && len(c.args) < n", do: inject: context: "${text.said}: ${c.program} ${n}"},
		{each: o: "c.operands", do: [
			{state: {file: "each.json", set: "${c.program}.${o}": true}},
			{inject: context: "more ${o} ${len(json('each.json'))}", when: "o startsWith 'r'", as: "more"},
			{inject: message: "after ${more().ran}"},
		]},
	]}
	decided: {on: "PreToolUse", match: "Bash", pick: "first", rules: [for w in words {
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
words: ["rm", "git", "make"]
levels: rm: "high"
text: said: "said"
_tools: ["Read"]
`

// A generator makes random events and projects.
type generator struct{ *rand.Rand }

func (g generator) pick(from ...string) string { return from[g.IntN(len(from))] }
func (g generator) maybe() bool                { return g.IntN(2) == 0 }

// vary returns the event of a test and what it lays there, with some of both changed or
// left out. Variables that other tests have are empty.
func (g generator) vary(t *testing.T, tests []test.Test) (map[string]any, sandbox.World) {
	t.Helper()
	w := sandbox.World{System: runtime.GOOS, Env: map[string]string{}}
	for _, other := range tests {
		for name := range other.Steps[0].World.Env {
			w.Env[name] = ""
		}
	}
	delete(w.Env, "TMPDIR") // a box has its own
	step := tests[g.IntN(len(tests))].Steps[0]
	maps.Copy(w.Env, step.World.Env)
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
	if g.IntN(8) == 0 { // of another type than the event table has
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
		data, err := os.ReadFile(path)
		all[path] = info.ModTime().String() + "\n" + string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
