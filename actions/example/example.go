// Package example has an example of each action: a rule set with its tests, which people
// are shown and this module runs. None of it is linked into the hook command.
package example

import (
	"embed"
	"strings"
)

//go:embed *.cue
var all embed.FS

// Of returns the example of an action, "" if there is none.
func Of(action string) string {
	text, _ := all.ReadFile(action + ".cue")
	return string(text)
}

// Parts returns the rules of an example, and its tests.
func Parts(text string) (rules, tests string) {
	i := strings.Index(text, "\ntests:") + 1
	return text[:i], text[i:]
}
