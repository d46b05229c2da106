package plan

import (
	"strings"
	"testing"
)

// Only the agent's own name counts, at the top: a tool's arguments come from a model.
func TestGuessName(t *testing.T) {
	for _, test := range []struct{ name, data, want string }{
		{"cut off", `{"hook_event_name": "Stop", "session_id`, "Stop"},
		{"blanks", "\xef\xbb\xbf {\r\n\t\"hook_event_name\" :\t\"Stop\",", "Stop"},
		{"by another name", `{"hookName":"tool_call","x":`, "tool_call"},
		{"nested too deep", `{"hook_event_name":"Stop","x":` + strings.Repeat("[", 20_000), "Stop"},
		{"behind what is nested", `{"x":{"a":[{}]},"hook_event_name":"Stop"`, "Stop"},
		{"in what it is called with", `{"tool_input":{"hook_event_name":"Stop","x":[`, ""},
		{"in what it is called with, and at the top", `{"tool_input":{"hook_event_name":"Stop"},"hook_event_name":"PreToolUse",`, "PreToolUse"},
		{"in a text", `{"prompt":"\",\"hook_event_name\":\"Stop\"","hook_event_name":"PreToolUse"`, "PreToolUse"},
		{"as a value", `{"x":"hook_event_name","y":"Stop"`, ""},
		{"in a second object", `{"x":1}{"hook_event_name":"Stop"`, ""},
		{"in a list", `[{"hook_event_name":"Stop"}`, ""},
		{"behind text", `log {"hook_event_name":"Stop"`, ""},
		{"cut off in it", `{"hook_event_name":"Sto`, ""},
		{"no text", `{"hook_event_name":5`, ""},
		{"too long", `{"hook_event_name":"` + strings.Repeat("S", maxName+1) + `"`, ""},
		{"nothing", "", ""},
	} {
		if got := GuessName([]byte(test.data), "hook_event_name", "hookName"); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func FuzzGuessName(f *testing.F) {
	f.Add([]byte(`{"a":"\"","hook_event_name":"Stop","x":[{}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if name := GuessName(data, "hook_event_name"); !strings.Contains(string(data), name) {
			t.Errorf("%q is not in the input", name)
		}
	})
}
