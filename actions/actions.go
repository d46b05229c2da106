// Package actions holds what rules may do, one action a file: its doc, the CUE
// definition of its arguments, and its code.
//
// An action gets all paths, texts and limits from the rule. Strings in its
// arguments are templates, filled in before it runs; one that is a single ${…}
// keeps the type of its value. What it says to the agent goes to the Reply,
// where the engine merges it.
//
// To add one: a file with an engine.Action that says all there is to say of it, and its
// line in All.
package actions

import (
	"maps"

	"bcrules.dev/engine"
	"bcrules.dev/engine/task"
)

// All returns the actions by the name rules call them, those of package task among them.
func All() map[string]engine.Action {
	all := map[string]engine.Action{
		"allow":  allow,
		"answer": answer,
		"ask":    ask,
		"block":  block,
		"claim":  claim,
		"deny":   deny,
		"extra":  extra,
		"halt":   halt,
		"inject": inject,
		"link":   link,
		"log":    log,
		"mark":   mark,
		"modify": modify,
		"offer":  offer,
		"print":  print,
		"run":    run,
		"spawn":  spawn,
		"state":  state,
		"touch":  touch,
		"unmark": unmark,
	}
	maps.Copy(all, task.Actions())
	return all
}
