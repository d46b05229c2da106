package host

import (
	"fmt"
	"path/filepath"
)

// A Stage replaces what a hook meets besides its files: in tests, which must not depend on it, and
// in dry runs, which must leave it alone. In a hook there is none, and facts and actions ask the
// system; they also do for what a Stage leaves unset.
type Stage struct {
	System  string                                  // the operating system, by Go's name
	Answers func(url string) bool                   // whether a server answers
	Running func(pid int, words string) bool        // whether a process runs: this one, or one with words in its command line
	Program func(name string) string                // the path of a program that can start, "" if none can
	Start   func(command []string) error            // starts a program
	Run     func(command []string) (Printed, error) // runs a program to its end
	Idle    bool                                    // programs don't really start, and have no effect
	Root    string                                  // folder of all files; a path that leads out of it is rejected
}

// A Printed is the result of running a program.
type Printed struct {
	Out      string `expr:"out"`                      // its stdout
	Err      string `expr:"err" unless:"stderr=join"` // its stderr, unless joined with stdout
	Code     int    `expr:"code" only:"!ok"`          // its exit code, -1 if a signal ended it
	TimedOut bool   `expr:"timedOut" only:"!ok"`      // it was ended when the time was up
	Cut      bool   `expr:"cut" only:"!ok"`           // it was ended because it wrote too much
}

// within rejects a path outside of the stage.
func (s *Stage) within(path string) error {
	if s != nil && s.Root != "" {
		if rel, err := filepath.Rel(s.Root, path); err != nil || !filepath.IsLocal(rel) {
			return fmt.Errorf("found path %q, which leads out of the test's project and home folder", path)
		}
	}
	return nil
}

// Staged reports whether all files are in a test's own folder.
func (h *Host) Staged() bool { return h.Stage != nil && h.Stage.Root != "" }

// Idle reports whether programs don't really start.
func (h *Host) Idle() bool { return h.Stage != nil && h.Stage.Idle }
