package transcript

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func TestReading(t *testing.T) {
	user := func(text string) Said { return Said{Kind: "user", Text: text} }
	tests := []struct {
		name  string
		r     Reading
		lines []string
		want  Transcript
	}{
		{"nothing", Reading{}, nil, Transcript{}},
		{"a string", Reading{}, []string{`{"type":"user","message":{"content":" hi 😀 "}}`},
			Transcript{Lines: 1, Chars: 7, Entries: []Said{user("hi 😀")}}},
		{"blocks", Reading{}, []string{`{"message":{"content":[{"type":"text","text":"a"},{"type":"tool_result","content":"x"},{"type":"text","text":"b"}]},"type":"user","isMeta":true}`},
			Transcript{Lines: 1, Chars: 3, Entries: []Said{{Kind: "user", Text: "a\nb", Meta: true}}}},
		{"short ones are counted", Reading{User: 3, Assistant: 5}, []string{
			`{"type":"user","message":{"content":"abc"}}`, `{"type":"user","message":{"content":"abcd"}}`,
			`{"type":"assistant","isSidechain":true,"message":{"content":[{"type":"text","text":"Done."}]}}`},
			Transcript{Lines: 3, Chars: 12, Entries: []Said{user("abcd")}}},
		{"what was added is cut", Reading{User: 3, Cut: []string{"<b>", "<a>"}}, []string{
			`{"type":"user","message":{"content":"four <a>x<b>y"}}`, `{"type":"user","message":{"content":"two<b>x"}}`,
			`{"type":"assistant","message":{"content":"not <a> his"}}`},
			Transcript{Lines: 3, Chars: 31, Entries: []Said{user("four"), {Kind: "assistant", Text: "not <a> his"}}}},
		{"attachments", Reading{}, []string{`{"type":"attachment","attachment":{"type": "hook", "content": "x y"}}`, `{"type":"attachment"}`, `{"type":"summary","summary":"s"}`},
			Transcript{Lines: 3, Attached: len(`{"type":"hook","content":"x y"}`)}},
		{"the last usage", Reading{}, []string{
			`{"type":"assistant","message":{"usage":{"input_tokens":1}}}`,
			`{"type":"assistant","message":{"usage":{"input_tokens":3,"output_tokens":4,"cache_read_input_tokens":100,"cache_creation_input_tokens":20}}}`,
			`{"type":"assistant","isSidechain":true,"message":{"usage":{"input_tokens":9}}}`},
			Transcript{Lines: 3, Usage: Usage{Context: 123, Input: 3, Output: 4, Cached: 100, Caching: 20}}},
		{"bad lines", Reading{}, []string{"{not valid json}", "", `[1]`, `{"type":"user","message":{"content":"a"}}`, `{"type":"user","message":5}`, "\x00", `{"type":"user","mess`},
			Transcript{Lines: 2, Skipped: 4, Chars: 1, Entries: []Said{user("a")}}},
		{"the newest", Reading{Bytes: 2*entryBytes + 6}, []string{`{"type":"user","message":{"content":"aa"}}`, `{"type":"user","message":{"content":"bbb"}}`, `{"type":"user","message":{"content":"ccc"}}`},
			Transcript{Lines: 3, Chars: 8, Dropped: 1, Entries: []Said{user("bbb"), user("ccc")}}},
		{"the start of one that is too much", Reading{Bytes: entryBytes + 4}, []string{`{"type":"user","message":{"content":"aa"}}`, `{"type":"user","message":{"content":"bbäää"}}`},
			Transcript{Lines: 2, Chars: 7, Dropped: 1, Entries: []Said{user("bbä")}}},
		{"no room", Reading{Bytes: -1}, []string{`{"type":"user","message":{"content":"aa"}}`},
			Transcript{Lines: 1, Chars: 2, Dropped: 1}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.r.Bytes == 0 {
				test.r.Bytes = 1000
			}
			want := None()
			want.Exists, want.Lines, want.Skipped, want.Chars, want.Attached, want.Dropped, want.Usage = true, test.want.Lines, test.want.Skipped, test.want.Chars, test.want.Attached, test.want.Dropped, test.want.Usage
			want.Entries = append(want.Entries, test.want.Entries...)
			got, err := test.r.read(strings.NewReader(strings.Join(test.lines, "\n")))
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%+v, %v\nwant %+v", got, err, want)
			}
		})
	}
}

