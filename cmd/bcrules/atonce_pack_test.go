//go:build !windows

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bcrules.dev/testdata/built"

	"github.com/tidwall/gjson"
)

// brained is the pack megabrain, without looking up packages, and with enough time.
const brained = `
import "bcrules.dev/packs/megabrain"

packs: "megabrain": megabrain & {
	update: package: ""
	timeout: "1m"
}
`

// brain is a project of megabrain, in the middle of a session.
var brain = map[string]string{
	".claude/jarvis/STATE.json":                  `{"session_id": "m", "session": {"id": "s", "agent_active": "closer"}, "metrics": {"sessions_total": 5}, "mis": {"session_id": "m", "prompt_count": 7}}`,
	".claude/jarvis/JARVIS-MEMORY.md":            "# M\n\n*Interacoes registradas: 3*\n\n### Decisoes Importantes\n\n```\n```\n",
	".claude/jarvis/PENDING.md":                  "## Media Prioridade\n\n*Nenhum item*\n\n---\n\n## Aguardando Resposta\n\n*Nenhum item*\n\n---\n\n| Media Prioridade | 0 |\n| Aguardando Usuario | 0 |\n",
	".claude/ralph_wiggum_state.json":            `{"active_task": "t", "promise_required": true, "reprompt_count": 2, "max_reprompts": 50}`,
	".claude/mission-control/MISSION-STATE.json": `{"current_state": {"batch_current": 1, "batch_total": 10}}`,
	"agents/external/alan/MEMORY.md":             "# Alan\n",
}

// kindsOf are the events of one session at once, by their subjects; %[1]s is the name of one, %[2]s
// the project's folder.
var kindsOf = []struct {
	name  string
	many  int
	event string
}{
	{"prompt", 12, `"hook_event_name": "UserPromptSubmit", "prompt": "Decidido: %[1]s."`},
	{"file", 10, `"hook_event_name": "PostToolUse", "tool_name": "Write", "tool_input": {"file_path": "%[2]s/inbox/%[1]s.md", "content": "x"}, "tool_response": {}`},
	{"BATCH-", 4, `"hook_event_name": "PostToolUse", "tool_name": "Write", "tool_input": {"file_path": "%[2]s/.data/logs/batches/%[1]s.md", "content": "x"}, "tool_response": {}`},
	{"ask", 5, `"hook_event_name": "PreToolUse", "tool_name": "AskUserQuestion", "tool_input": {"questions": [{"question": "%[1]s", "header": "h", "options": [], "multiSelect": false}]}`},
	{"task", 3, `"hook_event_name": "TaskCreated", "task_id": "1", "task_subject": "%[1]s"`},
	{"stop", 3, `"hook_event_name": "Stop", "stop_hook_active": false, "last_assistant_message": "%[1]s"`},
	{"end", 3, `"hook_event_name": "SessionEnd", "reason": "other"`},
}

// If forty events of one project of megabrain happen at once, nothing is lost: each is once in
// states, journals, counters and documents.
func TestPackAtOnce(t *testing.T) {
	bin := built.Commands(t)
	rules := written(t, brained)
	dir := filepath.Dir(rules)
	t.Setenv("TMPDIR", t.TempDir())
	for name, text := range brain {
		put(t, filepath.Join(dir, name), text)
	}
	names := map[string][]string{}
	var events []string
	for _, kind := range kindsOf {
		for i := range kind.many {
			name := fmt.Sprintf("%s%03d", kind.name, i+1)
			names[kind.name] = append(names[kind.name], name)
			events = append(events, fmt.Sprintf(`{"session_id": "s", "cwd": "%[2]s", `+kind.event+"}", name, dir))
		}
	}
	for _, name := range names["BATCH-"] {
		put(t, filepath.Join(dir, ".data/logs/batches", name+".md"), "# "+name+"\n\nSource: COURSE\n\n## AGENTES A ALIMENTAR\n\n• alan/MEMORY.md\n")
	}
	saysJSON(t, start(t, bin, rules, nil), `{"session_id": "s", "hook_event_name": "Notification", "message": "x"}`) // and the plan is there
	var running []*started
	for range events {
		running = append(running, start(t, bin, rules, nil))
	}
	for i, p := range running {
		p.in.Write([]byte(events[i]))
		p.in.Close()
	}
	for _, p := range running {
		saysJSON(t, p, "")
	}
	if len(events) != crowd {
		t.Errorf("%d events, want %d", len(events), crowd)
	}
	b := brainOf{t, dir}
	b.counters()
	b.journals(names)
	b.documents(names)
	if log, err := os.ReadFile(filepath.Join(dir, ".claude/logs/hooks/mega-brain.log")); err == nil && bytes.Contains(log, []byte("ERROR")) {
		t.Errorf("%s", log)
	}
}

