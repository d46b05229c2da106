// Command bcfleet has the rules of an organisation on its machines: it publishes them to a
// registry, pulls them from there as the administrator (package fleet), and ships what was decided
// by them to a collector (package fleet/ship). Nothing of it runs in a hook.
package main

import (
	"os"

	"bcrules.dev/cmd/fleet"
)

func main() { os.Exit(fleet.Run(os.Args)) }
