// Package full holds the facts that need more than a hook's process should have
// to load: sockets, for one, make a Go program dynamically linked, which alone
// costs half as much as the whole hook, and parsers that make tables when they start.
// Only bcrules has them. A plan says which
// hooks ask for them; bchook hands their events over.
package full

import (
	"bcrules.dev/engine"
	"bcrules.dev/engine/facts"
)

// All returns the facts of package facts and of this one.
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