// If sessions of megabrain begin and end in the same second, each has its own record, handoff and
// page, and each save has its number.
func TestSessionsAtOnce(t *testing.T) {
	const many = 12
	bin := built.Commands(t)
	rules := written(t, brained)
	dir := filepath.Dir(rules)
	t.Setenv("TMPDIR", t.TempDir())
	saysJSON(t, start(t, bin, rules, nil), `{"session_id": "s", "hook_event_name": "Notification", "message": "x"}`) // and the plan is there
	for _, event := range []string{`"SessionStart", "source": "startup"`, `"SessionEnd", "reason": "other"`} {
		var running []*started
		for range many {
			running = append(running, start(t, bin, rules, nil))
		}
		for i, p := range running {
			fmt.Fprintf(p.in, `{"session_id": "session-%02d", "cwd": "%s", "hook_event_name": %s}`, i, dir, event)
			p.in.Close()
		}
		for _, p := range running {
			saysJSON(t, p, "")
		}
	}
	for pattern, line := range map[string]string{
		"logs/sessions/session-*.json": `"session_id": "(.+)"`,
		"logs/handoffs/HANDOFF-2*.md":  `Session ID:\*\* (.+)`,
		"logs/sessions/[0-9]*.md":      `Save Count\*\* \| (\d+)`,
	} {
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		said := map[string]bool{}
		for _, path := range found {
			for _, of := range regexp.MustCompile(line).FindAllStringSubmatch(content(t, path), -1) {
				said[of[1]] = true
			}
		}
		if len(found) != many || len(said) != many {
			t.Errorf("%s: %d files that say %v, want %d of each", pattern, len(found), slices.Sorted(maps.Keys(said)), many)
		}
	}
}

// saysJSON waits for a process that has its event, or gets it now, and says JSON or nothing.
func saysJSON(t *testing.T, p *started, event string) {
	t.Helper()
	if event != "" {
		p.in.Write([]byte(event))
		p.in.Close()
	}
	var out bytes.Buffer
	if _, err := out.ReadFrom(p.out); err != nil {
		t.Fatal(err)
	}
	if err := p.Wait(); err != nil || out.Len() > 0 && !json.Valid(out.Bytes()) {
		t.Fatalf("%v, %s", err, out.String())
	}
}

// brainOf checks the project as the events left it.
type brainOf struct {
	*testing.T
	dir string
}

func (b brainOf) read(name string) string { return content(b.T, filepath.Join(b.dir, name)) }

// counters are numbers in states that each event increases by one.
func (b brainOf) counters() {
	for file, numbers := range map[string]map[string]int64{
		".claude/jarvis/STATE.json":                   {"metrics.sessions_total": 5 + 3, "mis.prompt_count": 7 + 12},
		".claude/mission-control/STATE.json":          {"prompt_count": 12},
		".claude/mission-control/AUTOSAVE-STATE.json": {"save_count": 3},
		".claude/ralph_wiggum_state.json":             {"reprompt_count": 2 + 3},
		".claude/mission-control/MISSION-STATE.json":  {"current_state.batch_current": 1 + 4, "cascading.total_agents": 4},
		".claude/mission-control/PIPELINE-STATE.json": {"phases.ingest.files.#": 10, "history.#": 10},
		"logs/actions.json":                           {"actions.#": 14},
	} {
		text := b.read(file)
		for path, want := range numbers {
			if got := gjson.Get(text, path).Int(); !gjson.Valid(text) || got != want {
				b.Errorf("%s: %s is %d, want %d", file, path, got, want)
			}
		}
	}
}

