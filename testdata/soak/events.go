package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// An event is an event for one bchook.
type event struct {
	Pack  bool   // answered by brewcode, not by the soak's own rules
	What  string // learn, state, … for the audit; pure if the reply depends only on the event
	ID    string
	Key   int
	Input json.RawMessage
}

const (
	keys    = 20 // names in the state file, as rules.cue has them
	perLock = 6  // events that bind or remove one lock, about
)

// events returns each session's events, drawn by a seed.
func events(seed uint64, n, sessions int, project string) [][]event {
	r := rand.New(rand.NewPCG(seed, 0))
	all := make([][]event, sessions)
	for i := range n {
		s := i % sessions
		all[s] = append(all[s], one(r, i, n, fmt.Sprintf("session-%d", s), project))
	}
	return all
}

func one(r *rand.Rand, i, n int, session, project string) event {
	pick := func(from ...string) string { return from[r.IntN(len(from))] }
	raw := func(fields map[string]any) json.RawMessage {
		fields["session_id"], fields["cwd"] = session, project
		data, err := json.Marshal(fields)
		check(err)
		return data
	}
	if r.IntN(5) == 0 {
		return event{Pack: true, What: "pack", Input: raw(packEvent(pick))}
	}
	e := event{What: pick("learn", "learn", "state", "state", "status", "link", "bind", "bind", "unlock", "claim", "claim", "compact", "guard", "prompt"), ID: fmt.Sprint("e", i)}
	e.Key = r.IntN(keys)
	switch e.What {
	case "bind", "unlock": // several use the same one
		e.ID = fmt.Sprint("l", i/(perLock*4))
	case "claim":
		e.ID = fmt.Sprint("m", i/(perLock*4))
	case "compact":
		e.Input = raw(map[string]any{"hook_event_name": "PreCompact", "trigger": "auto"})
		return e
	case "guard":
		e.What = "pure"
		e.Input = raw(map[string]any{"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": map[string]any{"command": pick("ls", "rm -r x", "make all", "git rm é", "go test ./..."), "n": r.IntN(9)}})
		return e
	case "prompt":
		e.What = "pure"
		e.Input = raw(map[string]any{"hook_event_name": "UserPromptSubmit", "prompt": strings.Repeat(pick("a", "é", "\n", "${x}"), r.IntN(2000))})
		return e
	}
	e.Input = raw(map[string]any{"hook_event_name": "PostToolUse", "tool_name": "mcp__soak__" + e.What, "tool_input": map[string]any{"id": e.ID, "key": e.Key}, "tool_response": map[string]any{}})
	return e
}

// packEvent returns an event at which the pack has much to do.
func packEvent(pick func(...string) string) map[string]any {
	name := pick("PreToolUse", "PostToolUse", "PreCompact", "Stop", "SessionStart", "UserPromptSubmit")
	e := map[string]any{"hook_event_name": name, "prompt": "<task-notification>x", "source": pick("startup", "compact", "clear"), "trigger": "auto", "stop_hook_active": false}
	if name == "PreToolUse" || name == "PostToolUse" {
		e["tool_name"], e["tool_response"] = "Task", map[string]any{}
		e["tool_input"] = map[string]any{"subagent_type": pick("developer", "tester", "bc-coordinator", "Explore"), "prompt": "go on"}
	}
	return e
}

const task = ".claude/tasks/soak_task/"

// planText is the plan below its status.
var planText = "\n" + strings.Repeat("a line of the plan\n", 500)

// lay makes a project for n events.
func lay(project string, n int) {
	put := func(name, text string) {
		path := filepath.Join(project, name)
		check(os.MkdirAll(filepath.Dir(path), 0o755))
		check(os.WriteFile(path, []byte(text), 0o644))
	}
	lock := func(plan string) string {
		return fmt.Sprintf(`{"task_path": %q, "started_at": %q}`, plan, time.Now().UTC().Format(time.RFC3339))
	}
	put(".git/HEAD", "")
	put("KNOWLEDGE.jsonl", "")
	put("PLAN.md", "status: new"+planText)
	put("marks/first", "")
	for i := range n/(perLock*4) + 1 {
		put(fmt.Sprintf("locks/l%d.lock", i), lock("PLAN.md"))
	}
	put(".claude/TASK.md", task+"PLAN.md\n")
	put(task+"PLAN.md", "status: working\ncurrent_phase: 1\ntotal_phases: 2\n<!-- ALL -->\nbe kind\n<!-- /ALL -->\n")
	put(task+".lock", lock(task+"PLAN.md"))
	put(task+"phases/1.md", "")
	put(task+"KNOWLEDGE.jsonl", "")
}
