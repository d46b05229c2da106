package host

import (
	"fmt"
	"path/filepath"
)

// A Stage stands in for what a hook meets outside of its files: in tests, which
// must not depend on it, and in dry runs, which must leave it alone. At hook time
// there is none, and facts and actions ask the system itself; so they do for what
// a Stage leaves open.
type Stage struct {
	System  string                                  // the operating system, as Go names it
	Answers func(url string) bool                   // whether a server answers
	Running func(pid int, words string) bool        // whether a process runs: this one, or one with words in its command line
	Program func(name string) string                // the path of a program that can be started, "" if none can
	Start   func(command []string) error            // starts a program
	Run     func(command []string) (Printed, error) // runs a program to its end
	Idle    bool                                    // it doesn't start or run them in truth, and what they seem to do is nothing
	Root    string                                  // folder that all files lie in; a path that leads out of it is refused
}

// A Printed is what came of a program that was run.
type Printed struct {
	Out      string `expr:"out"`      // what it wrote to stdout
	Err      string `expr:"err"`      // what it wrote to stderr, where that is not joined
	Code     int    `expr:"code"`     // its exit code, -1 if a signal ended it
	TimedOut bool   `expr:"timedOut"` // it was ended as the time was up
	Cut      bool   `expr:"cut"`      // it was ended as it wrote more than was wanted
}

// within refuses a path that the stage doesn't have.
func (s *Stage) within(path string) error {
	if s != nil && s.Root != "" {
		if rel, err := filepath.Rel(s.Root, path); err != nil || !filepath.IsLocal(rel) {
			return fmt.Errorf("found path %q, which leads out of the test's project and home folder", path)
		}
	}
	return nil
}

// Staged reports whether all files lie in a folder of a test's own.
func (h *Host) Staged() bool { return h.Stage != nil && h.Stage.Root != "" }

// Idle reports whether programs are not started in truth.
func (h *Host) Idle() bool { return h.Stage != nil && h.Stage.Idle }
