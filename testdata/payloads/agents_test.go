package payloads

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bcrules.dev/cmd/hook"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/engine/plan"

	"github.com/tidwall/gjson"
)

// entries are the names in the table of agents for those in the payloads, if they differ.
var entries = map[string]string{"copilot-claude-settings": "copilot-pascal", "factory": "droid", "kiro-cli": "kiro", "kiro-ide": "kiro"}

// noEnv is an environment in which nothing is set.
func noEnv(string) string { return "" }

// A sent is one payload.
type sent struct {
	name, agent, event string
	payload            gjson.Result
}

// payloads reads the payloads of a file.
func payloads(t *testing.T, file string) (all []sent) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		line := gjson.Parse(lines.Text())
		p := sent{fmt.Sprintf("%s:%d", file, n), line.Get("agent").Str, line.Get("event").Str, gjson.Parse(line.Get("payload").Raw + line.Get("input").Raw)}
		if entry := entries[p.agent]; entry != "" {
			p.agent = entry
		}
		all = append(all, p)
	}
	return all
}

// Everything that an agent was seen to send is recognised as its own, by itself or with the event
// on the command line. It means the same as with the native agent.
func TestAgents(t *testing.T) {
	table := hook.Agents()
	s := compile.Schema()
	n, got, of := 0, strings.Builder{}, map[string]bool{table.Native: true}
	for _, file := range []string{"agents.jsonl", "other-agents.jsonl"} {
		for _, p := range payloads(t, file) {
			n++
			by := table.Sender(p.payload, "")
			a, err := table.Agent(by)
			if err != nil || a == nil || by != p.agent && a.Client != strings.TrimSuffix(p.agent, "-pascal") {
				t.Errorf("%s: told as %s (%v), want %s", p.name, by, err, p.agent)
				continue
			}
			of[by] = true
			if again := table.Sender(p.payload, p.agent); again != by {
				t.Errorf("%s: told as %s where the command line says %s, want %s", p.name, again, p.agent, by)
			}
			called := ""
			if p.agent == "copilot" || p.payload.Get("hookName").Exists() {
				called = p.event
			}
			ev := a.Read(p.payload, called, noEnv).Event
			check(t, p, ev, s.Events.Has(ev.Name))
			fmt.Fprintf(&got, "%-16s %-34s %s\n", p.agent, p.event, summary(ev))
		}
	}
	for _, name := range table.Names() {
		if !of[name] {
			t.Errorf("found no payload of %s that is told as its own, want one of each agent", name)
		}
	}
	if n != 154+41 {
		t.Errorf("%d payloads, want 195", n)
	}
	same(t, "agents.golden", got.String())
}

// What the native agent sends is never taken for another's.
func TestNativeIsNoOther(t *testing.T) {
	table, all := hook.Agents(), payloads(t, "claude-code.jsonl")
	for _, p := range all {
		if by := table.Sender(p.payload, ""); by != table.Native {
			t.Errorf("%s: told as %s: %s", p.name, by, p.payload.Raw)
		}
	}
	if len(all) != 131 {
		t.Errorf("%d payloads, want 131", len(all))
	}
}

// check checks what each event must have.
func check(t *testing.T, p sent, ev *plan.Event, known bool) {
	t.Helper()
	if ev.Name == "" || known && (ev.Session == "" && !sessionless[p.agent+" "+p.event] || !filepath.IsAbs(ev.Cwd) && p.agent != "windsurf") {
		t.Errorf("%s: event %q, session %q, folder %q", p.name, ev.Name, ev.Session, ev.Cwd)
	}
	if raw := ev.Field("raw").Raw; !json.Valid(ev.JSON()) || raw != p.payload.Raw {
		t.Errorf("%s: what was sent is not what came", p.name)
	}
	if path := ev.Field("tool_input").Get("file_path"); path.Exists() && !filepath.IsAbs(path.Str) {
		t.Errorf("%s: path %s", p.name, path)
	}
	if own := ev.Name == p.event; !known && !own {
		t.Errorf("%s: is %s, which is none of ours", p.name, ev.Name)
	}
}

// sessionless are the payloads that don't say which session they are of.
var sessionless = map[string]bool{
	"kiro preToolUse": true, "kiro agentSpawn": true, "opencode experimental.chat.system.transform": true, "opencode chat.message": true,
}

// summary returns an event on a line.
func summary(ev *plan.Event) string {
	parts := []string{ev.Name}
	for _, field := range []string{"tool_name", "tool_input", "tool_response", "error", "prompt", "source", "reason", "stop_hook_active", "last_assistant_message", "permission_mode", "agent_id", "tool_calls"} {
		if v := ev.Field(field); v.Exists() && v.Type != gjson.Null {
			parts = append(parts, field+" "+v.Raw[:min(len(v.Raw), 160)])
		}
	}
	return strings.Join(parts, " · ")
}

// same compares a text with a golden file, which UPDATE=1 writes.
func same(t *testing.T, golden, got string) {
	t.Helper()
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("differs from %s:\n%s", golden, got)
	}
}
