package show

import (
	"os"
	"path/filepath"
	"testing"
)

// Below a line are marks, one for each character of the place.
func TestExcerpt(t *testing.T) {
	colours = false
	tests := []struct {
		source     string
		col, width int
		want       string
	}{
		{`level: "hard"`, 8, 80, "   │ level: \"hard\"\n   │        ^^^^^^\n"},
		{"\t\twhen: \"event.tool_input.cmd\"", 27, 80, "   │         when: \"event.tool_input.cmd\"\n   │                                 ^^^\n"},
		{"\twhen: \"x === 'y'\"", 11, 80, "   │     when: \"x === 'y'\"\n   │              ^^^\n"},
		{"when: \"生命 = 1\"", 15, 80, "   │ when: \"生命 = 1\"\n   │             ^\n"},
		{"when: \"a &&", 12, 80, "   │ when: \"a &&\n   │            ^\n"},
		{"when: \"aaaaaaaaaaaaaaaaaaaaaa bbbb cccccc\"", 31, 25, "   │ …aaaaaaaa bbbb cccc…\n   │           ^^^^\n"},
		{"a\x1b[31mb", 8, 80, "   │ a␛[31mb\n   │        ^\n"},
		{"short", 9, 80, ""},
	}
	for _, test := range tests {
		file := filepath.Join(t.TempDir(), "r.cue")
		if err := os.WriteFile(file, []byte("package r\n"+test.source+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		if got := excerpt(file, 2, test.col, test.width, Bad); got != test.want {
			t.Errorf("%q at %d:\n%swant\n%s", test.source, test.col, got, test.want)
		}
	}
	if got := excerpt("bcrules.dev/packs/guard/git.cue", 1, 9, 80, Bad); got != "   │ package guard\n   │         ^^^^^\n" {
		t.Errorf("line of a pack: %q", got)
	}
	if got := excerpt("absent.cue", 1, 1, 80, Bad); got != "" {
		t.Errorf("line of no file: %q, want none", got)
	}
}
