package main

import (
	"slices"
	"strings"
	"testing"
)

// Flags come before arguments, each with its value; words of no command stay as they are.
func TestFlagsFirst(t *testing.T) {
	commands := app().Commands
	for line, want := range map[string]string{
		"":                                  "",
		"vet":                               "vet --",
		"vet dir --strict":                  "vet --strict -- dir",
		"vet a --format json b -- --strict": "vet --format json -- a b --strict",
		"test a -p 2 --run=x b":             "test -p 2 --run=x -- a b",
		"test a --nosuch b":                 "test --nosuch -- a b",
		"explain --event - rules":           "explain --event - -- rules",
		"explain - --all":                   "explain --all -- -",
		"new hook x --from":                 "new hook --from",
		"new hook --on Stop x --match vet":  "new hook --on Stop --match vet -- x",
		"new x hook":                        "new -- x hook",
		"--version vet --strict":            "--version vet --strict",
		"nosuch a --flag":                   "nosuch a --flag",
		"__complete vet a --":               "__complete vet a --",
	} {
		got := flagsFirst(commands, append([]string{"bcrules"}, strings.Fields(line)...))
		if strings.Join(got[1:], " ") != want {
			t.Errorf("%q: %q, want %q", line, got[1:], want)
		}
	}
}

// No word is lost or added, except after a flag without its value.
func FuzzFlagsFirst(f *testing.F) {
	f.Add("vet a --strict b -- c")
	f.Add("new hook x --from")
	commands := app().Commands
	words := func(line []string) []string {
		return slices.Sorted(slices.Values(slices.DeleteFunc(slices.Clone(line), func(w string) bool { return w == "--" })))
	}
	f.Fuzz(func(t *testing.T, text string) {
		line := append([]string{"bcrules"}, strings.Fields(text)...)
		got := flagsFirst(commands, line)
		if last := got[len(got)-1]; len(line) > 1 && last == line[len(line)-1] && strings.HasPrefix(last, "-") {
			return // the flag lacks its value
		}
		if a, b := words(line), words(got); !slices.Equal(a, b) {
			t.Errorf("%q has become %q", line, got)
		}
	})
}