// journals have a whole line for each event.
func (b brainOf) journals(names map[string][]string) {
	for file, want := range map[string]map[string]int{
		".claude/sessions/current.jsonl":            {`"type":"user_message"`: 12, `"type":"tool_use"`: 14, `"type":"response"`: 3},
		"logs/prompts.jsonl":                        {`"prompt_length"`: 12},
		"logs/memory_updates.jsonl":                 {`"decision"`: 12},
		"logs/pending_updates.jsonl":                {`"add_question"`: 5, `"add_task"`: 3},
		"logs/pipeline-checkpoints.jsonl":           {`"checkpoint_saved"`: 10},
		"logs/cascading.jsonl":                      {`"batch_cascade_start"`: 4, `"agent_cascade_canonical"`: 4, `"batch_cascade_complete"`: 4},
		"logs/ralph_wiggum.jsonl":                   {`"reprompt_generated"`: 3},
		".claude/logs/stop_hooks/stop_checks.jsonl": {`"stop_hook_check"`: 3},
		".data/logs/enforcement.jsonl":              {`"CREATE_JSON"`: 4},
	} {
		text := b.read(file)
		for line := range strings.Lines(text) {
			if !json.Valid([]byte(line)) {
				b.Errorf("%s: found %.200q, want JSON", file, line)
			}
		}
		for _, what := range slices.Sorted(maps.Keys(want)) {
			if got := strings.Count(text, what); got != want[what] {
				b.Errorf("%s: found %s %d times, want %d", file, what, got, want[what])
			}
		}
	}
	b.each(".claude/sessions/current.jsonl", `Decidido: (\w+)\."`, names["prompt"])
	b.each("logs/actions.json", `inbox/(\w+)\.md`, names["file"])
}

// documents are files to which each event writes.
func (b brainOf) documents(names map[string][]string) {
	b.each(".claude/jarvis/JARVIS-MEMORY.md", `├─ Decidido: (\w+)\.`, names["prompt"])
	b.each(".claude/jarvis/JARVIS-MEMORY.md", `Interacoes registradas: (\d+)`, []string{"15"})
	b.each(".claude/jarvis/PENDING.md", `- \[ \] (ask\d+)`, names["ask"])
	b.each(".claude/jarvis/PENDING.md", `- \[ \] (task\d+)`, names["task"])
	b.each(".claude/jarvis/PENDING.md", `\| \w+ \w+ \| (\d+)`, []string{"3", "5"})
	b.each(".claude/mission-control/PIPELINE-STATE.json", `inbox/(file\d+)`, names["file"])
	b.each("agents/external/alan/MEMORY.md", `(BATCH-\d+)`, names["BATCH-"])
	if got := strings.Count(b.read(".data/agent_memory/closer/MEMORY.md"), "## Session "); got != 3 {
		b.Errorf("found %d sessions in the agent's memory, want 3", got)
	}
	for _, name := range names["BATCH-"] {
		if got := strings.Count(b.read(".data/logs/batches/"+name+".md"), "## Cascateamento Executado"); got != 1 {
			b.Errorf("%s is marked %d times, want once", name, got)
		}
	}
}

// each checks that the matches of a pattern in a file are certain texts, each once.
func (b brainOf) each(file, pattern string, want []string) {
	var got []string
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(b.read(file), -1) {
		got = append(got, m[1])
	}
	once(b.T, file+": "+pattern, want, got)
}
