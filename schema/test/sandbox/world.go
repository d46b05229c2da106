// Package sandbox gives a test a project and a home folder of its own, and the
// hook that runs there a clock, an environment, servers, processes and programs
// that are just what the test says (World).
//
// What belongs here is what a hook meets. What it is asked, and what must come of
// it, is a matter of who tests.
package sandbox

import (
	"io/fs"
	"time"

	"bcrules.dev/engine/host"
)

// A World is what a hook meets at one event.
type World struct {
	Files    []File // made before the event
	Blank    bool   // stores are in memory
	Rows     []Rows // added to stores before the event
	Env      map[string]string
	Clock    time.Time
	System   string                  // the operating system, as Go names it
	Answers  []string                // addresses of servers
	Commands []string                // command lines of processes
	Pids     []int                   // numbers of processes
	Programs []string                // that can be started
	Idle     bool                    // so can all others, and each is taken to end well and print nothing
	Prints   map[string]host.Printed // what programs print that are run, by how their command lines begin
}

// Rows are to be added to a table of a store: objects as JSON, with columns as names.
type Rows struct {
	Store, Table string
	Rows         [][]byte
}

// A File is to be made: a text, a folder or a link.
type File struct {
	Path string // from the project, or from "~/" on in the home folder; with slashes
	Text string
	Dir  bool
	Link string        // target of a symbolic link, "" if it is none
	Gone bool          // it is to be taken away instead
	Age  time.Duration // at the time of the clock
	Mode fs.FileMode   // permissions, 0 for the usual ones
}
