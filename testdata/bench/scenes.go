package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A scene is an event in a project.
type scene struct {
	name   string
	event  string
	want   string // part of the answer
	files  map[string]string
	fresh  []string                               // files of a project that a hook changes: laid anew for each run
	gone   []string                               // files and folders a hook makes: put aside before each run
	env    []string                               // beside the common ones; {{CWD}} is the project
	rules  string                                 // text of a rule file, "" for the pack brewcode
	agent  string                                 // the sender of the event, "" for Claude Code
	slow   bool                                   // bcrules answers too
	floor  bool                                   // floor answers too
	node   string                                 // the node hook that does the same
	before func(b bench, s scene, project string) // runs after the rules are compiled, unless nil
	most   float64                                // ratio that bchook must stay below, 0 for none
}

const session = "a1b2c3d4-1111"

func event(name, fields string) string {
	return fmt.Sprintf(`{"session_id": %q, "transcript_path": "/none.jsonl", "cwd": "{{CWD}}", "hook_event_name": %q, %s}`, session, name, fields)
}

const (
	taskDir = ".claude/tasks/bench_task/"
	plan    = taskDir + "PLAN.md"
)

// task returns a project in the middle of a task, with that many entries of knowledge.
func task(entries int) map[string]string {
	kinds := []string{"❌", "✅", "ℹ️"}
	var k strings.Builder
	for i := range entries {
		fmt.Fprintf(&k, `{"ts":"2026-01-%02dT00:00:%02d.000Z","t":"%s","txt":"Fact number %d that is worth to be known by all"}`+"\n", i%28+1, i%60, kinds[i%3], i%90)
	}
	return map[string]string{
		".claude/TASK.md":           plan + "\n",
		plan:                        "status: in progress\ncurrent_phase: 2\ntotal_phases: 3\n<!-- ALL -->\n- one rule for all\n<!-- /ALL -->\n<!-- DEV -->\n- one for developers\n<!-- /DEV -->\n## Phase 1\n- [x] a\n## Phase 2\n- [ ] b\n",
		taskDir + ".lock":           fmt.Sprintf(`{"task_path": %q, "started_at": %q, "session_id": %q}`, plan, time.Now().UTC().Format(time.RFC3339), session),
		taskDir + "KNOWLEDGE.jsonl": k.String(),
		taskDir + "phases/1.md":     "",
		".grepai/index.gob":         "",
	}
}

func scenes() []scene {
	bash := event("PreToolUse", `"tool_name": "Bash", "tool_input": {"command": "go test ./..."}`)
	all := []scene{
		{name: "an event no rule is on", event: event("PostCompact", `"trigger": "auto", "compact_summary": "x"`), want: "", slow: true, floor: true, most: 1.25},
		{name: "Bash, no rule matches", event: bash, want: "", slow: true, most: 1.25},
		{name: "Grep with the reminder", event: event("PreToolUse", `"tool_name": "Grep", "tool_input": {"pattern": "x"}`), want: "grepai_search",
			files: task(0), gone: []string{".grepai/.reminder-ts"}, slow: true, node: "grepai-reminder.mjs", most: 1.45},
		{name: "pre-task, 100 entries, every injection", event: event("PreToolUse", `"tool_name": "Agent", "tool_input": {"subagent_type": "developer", "prompt": "go on"}`), want: "## Task Constraints",
			files: task(100), slow: true, node: "pre-task.mjs", most: 1.75},
		{name: "stop that blocks", event: event("Stop", `"stop_hook_active": false`), want: `"block"`, files: task(0), slow: true, node: "stop.mjs", most: 1.5},
		{name: "pre-compact, 100 entries", event: event("PreCompact", `"trigger": "auto"`), want: "compact handoff",
			files: task(100), fresh: []string{taskDir + "KNOWLEDGE.jsonl", plan}, slow: true, node: "pre-compact.mjs"},
	}
	all = append(all, guarded("an ordinary command", "go test ./... && git status", 1.7),
		guarded("a pipeline", `git log --since=1.week --format='%an <%ae>' -- src docs | sort | uniq -c | sort -rn | head -5 > authors.txt && sed -i 's/^ *//' authors.txt && cat authors.txt`, 1.8),
		guarded("10 kB of Python", python(10_000), 4), guarded("20 kB of Python", python(20_000), 0))
	for _, n := range []int{0, 143, 5000} {
		all = append(all, scene{name: fmt.Sprintf("Bash, a table of %d rows in a file", n), event: bash, want: map[bool]string{true: "advice 42", false: ""}[n > 0],
			rules: advice, files: map[string]string{"advice.json": rows(n)}})
	}
	for _, n := range []int{143, 5000} {
		lessons := scene{event: bash, rules: "package rules\n\nimport \"bcrules.dev/packs/lessons\"\n\npacks: \"lessons\": lessons\n",
			files: map[string]string{"manifest.json": lessons(n)}, env: []string{"LESSONS_MANIFEST_PATH={{CWD}}/manifest.json", "TMPDIR={{CWD}}/../tmp"}, gone: []string{"../tmp"}}
		lessons.name, lessons.want = fmt.Sprintf("a lesson of %d is said", n), "2 lessons matched for `go test ./...`"
		if n == 143 {
			lessons.most = 2.1
		}
		all = append(all, lessons)
		lessons.name, lessons.want = fmt.Sprintf("no lesson of %d is for the call", n), ""
		lessons.event = strings.ReplaceAll(bash, "go test", "ls")
		if n == 143 {
			lessons.most = 1.6
		}
		all = append(all, lessons)
	}
	all = append(all, pushes()...)
	for _, tool := range []string{"Write", "Edit"} { // the first doesn't ask the store
		all = append(all, scene{name: map[string]string{"Write": "a hook that asks a store at other events", "Edit": "a hook that claims a file in a store"}[tool],
			event: event("PreToolUse", fmt.Sprintf(`"tool_name": %q, "tool_input": {"file_path": "/x/a.go"}`, tool)), want: "", rules: claims})
	}
	all = append(all, brained()...)
	all = append(all, coordinated()...)
	for _, n := range []int{10, 100, 1000, 10000} {
		all = append(all,
			scene{name: fmt.Sprintf("Bash, %d rules on other events", n), event: bash, want: "", rules: many(n, "PostToolUse", "Bash")},
			scene{name: fmt.Sprintf("Bash, %d rules on other tools", n), event: bash, want: "", rules: many(n, "PreToolUse", "Edit")},
		)
	}
	return all
}

