package show

import (
	"strings"
	"testing"
)

// A line that is too long continues in the style in which it ended: in none, if only its beginning
// was bold.
func TestIndentedEndsStyles(t *testing.T) {
	got := Screen{Width: 40}.Indented("\x1b[1m12 events\x1b[22m by the rules of .claude/bcrules from yesterday to today", "")
	if strings.Count(got, "\n") < 2 || strings.Count(got, "\x1b[1m") != 1 {
		t.Errorf("found %q, want lines of which one word is bold", got)
	}
}

// Lines break between words, and two spaces within one stay two.
func TestIndentedKeepsSpaces(t *testing.T) {
	got := Screen{Width: 32}.Indented(`a.cue:1:2: found "rm  -rf", want one that is there`, "")
	if want := "a.cue:1:2: found \"rm  -rf\", want\none that is there\n"; got != want {
		t.Errorf("found %q, want %q", got, want)
	}
}
