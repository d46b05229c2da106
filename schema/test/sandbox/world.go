// Package sandbox gives a test a project and a home folder of its own, and gives the hook that runs
// there a clock, an environment, servers, processes and programs exactly as the test says (World).
//
// It holds only the surroundings of the hook. The test decides which events the hook gets and what
// it expects.
package sandbox

import (
	"io/fs"
	"time"

	"bcrules.dev/engine/host"
)

// A World is the surroundings of a hook at one event.
type World struct {
	Files    []File // made before the event
	Blank    bool   // stores are in memory
	Rows     []Rows // added to stores before the event
	Env      map[string]string
	Clock    time.Time
	System   string                  // the operating system, by its name in Go
	Answers  []string                // addresses of servers that answer
	Commands []string                // command lines of running processes
	Pids     []int                   // numbers of running processes
	Programs []string                // names of programs that can be started
	Idle     bool                    // all other programs can be started, too, and end well without output
	Prints   map[string]host.Printed // output of programs, by the beginning of their command lines
}

// Rows are rows to add to a table of a store: JSON objects by column.
type Rows struct {
	Store, Table string
	Rows         [][]byte
}

// A File is a file to make: a text, a folder or a link.
type File struct {
	Path string // from the project, or from the home folder with ~/; with slashes
	Text string
	Dir  bool
	Link string        // target of a symbolic link, "" for none
	Gone bool          // the file is removed instead
	Age  time.Duration // its age at the time of the clock
	Mode fs.FileMode   // permissions, 0 for the usual ones
}
