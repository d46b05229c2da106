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

// A line written for a shell is read as the same words.
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

// A line by people is read if it only starts a program with arguments.
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

// An entry is tried as it was resolved, with another folder as the user's.
func TestTried(t *testing.T) {
	at := Start{Program: "/a b/bchook", Rules: []string{"/e f"}}
	for _, test := range []struct {
		e     Entry
		event string
		want  []string
	}{
		{Entry{Command: "bchook", Args: []string{"--closed", "--own=/a b", "--within", "9s"}, Exec: true}, "", []string{"/a b/bchook", "--own=/c d", "--rules", "/e f", "--closed", "--within", "9s"}},
		{Entry{Command: "bcrules", Args: []string{"hook", "-own", "/a", "-rules", "x", "--rules=y", "--closed"}, Exec: true}, "", []string{"/a b/bchook", "hook", "--own=/c d", "--rules", "/e f", "--closed"}},
		{Entry{Command: "bchook", Args: []string{"--rules"}, Exec: true}, "", []string{"/a b/bchook", "--rules"}}, // which it can't read, and says so
		{Entry{Command: `"$X"/bchook --closed '--own=/a b' --rules 'c d'`}, "", []string{"sh", "-c", `'/a b/bchook' '--own=/c d' --rules '/e f' --closed`}},
		{Entry{Command: "bchook --event preToolUse --closed"}, "agentStop", []string{"sh", "-c", `'/a b/bchook' '--own=/c d' --rules '/e f' --event agentStop --closed`}},
		{Entry{Command: "bchook"}, "agentStop", []string{"sh", "-c", `'/a b/bchook' '--own=/c d' --rules '/e f'`}},
	} {
		if is := test.e.Tried(at, test.event, "/c d"); !slices.Equal(is, test.want) {
			t.Errorf("%+v is tried as %q, want %q", test.e, is, test.want)
		}
	}
}
