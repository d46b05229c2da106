// Command bcstore asks databases in the place of bchook and bcrules, which have no SQL: it
// reads a request a line on stdin and writes an answer a line on stdout (package
// engine/store), and ends when stdin does. bchook starts it beside itself at the first
// question of an event that asks a store, bcrules where vet, doctor and tests do. Nothing
// is served to anybody else.
package main

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"bcrules.dev/cmd/sql"
)

func main() {
	if len(os.Args) > 1 {
		fmt.Fprintln(os.Stderr, "usage: bcstore < requests, which bchook writes; see \"bcrules docs stores\"")
		os.Exit(2)
	}
	signal.Ignore(syscall.SIGPIPE) // a hook that was ended leaves what it asked for done
	if err := sql.Serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bcstore:", err)
		os.Exit(1)
	}
}
