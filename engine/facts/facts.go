// Package facts holds what conditions may ask about, one source of facts a file.
//
// A fact reads and never writes. It gets every path, pattern, text and limit as an
// argument: how a file is laid out is known here, where it lies is known to the rules.
// A relative path is one from the event's project and can't lead out of it; "~/" is the
// user's home folder.
//
// To add one: a variable with an engine.Fact that says all there is to say of it, in
// the file of its noun, and its line in All. What the fact gives is a plain Go value or
// a struct with tags: expr is the name of a field for conditions, which are checked by
// its type, and doc what people read of it.
package facts

import (
	"maps"

	"bcrules.dev/engine"
	"bcrules.dev/engine/task"
)

// All returns the facts by the name conditions call them, those of package task among
// them.
func All() map[string]engine.Fact {
	all := map[string]engine.Fact{
		"agent":      agent,
		"beside":     beside,
		"call":       call,
		"called":     called,
		"cut":        cut,
		"cwd":        cwd,
		"entries":    entries,
		"env":        env,
		"file":       file,
		"fits":       fits,
		"fixed":      fixed,
		"glob":       glob,
		"grouped":    grouped,
		"hasFlag":    hasFlag,
		"json":       jsonFile,
		"marked":     marked,
		"newest":     newest,
		"now":        now,
		"ordered":    ordered,
		"os":         system,
		"project":    project,
		"read":       read,
		"running":    running,
		"runs":       runs,
		"seconds":    seconds,
		"session":    session,
		"sha256":     hash,
		"temp":       temp,
		"transcript": conversation,
		"under":      under,
		"unquoted":   unquoted,
	}
	maps.Copy(all, task.Facts())
	return all
}
