// Package actions holds what rules may do, one action a file: its doc, the CUE
// definition of its arguments, and its code.
//
// An action gets all paths, texts and limits from the rule. Strings in its
// arguments are templates, filled in before it runs; one that is a single ${…}
// keeps the type of its value. What it says to the agent goes to the Reply,
// where the engine merges it; how a file it writes is laid out is known to
// package files.
//
// To add one: a file with a function that returns one made by engine.NewAction, and its line in All, which
// says what it can do: people read that before they trust rules.
package actions

import "bcrules.dev/engine"

// All returns the actions by the name rules call them, with what each can do beyond
// the reply.
func All() map[string]engine.Action {
	return map[string]engine.Action{
		"allow":   allow(),
		"answer":  answer(),
		"ask":     ask(),
		"bind":    bind().Can(engine.Writes, "lock"),
		"block":   block(),
		"claim":   claim().Can(engine.Writes, "file"),
		"compact": compact().Can(engine.Writes, "file"),
		"deny":    deny(),
		"extra":   extra(),
		"halt":    halt(),
		"inject":  inject(),
		"learn":   learn().Can(engine.Writes, "file"),
		"link":    link().Can(engine.Writes, "as").Can(engine.Reads, "to"),
		"log":     log(),
		"mark":    mark().Can(engine.Writes, "marks"),
		"modify":  modify(),
		"offer":   offer().Can(engine.Writes, "marks"),
		"print":   print(),
		"run":     run().Can(engine.Runs, "run"),
		"spawn":   spawn().Can(engine.Runs, "run").Can(engine.Writes, "mkdir"),
		"state":   state().Can(engine.Writes, "file"),
		"status":  status().Can(engine.Writes, "plan"),
		"touch":   touch().Can(engine.Writes, ""),
		"unlock":  unlock().Can(engine.Writes, "lock"),
		"unmark":  unmark().Can(engine.Writes, "marks"),
	}
}

// always is the use of an action that writes to one output whatever its arguments.
func always(output, value string) map[string]engine.Use {
	return map[string]engine.Use{"": {Output: output, Value: value}}
}
