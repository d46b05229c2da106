package engine

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A Host is the surroundings a hook runs in. Facts and actions use it and not
// package os, so that tests and dry runs can put others in their place.
type Host struct {
	Dir    string              // the project: the event's cwd, absolute
	Home   string              // the user's home folder, "" if unknown
	Getenv func(string) string // environment
	Now    func() time.Time
	Log    *Log

	Scratch *Scratch // makes the run a dry one; nil at hook time
	Stage   *Stage   // nil at hook time
}

// Path returns the file a rule means by name: from the project, or from the home
// folder after "~/", or as it stands if absolute. A relative name must not lead
// out of the project.
func (h *Host) Path(name string) (string, error) {
	switch {
	case name == "":
		return "", fmt.Errorf("found an empty path, want one from the project")
	case name == "~" || strings.HasPrefix(name, "~/"):
		if h.Home == "" {
			return "", fmt.Errorf("found path %q, but there is no home folder", name)
		}
		return h.Stage.within(filepath.Join(h.Home, name[1:]))
	case filepath.IsAbs(name):
		return h.Stage.within(filepath.Clean(name))
	case !filepath.IsLocal(name):
		return "", fmt.Errorf("found path %q, which leads out of the project; want one inside it, or an absolute one", name)
	}
	return filepath.Join(h.Dir, name), nil
}

// Local returns name as a rule would write it: from the project if it lies there.
func (h *Host) Local(path string) string {
	if rel, err := filepath.Rel(h.Dir, path); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return path
}

// NewHost returns the surroundings of this process for an event: its project is
// the event's cwd, or the process's own where the event names none.
func NewHost(ev *Event) *Host {
	h := &Host{Getenv: os.Getenv, Now: time.Now}
	h.Home, _ = os.UserHomeDir()
	if ev != nil && filepath.IsAbs(ev.Cwd) {
		h.Dir = filepath.Clean(ev.Cwd)
	} else {
		h.Dir, _ = os.Getwd()
	}
	return h
}
