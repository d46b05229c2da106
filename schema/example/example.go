// Package example holds an example of each fact and each action, a rule set with tests, to show to
// people. This module's tests run them.
package example

import "embed"

//go:embed fact/*.cue action/*.cue
var all embed.FS

// Fact and Action are the kinds of examples.
const (
	Fact   = "fact"
	Action = "action"
)

// Of returns the example of a fact or an action, "" if there is none.
func Of(kind, name string) string {
	text, _ := all.ReadFile(kind + "/" + name + ".cue")
	return string(text)
}
