// Package full has the facts whose code is too slow to load in each hook's process: sockets make a
// Go program dynamically linked, which alone costs half as much as the whole hook, and some parsers
// build tables at start. Only bcrules has them. A plan says which hooks use them; bchook hands
// their events over to bcrules.
package full

import (
	"bcrules.dev/engine"
	"bcrules.dev/engine/facts"
)

// All returns the facts of package facts and of this package.
func All() engine.Table[engine.Fact] {
	all := append(facts.All(), engine.Table[engine.Fact]{
		{Name: "reachable", Of: &reachable},
	}...)
	for i := range all {
		if all[i].Name == "parsed" {
			all[i].Of = &parsed
		}
	}
	return all
}