// pushes returns the same call by several agents, which a rule refuses.
func pushes() (all []scene) {
	const rules = "package rules\n\nhooks: h: {on: \"PreToolUse\", match: \"Bash|Edit\", rules: [" +
		"{when: \"(event.tool_input.command ?? '') startsWith 'git push'\", do: deny: \"no pushes\"}, " +
		"{when: \"(event.tool_input.file_path ?? '') endsWith '/c.go'\", do: deny: \"no pushes\"}]}\n"
	add := func(agent, of, event string) {
		all = append(all, scene{name: "a call is denied: " + of, agent: agent, event: event, want: "no pushes", rules: rules})
	}
	add("", "Claude Code", event("PreToolUse", `"permission_mode": "default", "tool_name": "Bash", "tool_input": {"command": "git push"}, "tool_use_id": "t"`))
	add("gemini", "Gemini CLI", event("BeforeTool", `"timestamp": "2026-11-22T05:15:09.881Z", "tool_name": "run_shell_command", "tool_input": {"command": "git push", "description": "x"}`))
	codex := `"turn_id": "t", "model": "m", "permission_mode": "default", "tool_use_id": "c", "tool_name": `
	add("codex", "Codex", event("PreToolUse", codex+`"Bash", "tool_input": {"command": "git push"}`))
	add("codex", "Codex, the last of three files of a patch", event("PreToolUse", codex+`"apply_patch", "tool_input": {"command": "*** Begin Patch\n*** Update File: a.go\n@@\n-a\n+b\n*** Update File: b.go\n@@\n-a\n+b\n*** Update File: c.go\n@@\n-a\n+b\n*** End Patch\n"}`))
	add("cursor", "Cursor", fmt.Sprintf(`{"conversation_id": %q, "generation_id": "g", "model": "m", "hook_event_name": "preToolUse", "cursor_version": "3.20.17", "workspace_roots": ["{{CWD}}"], "user_email": null, "transcript_path": null, "tool_name": "Shell", "tool_input": {"command": "git push", "cwd": ""}, "cwd": "{{CWD}}"}`, session))
	return all
}

// guarded returns a command about which the guard pack says nothing.
func guarded(what, command string, most float64) scene {
	input, err := json.Marshal(map[string]string{"command": command})
	check(err)
	return scene{name: "Bash with guard, " + what, event: event("PreToolUse", `"tool_name": "Bash", "tool_input": `+string(input)), want: "",
		rules: "package rules\n\nimport \"bcrules.dev/packs/guard\"\n\npacks: \"guard\": guard\n", slow: true, most: most}
}

