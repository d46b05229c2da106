// Command bcfleet keeps an organisation's machines on its rules: it publishes them to a registry,
// pulls them from there as the administrator (package fleet), and ships the decisions made by them
// to a collector (package fleet/ship). Nothing of it runs in a hook.
package main

import (
	"os"

	"bcrules.dev/cmd/fleet"
)

func main() { os.Exit(fleet.Run(os.Args)) }