// A transcript has the input, the result, and the written files of the last calls.
func TestReadingCalls(t *testing.T) {
	lines := []string{
		`{"type":"assistant","message":{"content":[{"type":"text","text":"I will."},{"type":"tool_use","id":"1","name":"Bash","input":{"command":"ls"}},{"type":"tool_use","id":"2","name":"Write","input":{"file_path":"a.go","content":"😀long text","n":2,"all":true,"list":[1, {"a":2}]}}]}}`,
		`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"2","content":"ok"}]},"toolUseResult":{"type":"create","filePath":"a.go","structuredPatch":[]}}`,
		`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"none","content":"ok"}]},"toolUseResult":{"filePath":"read.go","content":"x"}}`,
		`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"2","content":"ok"}]},"toolUseResult":{"filePath":"a.go","structuredPatch":[1]}}`,
		`{"type":"assistant","isSidechain":true,"message":{"content":[{"type":"tool_use","id":"3","name":"Bash","input":{"command":"make","todos":[{"content":"sub"}]}}]}}`,
		`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"3","is_error":true,"content":"exit 1: no rule to make"}]}}`,
		`{"type":"assistant","message":{"content":[{"type":"tool_use","id":"4","name":"TodoWrite","input":{"todos":[{"content":"old","status":"pending"}]}}]}}`,
		`{"type":"assistant","message":{"content":[{"type":"tool_use","id":"5","name":"TodoWrite","input":{"todos":[{"content":"read","status":"completed"},{"content":"mend it all","status":"pending"}]}}]}}`,
	}
	got, err := Reading{Bytes: 1000, Calls: 4, Head: 6}.read(strings.NewReader(strings.Join(lines, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	want := []Used{
		{Tool: "Write", Input: map[string]any{"file_path": "a.go", "content": "😀long", "n": 2.0, "all": true, "list": "[1, {\""}, Done: true},
		{Tool: "Bash", Input: map[string]any{"command": "make", "todos": `[{"con`}, Done: true, Failed: true, Error: "exit 1", Sub: true},
		{Tool: "TodoWrite", Input: map[string]any{"todos": `[{"con`}},
		{Tool: "TodoWrite", Input: map[string]any{"todos": `[{"con`}},
	}
	if !reflect.DeepEqual(got.Calls, want) {
		t.Errorf("%+v\nwant %+v", got.Calls, want)
	}
	if want := []Todo{{"read", "comple"}, {"mend i", "pendin"}}; !reflect.DeepEqual(got.Todos, want) {
		t.Errorf("%+v, want %+v", got.Todos, want)
	}
	if want := []string{"a.go"}; !reflect.DeepEqual(got.Written, want) {
		t.Errorf("%q, want %q", got.Written, want)
	}
	if got, _ := (Reading{Head: 6}).read(strings.NewReader(lines[0])); len(got.Calls) != 0 || got.Calls == nil {
		t.Errorf("%+v, want no calls where none are asked for", got.Calls)
	}
}

// A line that is too long is left out, and those after it are read.
func TestReadingLongLine(t *testing.T) {
	line := func(n int) string {
		return fmt.Sprintf(`{"type":"user","message":{"content":"%s"}}`+"\n", strings.Repeat("x", n))
	}
	got, err := Reading{Bytes: 1000}.read(strings.NewReader(line(MaxLine) + line(1000_000) + line(3)))
	if err != nil || got.Skipped != 1 || got.Lines != 2 || got.Chars != 1000_003 || len(got.Entries) != 1 || got.Entries[0].Text != "xxx" || got.Dropped != 1 {
		t.Errorf("%d skipped of %d, %d characters, %d entries, %d dropped, %v", got.Skipped, got.Lines, got.Chars, len(got.Entries), got.Dropped, err)
	}
}

// Whatever a transcript holds, what is kept of it stays within its bounds.
func FuzzReading(f *testing.F) {
	f.Add([]byte(`{"type":"user","message":{"content":"a<b>"}}`+"\n"+`{"type":"assistant","message":{"content":[{"type":"text","text":"ä"}],"usage":{}}}`), 0, 100)
	f.Add([]byte("{bad}\n{\"type\":\"attachment\",\"attachment\":[1, 2]}\n\n"), 3, 0)
	f.Add([]byte(`{"type":"assistant","message":{"content":[{"type":"tool_use","id":"","name":5,"input":{"a":[],"todos":[1,{}]}}]}}`+"\n"+`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"","is_error":1}]},"toolUseResult":{"filePath":"ä","structuredPatch":0}}`), 1, 1)
	f.Fuzz(func(t *testing.T, data []byte, least, room int) {
		r := Reading{User: least, Assistant: least, Cut: []string{"<b>", ""}, Bytes: room, Calls: least, Head: least}
		got, err := r.read(strings.NewReader(string(data)))
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Calls) > max(least, 0) || len(got.Todos) > mostTodos || len(got.Written) > mostWritten {
			t.Errorf("found %d calls, %d todos, %d files", len(got.Calls), len(got.Todos), len(got.Written))
		}
		for _, call := range got.Calls {
			if raw, err := json.Marshal(call); err != nil || utf16Len(call.Tool) > mostName || utf16Len(call.Error) > least || len(call.Input) > mostFields {
				t.Errorf("found %s, %v, want texts of %d characters", raw, err, least)
			}
		}
		takes := 0
		for _, e := range got.Entries {
			if takes += len(e.Text) + entryBytes; strings.TrimSpace(e.Text) != e.Text && len(e.Text) < room-entryBytes-3 {
				t.Errorf("found %q, want it trimmed", e.Text)
			}
		}
		if takes > max(room, 0) {
			t.Errorf("entries take %d bytes, want at most %d", takes, room)
		}
		if lines := strings.Count(string(data), "\n") + 1; got.Lines+got.Skipped > lines || len(got.Entries)+got.Dropped > got.Lines {
			t.Errorf("found %d lines, %d skipped, %d entries, %d dropped of %d lines", got.Lines, got.Skipped, len(got.Entries), got.Dropped, lines)
		}
	})
}