// python returns a command that passes that many bytes of a report's code to an interpreter.
func python(size int) string {
	var b strings.Builder
	b.WriteString("python3 - <<'EOF'\nimport csv, json, os, sys\n")
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, `
def summarize_%[1]d(rows, default=None):
    """Return totals by name, with those below %[1]d left out."""
    totals = {}
    for row in sorted(rows, key=lambda r: r["name"].lower()):
        value = float(row.get("amount_%[1]d", 0)) * 1.2 + len(row["name"])
        if value > %[1]d and not row["name"].startswith("_"):
            totals.setdefault(row["name"].strip(), []).append(round(value, 2))
    for name, values in totals.items():
        print(f"{name}: {sum(values) / len(values):.2f}", file=sys.stderr)
    return json.dumps(totals or default, indent=2)
`, i)
	}
	return b.String() + "EOF"
}

// advice is a rule file with one hook, which asks a table read from a file.
const advice = `package rules

import "bcrules.dev/schema"

tables: advice: {
	file: "advice.json"
	at:   "rows"
	key:  "id"
	row: {
		id:       string
		kind:     *"hint" | "guard"
		priority: *5 | int & >=1 & <=10
		tools: [...string]
		commands: [...schema.#Pattern]
		message: *"" | string
	}
}
hooks: advise: {
	on:    "PreToolUse"
	match: "Bash"
	let: {
		some:  "advice({tools: event.tool_name, commands: event.tool_input.command})"
		found: "ordered(some(), map(some(), -.priority))"
	}
	rules: [{
		when: "len(found()) > 0"
		do: inject: context: "${join(map(found(), .message), ' ')}"
	}]
}
`

// claims is a rule file with one hook, which asks a store: on the server at BENCH_DB, if that is
// set.
const claims = `package rules

stores: work: {
	file: "work.db"
	url:  "${env('BENCH_DB')}"
	schema: ["create table claims (path text primary key, owner text not null, at bigint not null)"]
	queries: owner: {sql: "select owner from claims where path = :path", row: owner: string, one: true}
	statements: claim: "insert into claims values (:path, :me, :now) on conflict (path) do update set at = excluded.at where claims.owner = excluded.owner"
	within: "5s"
}
hooks: claim: {
	on:    "PreToolUse"
	match: "Write|Edit"
	rules: [
		{
			when: "event.tool_name == 'Edit'"
			do: {store: {in: "work", do: [{claim: {path: "${event.tool_input.file_path}", me: "${session().id}", now: "${now()}"}}, {owner: path: "${event.tool_input.file_path}"}]}, as: "claimed"}
		},
		{when: "event.tool_name == 'Edit' && claimed().value.owner.owner != session().id", do: deny: "${claimed().error}"},
	]
}
`

// rows returns n rows of a table with two patterns each; one row is about "go test".
func rows(n int) string {
	words := []string{"npm", "docker", "kubectl", "terraform", "pytest", "cargo", "make", "helm", "psql", "aws"}
	all := map[string]any{}
	for i := range n {
		word := words[i%len(words)]
		patterns := []string{fmt.Sprintf(`\b%s\s+(?:run|exec)\b.*--flag%d\b`, word, i), fmt.Sprintf(`%s\.(?:ya?ml|conf%d)`, word, i)}
		if i == 42 {
			patterns[0] = `\bgo\s+test\b(?!.*-race)`
		}
		all[fmt.Sprint("id", i)] = map[string]any{
			"priority": i%10 + 1, "tools": []string{"Bash", "Edit"}, "commands": patterns, "tags": []string{"lang:" + word},
			"message": fmt.Sprintf("## advice %d\n%s", i, strings.Repeat("What went wrong, why it did, and what to do instead. ", 8)),
		}
	}
	data, err := json.Marshal(map[string]any{"rows": all})
	check(err)
	return string(data)
}

