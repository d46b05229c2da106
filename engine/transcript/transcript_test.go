package transcript

import (
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
			test.want.Exists, test.want.Entries = true, append([]Said{}, test.want.Entries...)
			got, err := test.r.read(strings.NewReader(strings.Join(test.lines, "\n")))
			if err != nil || !reflect.DeepEqual(got, test.want) {
				t.Errorf("%+v, %v\nwant %+v", got, err, test.want)
			}
		})
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

// Whatever a transcript holds, what is kept of it is within its bounds.
func FuzzReading(f *testing.F) {
	f.Add([]byte(`{"type":"user","message":{"content":"a<b>"}}`+"\n"+`{"type":"assistant","message":{"content":[{"type":"text","text":"ä"}],"usage":{}}}`), 0, 100)
	f.Add([]byte("{bad}\n{\"type\":\"attachment\",\"attachment\":[1, 2]}\n\n"), 3, 0)
	f.Fuzz(func(t *testing.T, data []byte, least, room int) {
		r := Reading{User: least, Assistant: least, Cut: []string{"<b>", ""}, Bytes: room}
		got, err := r.read(strings.NewReader(string(data)))
		if err != nil {
			t.Fatal(err)
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
