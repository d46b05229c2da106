package agent

import (
	"strings"
	"testing"

	"bcrules.dev/engine/effects/programs"
)

// A patch is parsed like apply_patch does it.
func TestPatched(t *testing.T) {
	for _, test := range []struct{ name, patch, want string }{
		{"none", "", ""},
		{"no file", "*** Begin Patch\n*** End Patch\n", ""},
		{"added", "*** Begin Patch\n*** Add File: a.txt\n+one\n+\n+*** Add File: b\n*** End Patch\n", `{"how":"add","path":"a.txt","new":"one\n\n*** Add File: b\n"}`},
		{"changed", "*** Update File: a b.txt\n@@ func x\n same\n-old\n+new\n@@\n-x\n*** End of File\n", `{"how":"update","path":"a b.txt","old":"same\nold\nx\n","new":"same\nnew\n"}`},
		{"deleted, then added", "*** Delete File: a\n*** Add File: b\n+x", `{"how":"delete","path":"a"} {"how":"add","path":"b","new":"x\n"}`},
		{"moved", "*** Update File: a\n*** Move to: b\n@@\n-x\n+y\n*** Add File: c\n", `{"how":"update","path":"a","old":"x\n","new":"y\n"} {"how":"move","path":"b","old":"x\n","new":"y\n"} {"how":"add","path":"c"}`},
		{"no blank", "*** Add File:/a\n+x\n*** Update File:\tb\n*** Move to:c\n*** Delete File:d\n", `{"how":"add","path":"/a","new":"x\n"} {"how":"update","path":"b"} {"how":"move","path":"c"} {"how":"delete","path":"d"}`},
		{"ends of lines, spaces", "*** Begin Patch\r\n  *** Update File:  a \r\n+x\r\n", `{"how":"update","path":"a","new":"x\n"}`},
	} {
		var got []string
		for _, file := range patched(test.patch) {
			got = append(got, file.Raw)
		}
		if got := strings.Join(got, " "); got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}

// In any patch each file that a line names appears once.
func FuzzPatched(f *testing.F) {
	f.Add("*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@\n-x\n+y\n*** Delete File: c\n*** End Patch\n")
	f.Fuzz(func(t *testing.T, patch string) {
		n := 0
		for line := range strings.Lines(patch) {
			if how, _, _ := programs.Marked(line); how != "" {
				n++
			}
		}
		if got := patched(patch); len(got) != n {
			t.Errorf("%d files, want %d", len(got), n)
		}
	})
}
