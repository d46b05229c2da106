// Package actions holds what rules may do, one action a file: its doc, the CUE
// definition of its arguments, and its code.
//
// An action gets all paths, texts and limits from the rule. Strings in its
// arguments are templates, filled in before it runs; one that is a single ${…}
// keeps the type of its value. What it says to the agent goes to the Reply,
// where the engine merges it; how a file it writes is laid out is known to
// package files.
//
// To add one: a file with an engine.Action that says all there is to say of it, and its
// line in All.
package actions

import "bcrules.dev/engine"

// All returns the actions by the name rules call them.
func All() map[string]engine.Action {
	return map[string]engine.Action{
		"allow":   allow,
		"answer":  answer,
		"ask":     ask,
		"bind":    bind,
		"block":   block,
		"claim":   claim,
		"compact": compact,
		"deny":    deny,
		"extra":   extra,
		"halt":    halt,
		"inject":  inject,
		"learn":   learn,
		"link":    link,
		"log":     log,
		"mark":    mark,
		"modify":  modify,
		"offer":   offer,
		"print":   print,
		"run":     run,
		"spawn":   spawn,
		"state":   state,
		"status":  status,
		"touch":   touch,
		"unlock":  unlock,
		"unmark":  unmark,
	}
}
