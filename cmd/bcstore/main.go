// Command bcstore asks databases for bchook and bcrules, which have no SQL. It reads a request a
// line on stdin, writes an answer a line on stdout (package engine/store), and ends when stdin
// does. bchook starts it beside itself when an event first asks a store; bcrules starts it when
// vet, doctor or tests do. It serves nobody else.
//
// bcrules also looks at the SQL of rules before anybody trusts these. Such SQL may take no more
// than the evaluation of the rules: the system enforces that (bound_unix.go).
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
	signal.Ignore(syscall.SIGPIPE) // what a hook asked for is done even if the hook was ended
	if err := sql.Serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bcstore:", err)
		os.Exit(1)
	}
}
