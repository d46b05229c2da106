package show

import (
	"strings"
	"testing"
)

// A line that is too long goes on below as it ended: in no style, if a bold word began it.
func TestIndentedEndsStyles(t *testing.T) {
	got := Screen{Width: 40}.Indented("\x1b[1m12 events\x1b[22m by the rules of .claude/bcrules from yesterday to today", "")
	if strings.Count(got, "\n") < 2 || strings.Count(got, "\x1b[1m") != 1 {
		t.Errorf("found %q, want lines of which one word is bold", got)
	}
}
