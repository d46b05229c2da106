// Command bcindex fills the code index of a project (package index). "bcrules index" and the action
// index start it. It is a separate program because grammars and their machine would slow down each
// start of bcstore.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"time"

	"bcrules.dev/cmd/index"
)

// A report is a line written while an index is brought up to date: how many files must be read, and
// how many have been. Busy says that another process does it.
type report struct {
	Files int  `json:"files"`
	Done  int  `json:"done"`
	Busy  bool `json:"busy,omitempty"`
}

func main() {
	err := fill(os.Args[1:])
	switch {
	case errors.Is(err, flag.ErrHelp):
		os.Exit(2)
	case err != nil:
		fmt.Fprintln(os.Stderr, "bcindex:", err)
		os.Exit(1)
	}
}

// linger is how long an indexer waits for more requests, so that a burst of edits takes one run.
const linger = 300 * time.Millisecond

// fill brings an index up to date. If asked to, it reports its progress on stdout.
func fill(args []string) error {
	x := index.Indexer{Readers: 1}
	set := flag.NewFlagSet("bcindex", flag.ContinueOnError)
	set.StringVar(&x.Dir, "project", "", "its `folder`")
	set.StringVar(&x.File, "file", "", "of the index")
	set.StringVar(&x.Grammars, "grammars", "", "`folder` of the grammars")
	set.BoolVar(&x.Wait, "wait", false, "for one that works already, and say on stdout how far it is")
	if err := set.Parse(args); err != nil {
		return err
	}
	if x.Dir == "" || x.File == "" {
		return errors.New("found no --project or no --file, want both; \"bcrules index\" says them")
	}
	paths := set.Args()
	if len(paths) == 0 {
		paths = []string{""}
	}
	say := func(r report) { json.NewEncoder(os.Stdout).Encode(r) }
	if x.Wait {
		x.Readers = min(runtime.NumCPU(), 4)
		last := time.Time{}
		x.Report = func(files, done int) {
			if done == files || time.Since(last) > 50*time.Millisecond {
				last = time.Now()
				say(report{Files: files, Done: done})
			}
		}
	} else {
		x.Linger = linger
		yield()
	}
	err := x.Run(paths)
	if errors.Is(err, index.ErrBusy) {
		say(report{Busy: true})
		return nil
	}
	return err
}