// lessons returns a manifest of n lessons, with the kinds and the number of patterns of the
// manifest in the project that the pack lessons comes from.
func lessons(n int) string {
	words := []string{"npm", "docker", "kubectl", "terraform", "pytest", "cargo", "make", "helm", "psql", "aws"}
	type pattern struct {
		Source string `json:"source"`
		Flags  string `json:"flags"`
	}
	all := map[string]any{}
	for i := range n {
		word := words[i%len(words)]
		row := map[string]any{
			"slug": fmt.Sprintf("%s-lesson-%04d", word, i), "type": "hint", "priority": i%10 + 1, "toolNames": []string{"Bash", "Edit", "Write"},
			"commandRegexSources": []pattern{{fmt.Sprintf(`\b%s\s+(?:run|exec)\b.*--flag%d\b`, word, i), ""}},
			"commandMatchTarget":  "full", "pathRegexSources": []pattern{{fmt.Sprintf(`%s.*\.(?:ya?ml|conf%d)$`, word, i), "i"}},
			"modelRegexSources": []pattern{}, "scope": nil, "tags": []string{"tool:" + word, "severity:hang"},
			"message": fmt.Sprintf("## Lesson: %d\n%s", i, strings.Repeat("What went wrong, why it did, and what to do instead. ", 8)),
			"summary": fmt.Sprintf("lesson %d", i), "problem": "What went wrong.", "solution": "What to do instead.",
		}
		switch k := i % 143; {
		case i == 42 || i == 99:
			row["commandRegexSources"] = []pattern{{`\bgo\s+test\b(?!.*-race)`, ""}, {`\bgotestsum\b`, ""}}
		case k < 8:
			row["type"], row["commandMatchTarget"] = "guard", "executable"
			row["commandRegexSources"] = []pattern{{fmt.Sprintf(`\b%s\b(?!.*--guard%d)`, word, i), ""}}
		case k < 26:
			row["type"] = "directive"
		case k < 39:
			row["type"] = "protocol"
		}
		if t := row["type"]; t == "directive" || t == "protocol" {
			row["toolNames"], row["commandRegexSources"], row["pathRegexSources"] = []string{}, []pattern{}, []pattern{}
		} else if i%143 > 60 && i%143 < 121 {
			row["commandRegexSources"] = append(row["commandRegexSources"].([]pattern), pattern{fmt.Sprintf(`%s-(?:cli|ctl)%d`, word, i), "i"})
		}
		all[fmt.Sprintf("01JQ%022d", i)] = row
	}
	data, err := json.Marshal(map[string]any{"type": "lessons-learned-manifest", "version": 1, "lessons": all})
	check(err)
	return string(data)
}

// many returns a rule file with n rules, ten a hook.
func many(n int, on, match string) string {
	var b strings.Builder
	for h := range n / 10 {
		if h%500 == 0 { // a file takes 1 MB
			b.WriteString(packageClause)
		}
		fmt.Fprintf(&b, "hooks: \"h%d\": {on: %q, match: %q, rules: [\n", h, on, match)
		for r := range 10 {
			fmt.Fprintf(&b, "\t{when: \"event.tool_name == 'none%d' && file('f%d').exists\", do: inject: context: \"rule %d of ${event.tool_name}\"},\n", r, h, h*10+r)
		}
		b.WriteString("]}\n")
	}
	return b.String()
}

// packageClause begins a rule file; a scene may have several texts of rules.
const packageClause = "package rules\n"

// layer returns the layers with the rules.
func (s scene) layer(project string) []string {
	if s.rules == "" {
		return []string{"--rules", "bcrules.dev/packs/brewcode"}
	}
	return []string{"--rules", filepath.Join(project, "rules")}
}

func (s scene) args(project string) []string {
	args := s.layer(project)
	if s.agent != "" {
		args = append(args, "--agent", s.agent)
	}
	return args
}

func (s scene) lay(project string) {
	put := func(name, text string) {
		path := filepath.Join(project, name)
		check(os.MkdirAll(filepath.Dir(path), 0o755))
		check(os.WriteFile(path, []byte(text), 0o644))
	}
	for _, dir := range []string{"objects", "refs"} { // git lists nothing in a folder that isn't a repository to it
		check(os.MkdirAll(filepath.Join(project, ".git", dir), 0o755))
	}
	put(".git/HEAD", "ref: refs/heads/main\n")
	for name, text := range s.files {
		put(name, text)
	}
	if s.rules != "" {
		rested := time.Now().Add(-time.Minute) // a file written just now is not trusted
		for i, text := range strings.Split(s.rules, packageClause)[1:] {
			name := fmt.Sprintf("rules/rules%d.cue", i)
			put(name, packageClause+text)
			check(os.Chtimes(filepath.Join(project, name), rested, rested))
		}
	}
}

// reset restores a project. What hooks made is moved away, not removed: ext4 gives a file no number
// that another had in the last minute, and whoever makes a file next tries each of them. With a few
// hundred such numbers that took a hook 0.1 ms a file, and with some thousand 1 ms.
func (s scene) reset(project string) {
	for _, name := range s.fresh {
		check(os.WriteFile(filepath.Join(project, name), []byte(s.files[name]), 0o644))
	}
	for _, name := range s.gone {
		path := filepath.Join(project, name)
		if _, err := os.Lstat(path); err != nil {
			continue
		}
		aside, err := os.MkdirTemp(filepath.Join(project, ".."), "aside")
		check(err)
		check(os.Rename(path, filepath.Join(aside, filepath.Base(path))))
	}
}
