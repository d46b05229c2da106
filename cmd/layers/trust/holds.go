package trust

import (
	"slices"

	"bcrules.dev/cmd/layers"
)

// Holds reports whether rules as they are now are what their user trusts: each layer is a pack of
// this program, the user's own, or as it was when it was trusted, however it was named. To name a
// folder is to have it looked at. What isn't trusted reaches neither files nor servers then.
func Holds(set layers.Set, getenv func(string) string) bool {
	own := set.User(getenv)
	return !slices.ContainsFunc(set.Layers, func(dir string) bool {
		if layers.IsPack(dir) || own != "" && Real(dir) == Real(own) {
			return false
		}
		one := set
		one.Asks = dir
		r, notice, _ := state(one, getenv)
		return r == nil || notice != ""
	})
}
