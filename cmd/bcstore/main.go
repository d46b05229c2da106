// Command bcstore asks databases in the place of bchook and bcrules, which have no SQL: it
// reads a request a line on stdin and writes an answer a line on stdout (package
// engine/store), and ends when stdin does. bchook starts it beside itself at the first
// question of an event that asks a store, bcrules where vet, doctor and tests do. Nothing
// is served to anybody else.
//
// SQL that nobody trusts, as bcrules looks at before its rules are, is to take no more than
// their evaluation may: the system holds the process to that (bound_unix.go).
package main

import (
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"bcrules.dev/cmd/sql"
)

func main() {
	usage := func() {
		fmt.Fprintln(os.Stderr, "usage: bcstore < requests, which bchook writes; see \"bcrules docs stores\"")
		os.Exit(2)
	}
	if len(os.Args) > 1 {
		flags := flag.NewFlagSet("bcstore", flag.ContinueOnError)
		cpu := flags.Duration("cpu", 0, "")
		memory := flags.Uint64("memory", 0, "")
		if flags.Usage = func() {}; flags.Parse(os.Args[1:]) != nil || flags.NArg() > 0 {
			usage()
		}
		if err := bound(*cpu, *memory); err != nil {
			fmt.Fprintln(os.Stderr, "bcstore:", err)
			os.Exit(1)
		}
	}
	signal.Ignore(syscall.SIGPIPE) // a hook that was ended leaves what it asked for done
	if err := sql.Serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bcstore:", err)
		os.Exit(1)
	}
}
