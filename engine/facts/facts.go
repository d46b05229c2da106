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
// line in All, which says what it can do: people read that before they trust rules.
// What it gives is a plain Go value or a struct with tags: expr is the name of a
// field for conditions, which are checked by its type, and doc what people read of it.
package facts

import "bcrules.dev/engine"

// All returns the facts by the name conditions call them, with what each can do
// beyond the event.
func All() map[string]engine.Fact {
	return map[string]engine.Fact{
		"agent":      agent(),
		"beside":     beside(),
		"call":       call(),
		"cut":        cut(),
		"digest":     digest().Can(engine.Reads, "path"),
		"entries":    entries().Can(engine.Reads, "folder"),
		"env":        env().Can(engine.Learns, "name"),
		"file":       file().Can(engine.Reads, "path"),
		"fits":       fits(),
		"fixed":      fixed(),
		"glob":       glob().Can(engine.Reads, "pattern"),
		"grouped":    grouped(),
		"hasFlag":    hasFlag(),
		"json":       jsonFile().Can(engine.Reads, "path"),
		"knowledge":  knowledge().Can(engine.Reads, "path"),
		"lock":       lock().Can(engine.Reads, "path"),
		"marked":     marked().Can(engine.Reads, "marks").Can(engine.Learns, "marks"),
		"newest":     newest().Can(engine.Reads, "pattern"),
		"now":        now(),
		"ordered":    ordered(),
		"os":         system(),
		"pointer":    pointer().Can(engine.Reads, "path"),
		"project":    project(),
		"read":       read().Can(engine.Reads, "path"),
		"running":    running().Can(engine.Reads, "pidfile").Can(engine.Watches, "words"),
		"runs":       runs(),
		"section":    section().Can(engine.Reads, "path"),
		"session":    session(),
		"sha256":     hash(),
		"task":       task().Can(engine.Reads, "path"),
		"temp":       temp(),
		"transcript": conversation().Can(engine.Reads, "path"),
		"under":      under(),
		"unquoted":   unquoted(),
	}
}
