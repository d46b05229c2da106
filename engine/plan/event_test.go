package plan

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
	"unsafe"
)

func TestReadEvent(t *testing.T) {
	tests := []struct {
		name, data string
		want       string // the event's prompt
	}{
		{"plain", `{"hook_event_name":"E","prompt":"p"}`, "p"},
		{"newline at the end", "{\"hook_event_name\":\"E\",\"prompt\":\"p\"}\r\n", "p"},
		{"byte order mark", "\xef\xbb\xbf{\"hook_event_name\":\"E\",\"prompt\":\"p\"}", "p"},
		{"raw control characters in a string", "{\"hook_event_name\":\"E\",\"prompt\":\"a\tb\nc\x00d\x1f\"}", "a\tb\nc\x00d\x1f"},
		{"raw control characters beside escapes", "{\"hook_event_name\":\"E\",\n\t\"prompt\":\"\\\"\t\\\\\"}", "\"\t\\"},
		{"bytes that are not UTF-8", "{\"hook_event_name\":\"E\",\"prompt\":\"a\xffb\"}", "a\uFFFDb"},
		{"lone surrogate", `{"hook_event_name":"E","prompt":"\ud800"}`, "\uFFFD"},
		{"duplicate names", `{"hook_event_name":"X","prompt":"first","prompt":"p","hook_event_name":"E"}`, "p"},
		{"name with an escape", `{"hook_event_n\u0061me":"E","prompt":"p"}`, "p"},
		{"nested as deep as JSON is read", `{"hook_event_name":"E","prompt":"p","x":` + strings.Repeat("[", 9000) + strings.Repeat("]", 9000) + `}`, "p"},
		{"megabytes", `{"hook_event_name":"E","prompt":"` + strings.Repeat("é", 10<<20) + `"}`, strings.Repeat("é", 10<<20)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			e, err := ReadEvent([]byte(test.data))
			if err != nil {
				t.Fatal(err)
			}
			if e.Name != "E" {
				t.Errorf("name = %q, want E", e.Name)
			}
			if got, _ := e.Text("prompt"); got != test.want {
				t.Errorf("prompt = %.40q (%d bytes), want %.40q (%d bytes)", got, len(got), test.want, len(test.want))
			}
		})
	}
}

func TestReadEventRefuses(t *testing.T) {
	tests := []struct{ name, data, want string }{
		{"nothing", "", "empty"},
		{"blanks", " \r\n", "empty"},
		{"byte order mark alone", "\xef\xbb\xbf", "empty"},
		{"text", "hello", "not JSON"},
		{"cut off", `{"hook_event_name":"E","prompt":"p`, "not JSON"},
		{"text before it", `log {"hook_event_name":"E"}`, "not JSON"},
		{"two objects", `{"hook_event_name":"E"}{"hook_event_name":"E"}`, "not JSON"},
		{"control character between names", "{\"hook_event_name\":\"E\"\x01}", "not JSON"},
		{"list", `[{"hook_event_name":"E"}]`, "not an object"},
		{"null", `null`, "not an object"},
		{"nested 100,000 deep", strings.Repeat("[", 100_000), "not JSON"},
		{"nested 100,000 deep and closed", strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000), "not an object"},
		{"nested 100,000 deep in a field", `{"hook_event_name":"E","x":` + strings.Repeat(`{"a":`, 100_000) + "1" + strings.Repeat("}", 100_000) + "}", "not JSON"},
		{"no name", `{"prompt":"p"}`, "no hook_event_name"},
		{"empty name", `{"hook_event_name":""}`, "no hook_event_name"},
		{"name of another type", `{"hook_event_name":5}`, "no hook_event_name"},
		{"name further down", `{"x":{"hook_event_name":"E"}}`, "no hook_event_name"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			e, err := ReadEvent([]byte(test.data))
			if err == nil {
				t.Fatalf("event %q, want an error", e.Name)
			}
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %q, want one with %q", err, test.want)
			}
		})
	}
}

func TestEventCommonFields(t *testing.T) {
	e, err := ReadEvent([]byte(`{"hook_event_name":"E","cwd":"/p","session_id":7,"n":9007199254740993,"none":null}`))
	if err != nil {
		t.Fatal(err)
	}
	if e.Cwd != "/p" || e.Session != "" {
		t.Errorf("cwd %q, session %q, want /p and none, as the id is no text", e.Cwd, e.Session)
	}
	if got := e.Field("n").Raw; got != "9007199254740993" {
		t.Errorf("n = %s, want the digits as sent", got)
	}
	if e.Field("absent").Exists() || !e.Field("none").Exists() {
		t.Error("an absent field is there, or one that is null is not")
	}
}

// Whatever is read as an event was JSON, except for forgiven deviations, and says its name.
func FuzzReadEvent(f *testing.F) {
	for _, s := range []string{
		`{"hook_event_name":"E","cwd":"/p","session_id":"s","x":[1,{"y":null}]}`,
		"\xef\xbb\xbf{\"hook_event_name\":\"E\xff\",\"a\":\"\t\\\n\"}",
		`{"hook_event_name":"\ud800","hook_event_name":""}`,
		"", "null", "[[[[", `{"hook_event_name":"E"`, `{"":{"hook_event_name":1}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		e, err := ReadEvent(data)
		if err != nil {
			return
		}
		if e.Name == "" {
			t.Error("an event without a name")
		}
		if !json.Valid([]byte(e.root.Raw)) || !utf8.ValidString(e.root.Raw) {
			t.Errorf("kept %q, which is not JSON in UTF-8", e.root.Raw)
		}
		var m map[string]any
		if err := json.Unmarshal([]byte(e.root.Raw), &m); err != nil || m["hook_event_name"] != e.Name {
			t.Errorf("name %q, but encoding/json reads %q (%v)", e.Name, m["hook_event_name"], err)
		}
	})
}

// However many shapes an event is read by, a text in it is unescaped once.
func TestEventParsedOnce(t *testing.T) {
	ev, err := ReadEvent([]byte(`{"hook_event_name": "E", "tool_input": {"command": "a\nb"}}`))
	if err != nil {
		t.Fatal(err)
	}
	command := func() string {
		s := &Shape{Kind: "object", Fields: map[string]*Shape{"tool_input": {Kind: "object", Fields: map[string]*Shape{"command": {Kind: "string"}}}}}
		return ev.Read(s, nil).(map[string]any)["tool_input"].(map[string]any)["command"].(string)
	}
	if a, b := command(), command(); a != "a\nb" || unsafe.StringData(a) != unsafe.StringData(b) {
		t.Errorf("read %q, then another %q, want the same text twice", a, b)
	}
}
