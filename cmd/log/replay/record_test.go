package replay

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
)

func records(t *testing.T, data string) (all []*Record) {
	t.Helper()
	r := NewReader(strings.NewReader(data), "/t.jsonl")
	for {
		rec, err := r.Next()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, rec)
	}
}

const use = `{"type":"assistant","sessionId":"s","cwd":"/p","timestamp":"2026-02-09T12:00:00Z","message":{"content":[{"type":"tool_use","id":"t","name":"Bash","input":{"command":"x"}}]}}` + "\n"

// The verdict on a call is what its result and its attachments say.
func TestVerdict(t *testing.T) {
	result := func(err bool, text string) string {
		return fmt.Sprintf(`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t","is_error":%t,"content":%q}]}}`+"\n", err, text)
	}
	attachment := func(fields string) string {
		return `{"type":"attachment","attachment":{"hookEvent":"PreToolUse","toolUseID":"t",` + fields + "}}\n"
	}
	tests := []struct {
		name    string
		after   string
		known   Known
		refused bool
		next    string // event that follows
	}{
		{"no result", "", Nothing, false, ""},
		{"a result", result(false, "ok"), Refusal, false, "PostToolUse"},
		{"a refusal", result(true, "PreToolUse:Bash hook error: no"), Refusal, true, ""},
		{"a refusal without a reason", result(true, "Hook PreToolUse:Bash denied this tool"), Refusal, true, ""},
		{"a result that reads like a refusal", result(false, "PreToolUse:Bash hook error: no"), Refusal, false, "PostToolUse"},
		{"an error, or a reason as it was given", result(true, "no"), Nothing, false, "PostToolUseFailure"},
		{"a reason beside a hook's reply", attachment(`"type":"hook_success","stdout":"{\"hookSpecificOutput\":{\"permissionDecision\":\"deny\"}}"`) + result(true, "no"), Refusal, true, ""},
		{"a reason beside an exit code", attachment(`"type":"hook_success","stdout":"","exitCode":2`) + result(true, "no"), Refusal, true, ""},
		{"a blocking error", attachment(`"type":"hook_blocking_error"`) + result(true, "no"), Refusal, true, ""},
		{"an error beside hooks that let it through", attachment(`"type":"hook_success","stdout":"{}","exitCode":0`) + result(true, "Exit code 1"), Refusal, false, "PostToolUseFailure"},
		{"the user's no", result(true, "The user doesn't want to proceed with this tool use."), Refusal, false, ""},
		{"another call's attachment", strings.Replace(attachment(`"type":"hook_blocking_error"`), `"t"`, `"u"`, 1), Nothing, false, ""},
	}
	for _, test := range tests {
		all := records(t, use+test.after)
		if len(all) == 0 {
			t.Errorf("%s: no records", test.name)
			continue
		}
		ev, err := plan.ReadEvent(all[0].Event)
		if err != nil || ev.Name != "PreToolUse" || ev.Session != "s" || ev.Cwd != "/p" || ev.Field("tool_input").Get("command").Str != "x" {
			t.Errorf("%s: event %s, %v", test.name, all[0].Event, err)
		}
		if all[0].Known != test.known || all[0].Refused != test.refused || all[0].Time.IsZero() {
			t.Errorf("%s: %+v, want %d, %t", test.name, all[0], test.known, test.refused)
		}
		next := ""
		if len(all) > 1 {
			ev, err := plan.ReadEvent(all[1].Event)
			if err != nil {
				t.Fatal(err)
			}
			next = ev.Name
		}
		if next != test.next || len(all) > 2 {
			t.Errorf("%s: then %q, want %q", test.name, next, test.next)
		}
	}
}

func TestPrompts(t *testing.T) {
	tests := map[string]string{
		`"content":"go on"`: "go on",
		`"content":[{"type":"text","text":"look"},{"type":"image"},{"type":"text","text":"there"}]`: "look\nthere",
		`"content":"<task-notification>done"`:                                                       "<task-notification>done",
		`"content":"<command-name>/clear</command-name>"`:                                           "",
		`"content":[{"type":"text","text":"[Request interrupted by user]"}]`:                        "",
		`"content":[{"type":"tool_result"},{"type":"text","text":"x"}]`:                             "",
		`"content":"from an agent"},"isSidechain":true,"x":{`:                                       "",
		`"content":"a summary"},"isCompactSummary":true,"x":{`:                                      "",
		`"content":7`: "",
	}
	for message, want := range tests {
		got := ""
		for _, r := range records(t, `{"type":"user","message":{`+message+"}}") {
			ev, err := plan.ReadEvent(r.Event)
			if err != nil {
				t.Fatal(err)
			}
			got += ev.Field("prompt").Str
		}
		if got != want {
			t.Errorf("%s: prompt %q, want %q", message, got, want)
		}
	}
}

