package facts

import (
	"strings"
	"testing"

	"bcrules.dev/engine/effects"
	"bcrules.dev/engine/plan"
)

func TestCalled(t *testing.T) {
	push := effects.Command{Program: "git", Args: []string{"push", "-f", "origin", "+main"}, Operands: []string{"push", "origin", "+main"},
		Flags: []string{"force"}, Options: map[string]string{"o": "CI.skip"}, Via: []string{"sudo", "find -exec"}}
	for _, test := range []struct {
		name string
		way  map[string]any
		want bool
	}{
		{"anything", map[string]any{}, true},
		{"its program", map[string]any{"of": "git"}, true},
		{"one of two", map[string]any{"of": []any{"hg", "git"}}, true},
		{"another", map[string]any{"of": "gi"}, false},
		{"no pattern of a program", map[string]any{"of": "g*"}, false},
		{"how it begins", map[string]any{"begins": "push origin"}, true},
		{"how it goes on", map[string]any{"begins": "origin"}, false},
		{"more than there is", map[string]any{"begins": "* * * *"}, false},
		{"an operand after the beginning", map[string]any{"begins": "push", "has": "+*"}, true},
		{"an operand of the beginning", map[string]any{"begins": "push", "has": "push"}, false},
		{"after the second beginning", map[string]any{"begins": []any{"pull", "push"}, "has": "main +main"}, false},
		{"two operands", map[string]any{"has": "origin push"}, true},
		{"an argument in lower case", map[string]any{"args": "-F"}, true},
		{"a flag", map[string]any{"flags": []any{"mirror", "fo*"}}, true},
		{"two flags of which one is set", map[string]any{"flags": "force mirror"}, false},
		{"a value", map[string]any{"flags": "o=ci.*"}, true},
		{"another value", map[string]any{"flags": "o=ci"}, false},
		{"a value that is not set", map[string]any{"flags": "p=*"}, false},
		{"without what is set", map[string]any{"without": []any{"dry-run", "force"}}, false},
		{"without what is not set", map[string]any{"of": "git", "without": "dry-run"}, true},
		{"what runs it", map[string]any{"via": []any{"xargs", "find -exec"}}, true},
		{"a word of what runs it", map[string]any{"of": "git", "via": "-exec"}, false},
		{"how what runs it begins", map[string]any{"via": "find *"}, true},
		{"without both", map[string]any{"without": "force dry-run"}, true},
	} {
		for _, ways := range []any{[]any{test.way}, []any{map[string]any{"of": "x"}, test.way}} {
			stored, err := ready(ways)
			if err != nil {
				t.Errorf("%s: %v", test.name, err)
			}
			for _, ways := range []any{ways, plan.Ready{Made: stored}} {
				got, err := calledSo(effects.Effects{Commands: []effects.Command{push}}, ways)
				if err != nil || (len(got) > 0) != test.want {
					t.Errorf("%s: found %v, %v, want %t", test.name, got, err, test.want)
				}
			}
		}
	}
}

func TestLike(t *testing.T) {
	for _, test := range []struct {
		pattern, text string
		want          bool
	}{
		{"", "", true}, {"", "a", false}, {"*", "", true}, {"?", "", false}, {"?", "a", true},
		{"a*c", "abbc", true}, {"a*c", "abcb", false}, {"*a*b", "xaxaxb", true}, {"**", "x", true},
		{`\*`, "*", true}, {`\*`, "a", false}, {`a\`, "a", false}, {":?*", ":", false}, {":?*", ":x", true},
	} {
		if got := like(test.pattern, test.text); got != test.want {
			t.Errorf("%q for %q: found %t", test.pattern, test.text, got)
		}
	}
}

func TestWaysThatAreNone(t *testing.T) {
	for want, data := range map[string]any{
		"found git, want a list":            "git",
		"want a way to call a program":      []any{"git push"},
		"found flgs, want one of of, begin": []any{map[string]any{"flgs": "force"}},
		"flags: found 1, want a text":       []any{map[string]any{"flags": []any{"force", 1}}},
	} {
		if _, err := ready(data); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: found %v, want %s", data, err, want)
		}
	}
}
