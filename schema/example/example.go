// Package example has an example of each fact and of each action: a rule set with its
// tests, which people are shown and this module runs.
package example

import (
	"embed"
	"strings"
)

//go:embed fact/*.cue action/*.cue
var all embed.FS

// Kinds of what examples are of.
const (
	Fact   = "fact"
	Action = "action"
)

// Of returns the example of a fact or an action, "" if there is none.
func Of(kind, name string) string {
	text, _ := all.ReadFile(kind + "/" + name + ".cue")
	return string(text)
}

// Parts returns the rules of an example, and its tests.
func Parts(text string) (rules, tests string) {
	i := strings.Index(text, "\ntests:") + 1
	return text[:i], text[i:]
}