func TestDiffers(t *testing.T) {
	deny := engine.Answer{Said: []string{"context", "permission=deny"}, Refused: true}
	tests := []struct {
		record Record
		want   bool
	}{
		{Record{}, false},
		{Record{Known: Refusal}, true},
		{Record{Known: Refusal, Refused: true}, false},
		{Record{Known: All, Refused: true, Said: []string{"permission=deny", "context"}}, false},
		{Record{Known: All, Refused: true, Said: []string{"permission=deny"}}, true},
		{Record{Known: All}, true},
	}
	for _, test := range tests {
		if got := test.record.Differs(deny); got != test.want {
			t.Errorf("%+v: %t, want %t", test.record, got, test.want)
		}
	}
}

// endless repeats a text.
type endless struct{ text, left string }

func (e *endless) Read(b []byte) (int, error) {
	if e.left == "" {
		e.left = e.text
	}
	n := copy(b, e.left)
	e.left = e.left[n:]
	return n, nil
}

// Memory depends on the limits, not on how much is read: calls without results, lines that are too
// long, a line that never ends.
func TestMemoryIsBounded(t *testing.T) {
	long := strings.Replace(use, `"x"`, `"`+strings.Repeat("y", 100<<10)+`"`, 1)
	result := `{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"u","content":"x"}]}}` + "\n"
	tests := []struct {
		name, text string
		input      int64 // bytes
	}{
		{"calls without results", use + result, 4 << 20},
		{"long calls without results", long, 48 << 20},
		{"prompts", `{"type":"user","message":{"content":"x"}}` + "\n", 4 << 20},
		{"long lines", strings.Repeat("z", 9<<20) + "\n", 36 << 20},
		{"a line without end", strings.Repeat("z", 1<<20), 36 << 20},
		{"no JSON", "{\n", 4 << 20},
	}
	for _, test := range tests {
		live := func(bytes int64) uint64 {
			r := NewReader(io.LimitReader(&endless{text: test.text}, bytes), "/t.jsonl")
			most := uint64(0)
			for n := 0; ; n++ {
				_, err := r.Next()
				if err == nil && n%10000 != 0 {
					continue
				}
				runtime.GC()
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				most = max(most, m.HeapAlloc)
				if err != nil {
					runtime.KeepAlive(r)
					return most
				}
			}
		}
		once, thrice := live(test.input), live(3*test.input)
		if thrice > once+uint64(test.input)/4 {
			t.Errorf("%s: %d bytes of memory for %d of input, %d for thrice that", test.name, once, test.input, thrice)
		}
	}
}

// In any file the records are events, and all lines are accounted for.
func FuzzReader(f *testing.F) {
	f.Add([]byte(use))
	f.Add([]byte(use + use + `{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t"}]},"toolUseResult":null}`))
	f.Add([]byte(`{"type":"user","message":{"content":"go"},"permissionMode":"plan"}` + "\n" + `{"type":"system","content":"UserPromptSubmit operation blocked by hook: x Original prompt: y"}`))
	f.Add([]byte(`{"time":"2026-02-09T12:00:00Z","ms":1,"said":["a=b",7],"input":{"hook_event_name":"E"}}`))
	f.Add([]byte(`{"hook_event_name":"E"}` + "\n" + `{"type":"attachment","attachment":{"type":"hook_success","hookEvent":"Stop","stdout":"{"}}` + "\n" + `{"type":"system","subtype":"stop_hook_summary"}`))
	f.Add([]byte(`{"type":"system","subtype":"compact_boundary"}` + "\nnull\n[]\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r := NewReader(bytes.NewReader(data), "/t.jsonl")
		for {
			rec, err := r.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if !json.Valid(rec.Event) {
				t.Fatalf("event %q is not JSON", rec.Event)
			}
			if rec.Line < 1 || rec.Line > bytes.Count(data, []byte("\n"))+1 {
				t.Errorf("line %d of %d", rec.Line, bytes.Count(data, []byte("\n"))+1)
			}
			rec.Differs(engine.Answer{})
		}
	})
}
