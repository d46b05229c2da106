// Command bchook is the hook command that agents run. It is "bcrules hook" without CUE and the cli
// library, so that it starts as fast as a process can. It answers from compiled plans. If rules
// changed, or a hook needs something that only bcrules has, it runs the bcrules beside it.
//
// The garbage collector is left alone: a hook's heap stays below the 4 MB at which it first runs,
// and switching it off made no measurable difference.
package main

import (
	"fmt"
	"io"
	"os"

	_ "bcrules.dev/cmd/bchook/early"
	"bcrules.dev/cmd/hook"
	"bcrules.dev/engine/facts"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/store"
)

const usage = `usage: bchook [--closed] [--agent NAME] [--event NAME] [--rules DIR]… [--only NAME] [--within DURATION] < event.json

The same as "bcrules hook"; see "bcrules help hook".
`

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	o, err := hook.ParseArgs(args)
	c := hook.Command{Facts: facts.All, Compile: compile, HandOver: handOver, Stores: stores, Exit: os.Exit}
	if err != nil {
		fmt.Fprintf(stderr, "bchook: %v\n\n%s", err, usage)
		return c.Misused(o, err, stdin, stdout, stderr)
	}
	return c.Run(o, stdin, stdout, stderr)
}

// stores returns the keeper that asks bcstore.
func stores(h *host.Host) store.Keeper {
	return &store.Helper{Program: hook.Storekeeper, Left: h.Within, Home: h.Home}
}
