package settings

import (
	"slices"
	"testing"
)

var lines = [][]string{
	{"/opt/bin/bchook"},
	{"/my bin/bchook", "--agent", "gemini", "--closed", "--own=/home/a/my rules", "--rules", "it's here"},
	{"bchook", "", "=", "'", "''", `\`, `a\'b`, "$HOME", "`x`", "a\nb", "a\tb", "*", "#", "~", "é", "\xff"},
	{"'", "x"},
	{"$HOME/bchook|x"},
}

// What is written for a shell is read as the words it was.
func TestWords(t *testing.T) {
	for _, words := range lines {
		returns(t, words)
	}
}

func FuzzWords(f *testing.F) {
	for _, words := range lines {
		f.Add(words[0], words[len(words)-1], words[len(words)/2])
	}
	f.Fuzz(func(t *testing.T, program, one, two string) {
		if program != "" { // which starts nothing
			returns(t, []string{program, one, two})
		}
	})
}

func returns(t *testing.T, words []string) {
	t.Helper()
	e := Entry{Type: "command", Command: shell(words)}
	program, args := e.Line()
	if is := append([]string{program}, args...); !slices.Equal(is, words) {
		t.Errorf("%q is written as %s and read as %q", words, e.Command, is)
	}
}

// A line that people write is read where all it does is start a program with words.
func TestLine(t *testing.T) {
	for _, test := range []struct {
		line string
		want []string // nil where there is no telling
	}{
		{"  bchook --only a\t b ", []string{"bchook", "--only", "a", "b"}},
		{`"$CLAUDE_PROJECT_DIR"/bin/bchook`, []string{"$CLAUDE_PROJECT_DIR/bin/bchook"}},
		{`C:\go\bchook.exe --closed`, []string{`C:\go\bchook.exe`, "--closed"}},
		{`bchook "--rules" "my rules"'s'`, []string{"bchook", "--rules", "my ruless"}},
		{"bchook 'a", nil},
		{`bchook "a`, nil},
		{`bchook "$HOME"`, nil},
		{`bchook $HOME`, nil},
		{`"$(x)/bchook"`, nil},
		{"\"`x`/bchook\"", nil},
		{`bchook a\ b`, nil},
		{`bchook "a\"b"`, nil},
		{"bchook; x", nil},
		{"X=/bchook x", nil},
		{"/a=b/bchook x", []string{"/a=b/bchook", "x"}},
		{"bchook\nx", nil},
		{"", nil},
	} {
		e := Entry{Type: "command", Command: test.line}
		program, args := e.Line()
		if is := append([]string{program}, args...); test.want == nil && program != "" || test.want != nil && !slices.Equal(is, test.want) {
			t.Errorf("%s is read as %q, want %q", test.line, is, test.want)
		}
	}
}

// An entry of ours is tried with another folder as the user's, and any other as it is.
func TestTried(t *testing.T) {
	for _, test := range []struct {
		e     Entry
		event string
		want  []string
	}{
		{Entry{Command: "bchook", Args: []string{"--closed", "--own=/a b", "--within", "9s"}, Exec: true}, "", []string{"bchook", "--closed", "--within", "9s", "--own=/c d"}},
		{Entry{Command: "bchook", Args: []string{"-own", "/a", "--closed"}, Exec: true}, "", []string{"bchook", "--closed", "--own=/c d"}},
		{Entry{Command: `"$X"/bchook --closed '--own=/a b' --rules 'c d'`}, "", []string{"sh", "-c", `"$X"/bchook --closed --rules 'c d' '--own=/c d'`}},
		{Entry{Command: `'/a b/bchook' '--own=/it'\''s'`}, "", []string{"sh", "-c", `'/a b/bchook' '--own=/c d'`}},
		{Entry{Command: "bchook --event preToolUse --closed"}, "agentStop", []string{"sh", "-c", "bchook --event agentStop --closed '--own=/c d'"}},
		{Entry{Command: "bchook --closed"}, "agentStop", []string{"sh", "-c", "bchook --closed '--own=/c d'"}},
		{Entry{Command: "x | bchook --own=/a"}, "", []string{"sh", "-c", "x | bchook --own=/a"}},
	} {
		if is := test.e.Tried(test.event, "/c d"); !slices.Equal(is, test.want) {
			t.Errorf("%+v is tried as %q, want %q", test.e, is, test.want)
		}
	}
}
