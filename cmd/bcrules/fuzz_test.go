package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"bcrules.dev/cmd/hook"
	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/engine/plan"
)

// fuzzTime is far more than an event needs.
const fuzzTime = 5 * time.Second

// Whatever comes on stdin, the reply is empty, or one object that the event honours.
func FuzzHook(f *testing.F) {
	seeds, err := os.Open("../../testdata/payloads/claude-code.jsonl")
	if err != nil {
		f.Fatal(err)
	}
	defer seeds.Close()
	for lines := bufio.NewScanner(seeds); lines.Scan(); {
		var p struct{ Input map[string]json.RawMessage }
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			f.Fatal(err)
		}
		delete(p.Input, "cwd")
		data, err := json.Marshal(p.Input)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	for _, s := range []string{"", "{", "\xef\xbb\xbf{}", `{"hook_event_name":"Stop","hook_event_name":"PreToolUse","tool_name":["Bash"]}`,
		`{"hook_event_name":"PreToolUse","tool_name":"Task","tool_input":{"subagent_type":"\ud800","prompt":{"a":1e999}}}`} {
		f.Add([]byte(s))
	}
	top := f.TempDir()
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "LocalAppData", "PATH"} {
		f.Setenv(name, top)
	}
	set := filepath.Join(top, "rules")
	if err := os.Mkdir(set, 0o755); err != nil {
		f.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(set, "rules.cue"), []byte(mixedRules), 0o644); err != nil {
		f.Fatal(err)
	}
	p, faults, err := compile.Keep(layers.Set{Layers: []string{set}})
	if err != nil || len(faults) > 0 {
		f.Fatal(faults, err)
	}
	project := f.TempDir()
	f.Fuzz(func(t *testing.T, input []byte) {
		ev, err := plan.ReadEvent(input)
		if err == nil && ev.Cwd != "" {
			t.Skip("it would write where it says")
		}
		t.Chdir(project) // not before: fuzzing processes start where the first one is
		const task = ".claude/tasks/x_task/"
		for name, text := range map[string]string{
			".claude/TASK.md":        task + "PLAN.md\n",
			task + "PLAN.md":         "status: x\ncurrent_phase: 1\n<!-- ALL -->\nbe kind\n<!-- /ALL -->\n## Phase 1\n- [ ] a\n",
			task + ".lock":           `{"task_path": "` + task + `PLAN.md", "started_at": "` + plan.Stamp(time.Now()) + `"}`,
			task + "KNOWLEDGE.jsonl": `{"t":"✅","txt":"tests first"}` + "\n",
		} {
			put(t, filepath.Join(project, name), text)
		}
		var out bytes.Buffer
		began := time.Now()
		compile.Command().Run(hook.Options{Rules: []string{set}}, bytes.NewReader(input), &out, io.Discard)
		if took := time.Since(began); took > fuzzTime {
			t.Errorf("answered after %s", took)
		}
		if out.Len() == 0 {
			return // no opinion, or a refusal by the exit code
		}
		var reply map[string]any
		if err := json.Unmarshal(out.Bytes(), &reply); err != nil {
			t.Fatalf("answered %q: %v", out.Bytes(), err)
		}
		name := plan.GuessName(input, "hook_event_name")
		if ev != nil {
			name = ev.Name
		} else if name == "" {
			return // whatever may refuse does so in some way
		}
		agenda := p.Events[name]
		if agenda == nil {
			agenda = &plan.Agenda{}
		}
		for _, fault := range dishonoured(agenda, "", reply) {
			t.Errorf("%s answers %s: %s", input, out.Bytes(), fault)
		}
	})
}

// dishonoured returns the parts of a reply that its event doesn't honour.
func dishonoured(a *plan.Agenda, path string, v any) (faults []string) {
	if path != "" {
		if path == a.Stamp {
			return nil
		}
		for _, o := range a.Outputs {
			if text, ok := v.(string); path == o.Reason && ok && text != "" {
				return nil
			}
			if path == o.Path && fits(o, v) {
				return nil
			}
		}
	}
	object, ok := v.(map[string]any)
	if !ok || path != "" && len(object) == 0 {
		return []string{fmt.Sprintf("%s: found %v, want nothing or another value", path, v)}
	}
	for name, v := range object {
		if path != "" {
			name = path + "." + name
		}
		faults = append(faults, dishonoured(a, name, v)...)
	}
	return faults
}

// fits reports whether an output may have a value.
func fits(o plan.Output, v any) bool {
	text, isText := v.(string)
	switch o.Kind {
	case "text":
		return isText
	case "choice":
		return isText && slices.Contains(o.Values, text)
	case "flag":
		return v == false
	}
	switch v.(type) {
	case string:
		return o.Type == "string"
	case bool:
		return o.Type == "bool"
	case map[string]any:
		return o.Type == "object"
	case []any:
		return o.Type == "list"
	}
	return false
}
