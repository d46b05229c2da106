// Package facts holds what conditions may ask about, one source of facts a file.
//
// A fact reads and never writes. It gets every path, pattern, text and limit as
// an argument: how a lock or a plan is laid out is known here (by way of package
// files), where it lies is known to the rules. A relative path is one from the
// event's project and can't lead out of it; "~/" is the user's home folder.
//
// Facts and actions are functions and not variables, so that a process that asks
// none spends nothing on them.
//
// To add one: a file with a function that returns one made by engine.Fact0, Fact1 or Fact2, and its
// line in All. What it gives is a plain Go value or a struct with expr tags, by
// whose types conditions are checked.
package facts

import "bcrules.dev/engine"

// All returns the facts by the name conditions call them.
func All() map[string]engine.Fact {
	return map[string]engine.Fact{
		"agent":     agent(),
		"beside":    beside(),
		"digest":    digest(),
		"entries":   entries(),
		"env":       env(),
		"file":      file(),
		"fixed":     fixed(),
		"glob":      glob(),
		"json":      jsonFile(),
		"knowledge": knowledge(),
		"lock":      lock(),
		"newest":    newest(),
		"now":       now(),
		"os":        system(),
		"pointer":   pointer(),
		"project":   project(),
		"read":      read(),
		"running":   running(),
		"section":   section(),
		"session":   session(),
		"task":      task(),
	}
}
