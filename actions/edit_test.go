package actions

import (
	"strings"
	"testing"

	"bcrules.dev/engine"
)

// of returns a step with fields, each followed by its value.
func of(fields ...any) engine.Object {
	var o engine.Object
	for i := 0; i < len(fields); i += 2 {
		o = append(o, engine.Member{Name: fields[i].(string), Value: fields[i+1]})
	}
	return o
}

func TestSteps(t *testing.T) {
	tests := []struct {
		name, text string
		step       engine.Object
		want       string
	}{
		{"under the last heading without an end", "# A", of("under", "A", "add", "x"), "# A\nx\n"},
		{"before blank lines", "# A\na\n\n\n# B\n", of("under", "A", "add", "x"), "# A\na\nx\n\n\n# B\n"},
		{"an empty section", "# A\n\n# B\n", of("under", "A", "add", "x"), "# A\nx\n\n# B\n"},
		{"blanks at a line's end stay", "# A\na  \n", of("under", "A", "add", "x"), "# A\na  \nx\n"},
		{"up to a rule", "# A\na\n---\nb\n", of("under", "A", "until", "^---$", "add", "x"), "# A\na\nx\n---\nb\n"},
		{"deeper headings are part of it", "# A\n## C\nc\n# B\n", of("section", "A", "with", "x"), "# A\nx\n# B\n"},
		{"no heading in a fence", "```\n# A\n```\n# A\n", of("section", "A", "with", "x"), "```\n# A\n```\n# A\nx\n"},
		{"no heading without a blank", "#A\n", of("section", "A", "with", "x"), "#A\n"},
		{"lines of Windows", "# A\r\na\r\n", of("under", "A", "add", "x\ny"), "# A\r\na\r\nx\r\ny\r\n"},
		{"times", "a a a", of("replace", "a", "with", "b", "times", 2), "b b a"},
		{"a pattern that matches nothing", "ab", of("replace", "x*", "with", "-"), "-a-b-"},
		{"end of what has none", "a", of("end", "b"), "a\nb\n"},
		{"front where there is none", "a\n", of("front", of("x", 1)), "---\nx: 1\n---\na\n"},
		{"front of null where there is none", "a\n", of("front", of("x", nil)), "a\n"},
		{"front without text after it", "---\nx: 1\n---", of("front", of("x", 2)), "---\nx: 2\n---\n"},
		{"front with a block", "---\nx:\n  - 1\n\n  - 2\ny: 1\n---\n", of("front", of("x", []any{})), "---\nx: []\ny: 1\n---\n"},
		{"front with a name in quotes", "---\n\"a b\": 1\n---\n", of("front", of("a b", 2)), "---\na b: 2\n---\n"},
		{"front that is empty", "---\n---\nb\n", of("front", of("x", 2)), "---\nx: 2\n---\nb\n"},
	}
	for _, test := range tests {
		changed := make([]bool, 1)
		got, err := editing{steps: []any{test.step}}.edited(test.text, changed)
		if err != nil || got != test.want || changed[0] != (got != test.text) {
			t.Errorf("%s: %q, %v, %v, want %q", test.name, got, changed, err, test.want)
		}
	}
}

// Steps change what they are about, and nothing else.
func FuzzSteps(f *testing.F) {
	f.Add("# A\n\na\n---\n# B\n", "^# A", "new")
	f.Add("---\na: 1\n---\n```\n# B\n", "B", "# B")
	f.Fuzz(func(t *testing.T, text, pattern, with string) {
		if _, err := newStep(of("replace", pattern, "with", with)); err != nil || strings.Contains(text, "\r") {
			return
		}
		do := func(text string, step engine.Object) string {
			out, err := editing{steps: []any{step}}.edited(text, make([]bool, 1))
			if err != nil {
				t.Fatalf("%v: %v", step, err)
			}
			return out
		}
		if got := do(text, of("under", pattern, "add", with)); got != text {
			heading, _ := finder(engine.JSON(pattern))
			from, to, _ := below(got, heading, nil)
			if from < 0 || with != "" && !strings.Contains(got[from:to]+"\n", with) && !strings.Contains(with, "#") {
				t.Errorf("%q under %q of %q is %q", with, pattern, text, got)
			}
		}
		if got := do(text, of("end", with)); !strings.HasPrefix(got, text) || !strings.HasSuffix(got, ended(with)) {
			t.Errorf("%q at the end of %q is %q", with, text, got)
		}
		if got := do(text, of("replace", pattern, "with", with, "in", "(?!)")); got != text {
			t.Errorf("%q is %q where it is about nothing", text, got)
		}
		do(text, of("section", pattern, "with", with))
		if once := do(text, of("front", of(with, pattern, "k", 1))); do(once, of("front", of(with, pattern, "k", 1))) != once {
			t.Errorf("front of %q is %q and then another", text, once)
		}
	})
}
