package ui

import (
	"slices"
	"strings"
	"testing"
)

// A line's pieces have the kinds that a person sees in them, also in expressions within texts.
func TestColoured(t *testing.T) {
	tests := map[string][]span{
		`a: "b" // c`:          {{"key", "a"}, {"", ": "}, {"text", `"b"`}, {"", " "}, {"comment", "// c"}},
		`"a": b`:               {{"text", `"a"`}, {"", ": "}, {"name", "b"}},
		`x: "1\(y.z)2\(f(3))"`: {{"key", "x"}, {"", ": "}, {"text", `"1\(`}, {"name", "y"}, {"", "."}, {"name", "z"}, {"text", `)2\(`}, {"name", "f"}, {"", "("}, {"number", "3"}, {"", ")"}, {"text", `)"`}},
		"if 1 {":               {{"word", "if"}, {"", " "}, {"number", "1"}, {"", " "}, {"", "{"}},
		"\tno: @tag(x)":        {{"", "    "}, {"key", "no"}, {"", ": "}, {"attribute", "@tag(x)"}},
	}
	for source, want := range tests {
		var got []span
		for _, s := range coloured([]byte(source))[0].Spans {
			if n := len(got); n > 0 && got[n-1].Class == "" && s.Class == "" {
				got[n-1].Text += s.Text
				continue
			}
			got = append(got, s)
		}
		var joined []span
		for _, s := range want {
			if n := len(joined); n > 0 && joined[n-1].Class == "" && s.Class == "" {
				joined[n-1].Text += s.Text
				continue
			}
			joined = append(joined, s)
		}
		if !slices.Equal(got, joined) {
			t.Errorf("%s:\nfound %q\nwant  %q", source, got, joined)
		}
	}
}

// Whatever a file holds, all its lines are shown as they are.
func FuzzColoured(f *testing.F) {
	for _, seed := range []string{"a: \"\\(b)\"\n", `"\(a) (` + "\n)", "\"\"\"\n\ta \\(1)\n\t\"\"\"", "#\"\\#(a)\"#", "\xff\x00`", `x: "\((1))"`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, source []byte) {
		var lines []string
		for _, l := range coloured(source) {
			var b strings.Builder
			for _, s := range l.Spans {
				b.WriteString(s.Text)
			}
			lines = append(lines, b.String())
		}
		if got, want := strings.Join(lines, "\n"), strings.ReplaceAll(string(source), "\t", "    "); got != want {
			t.Errorf("found %q, want %q", got, want)
		}
	})
}
