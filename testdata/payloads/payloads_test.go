package payloads

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"strings"
	"testing"

	"bcrules.dev/cmd/hook"
	"bcrules.dev/cmd/layers/compile"
)

// ask answers one input in a project and home of its own, and checks what holds for every answer:
// nothing, or one JSON object; exit code 0.
func ask(t *testing.T, cache string, input []byte) (reply map[string]any, stderr string) {
	t.Helper()
	t.Chdir(t.TempDir())
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", cache)
	t.Setenv("XDG_CONFIG_HOME", "")
	var out, err bytes.Buffer
	if code := compile.Command().Run(hook.Options{Rules: []string{"bcrules.dev/packs/brewcode"}}, bytes.NewReader(input), &out, &err); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if out.Len() == 0 {
		return nil, err.String()
	}
	d := json.NewDecoder(&out)
	if err := d.Decode(&reply); err != nil {
		t.Fatalf("stdout: %v", err)
	}
	if _, err := d.Token(); err != io.EOF {
		t.Error("stdout: more than one object")
	}
	return reply, err.String()
}

// The client takes the reply to every payload that it was seen to send.
func TestPayloads(t *testing.T) {
	f, err := os.Open("claude-code.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n, cache := 0, t.TempDir()
	for lines := bufio.NewScanner(f); lines.Scan(); n++ {
		var p struct {
			Name, Event string
			Input       json.RawMessage
		}
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		t.Run(p.Name, func(t *testing.T) {
			reply, stderr := ask(t, cache, p.Input)
			if own, ok := reply["hookSpecificOutput"].(map[string]any); ok && own["hookEventName"] != p.Event {
				t.Errorf("hookEventName %v, want %s", own["hookEventName"], p.Event)
			}
			if strings.Contains(stderr, "error") || hasNull(reply) {
				t.Errorf("reply %v\n%s", reply, stderr)
			}
		})
	}
	if n != 131 {
		t.Errorf("%d payloads, want 131", n)
	}
}

func hasNull(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case map[string]any:
		for _, x := range v {
			if hasNull(x) {
				return true
			}
		}
	case []any:
		for _, x := range v {
			if hasNull(x) {
				return true
			}
		}
	}
	return false
}

// Input that is no event gets nothing, and a line on stderr that says what was wrong.
func TestBadInput(t *testing.T) {
	big, cache := strings.Repeat("x", 20<<20), t.TempDir()
	for _, c := range []struct{ name, input, want string }{
		{"empty", "", "empty input"},
		{"blank", " \n\t", "empty input"},
		{"cut off", `{"hook_event_name":"Stop","cwd":"/ho`, "not JSON"},
		{"text", "hello", "not JSON"},
		{"two objects", `{"hook_event_name":"Stop"}{"hook_event_name":"Stop"}`, "not JSON"},
		{"list", `[{"hook_event_name":"Stop"}]`, "not an object"},
		{"null", `null`, "not an object"},
		{"number", `42`, "not an object"},
		{"no name", `{"session_id":"x"}`, "no hook_event_name"},
		{"name of another type", `{"hook_event_name":["Stop"]}`, "no hook_event_name"},
		{"binary", "\x00\x01\xfe\xff\x80PNG", "not JSON"},
		{"20 MB of no JSON", big, "not JSON"},
		{"nested a million deep", strings.Repeat("[", 1<<20), "not JSON"},
		{"nested a million deep in a field", `{"hook_event_name":"Stop","x":` + strings.Repeat("[", 1<<20) + strings.Repeat("]", 1<<20) + `}`, "not JSON"},
	} {
		t.Run(c.name, func(t *testing.T) {
			reply, stderr := ask(t, cache, []byte(c.input))
			if len(reply) != 0 || !strings.Contains(stderr, c.want) {
				t.Errorf("reply %v, stderr %.200q, want none and %q", reply, stderr, c.want)
			}
		})
	}
}

// Odd but valid events are answered like any other.
func TestOddInput(t *testing.T) {
	big, cache := strings.Repeat("x", 20<<20), t.TempDir()
	for _, c := range []struct{ name, input string }{
		{"20 MB prompt", `{"hook_event_name":"UserPromptSubmit","prompt":"` + big + `"}`},
		{"20 MB in a field nobody reads", `{"hook_event_name":"UserPromptSubmit","prompt":"go on then","other":"` + big + `"}`},
		{"byte order mark", "\xef\xbb\xbf" + `{"hook_event_name":"UserPromptSubmit","prompt":"do this"}`},
		{"raw control characters", "{\"hook_event_name\":\"UserPromptSubmit\",\"prompt\":\"do\tthis\x01\"}"},
		{"bytes that are not UTF-8", "{\"hook_event_name\":\"UserPromptSubmit\",\"prompt\":\"do \xff\xfe this\"}"},
		{"lone surrogate", `{"hook_event_name":"UserPromptSubmit","prompt":"do \ud800 this"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			reply, _ := ask(t, cache, []byte(c.input))
			if reply["hookSpecificOutput"] == nil {
				t.Errorf("reply %.200v, want the reminder", reply)
			}
		})
	}
}
