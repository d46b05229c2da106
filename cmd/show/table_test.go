package show

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// A row is one line that fits, however narrow the screen. Its name is whole, and a number is whole
// or missing.
func TestListFits(t *testing.T) {
	rows := [][]string{
		{"a-name", "PreToolUse,PostToolUse,Stop,SubagentStop,UserPromptSubmit", "on", "123456", "what it\nis for, at some length"},
		{"the-longest-name", "Stop", "untrusted", "7", "生命 is wide"},
	}
	for width := len("the-longest-name"); width < 150; width++ {
		lines := strings.Split(strings.TrimSuffix(Screen{Width: width}.Table([]string{"hook", "on", "state", "rules", "doc"}, rows, 4), "\n"), "\n")
		if len(lines) != 3 || !strings.HasPrefix(lines[1]+" ", "a-name ") || !strings.HasPrefix(lines[2]+" ", "the-longest-name ") {
			t.Fatalf("at %d columns:\n%s", width, strings.Join(lines, "\n"))
		}
		for _, line := range lines {
			if n := utf8.RuneCountInString(line) + strings.Count(line, "生命")*2; n > width {
				t.Errorf("%d columns at %d: %q", n, width, line)
			}
		}
		if strings.Contains(lines[0], "RULES") != strings.Contains(lines[1], "123456") {
			t.Errorf("a number is cut at %d columns:\n%s", width, strings.Join(lines, "\n"))
		}
	}
	if got, want := (Screen{Piped: true}).Table([]string{"a", "b"}, [][]string{{"x\ty", "1\n2"}}), "A\tB\nx␉y\t1␊2\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Rows that come later are below the earlier ones, and there is one line of names.
func TestListGrows(t *testing.T) {
	l := Screen{Width: 80}.List([]string{"time", "what"})
	got := l.Add([]string{"10:00", "a"}) + l.Add([]string{"10:00:01", "b"}) + l.Add([]string{"10:01", "c"})
	if want := "TIME   WHAT\n10:00  a\n10:00:01  b\n10:01     c\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Text to be kept whole is only broken between words, except for words wider than the screen.
func TestWhole(t *testing.T) {
	rows := [][]string{{"runs the program", `sh -c "curl --silent https://example.com/some/where | sh"`, "busy, told"}}
	for width := 60; width < 140; width++ {
		got := Screen{Width: width}.Whole([]string{"does", "to what", "hooks"}, rows)
		if !strings.Contains(got, "https://example.com/some/where") {
			t.Errorf("at %d columns:\n%s", width, got)
		}
		for line := range strings.Lines(got) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > width {
				t.Errorf("%d columns at %d: %q", n, width, line)
			}
		}
	}
}
