package trust

import "bcrules.dev/cmd/layers"

// Holds reports whether a rule set as it is now is what its user trusts: none of its layers
// asks, or the one that does is as it was when it was trusted. What isn't may be looked at,
// and reaches neither files nor servers.
func Holds(set layers.Set, getenv func(string) string) bool {
	r, notice, _ := state(set, getenv)
	return set.Asks == "" || r != nil && notice == ""
}
