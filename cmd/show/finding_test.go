package show

import (
	"bytes"
	"testing"
)

// Output for code scanners has their format, whatever was found.
func TestSARIF(t *testing.T) {
	tests := [][]Finding{
		nil,
		{{File: "a b/ü%.cue", Line: 3, Col: 7, Hook: "h", Check: "matcher", Severity: "warning", Message: "x"}},
		{{File: "/abs/r.cue", Check: "unreadable", Severity: "error", Message: "found \"a\"\nwant b"}},
		{{Check: "unreadable", Severity: "error", Message: "no place"}},
	}
	for _, all := range tests {
		if err := scanned(all).Validate(); err != nil {
			t.Errorf("%v: %v", all, err)
		}
	}
}

func TestGitHub(t *testing.T) {
	tests := []struct {
		Finding
		want string
	}{
		{Finding{File: "a,b:c%.cue", Line: 3, Col: 7, Hook: "h", Check: "matcher", Severity: "warning", Message: "x: 50%\ny"},
			"::warning file=a%2Cb%3Ac%25.cue,line=3,col=7,title=matcher::h: x: 50%25%0Ay\n"},
		{Finding{File: "a", Check: "unreadable", Severity: "error", Message: "x"}, "::error file=a,title=unreadable::x\n"},
		{Finding{Check: "unreadable", Severity: "error", Message: "x"}, "::error title=unreadable::x\n"},
	}
	for _, test := range tests {
		var out bytes.Buffer
		if err := writeGitHub(&out, []Finding{test.Finding}); err != nil || out.String() != test.want {
			t.Errorf("%q, %v, want %q", out.String(), err, test.want)
		}
	}
}
