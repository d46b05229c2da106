// Package host is where a hook runs: its project (project.go, worktree.go) and home, its
// environment and clock, its log (log.go), the settings files that a project keeps
// (settings.go), and what it stands on itself (own.go); and which folders are the user's own
// (folders.go), with the key of what is theirs (key.go); and which programs this one starts of
// itself (started.go). Facts
// and actions ask it and not package os, so that a test or a dry run can put other
// surroundings in their place (stage.go).
//
// A path is a name in a folder (files.Place), whoever says it. Rules build paths from
// events and from what files hold, so a path at run time doesn't show who wrote it: it
// stays in the project. What the rules write down themselves, ~/plans say, is found
// when they are compiled and stands in the plan as the hook's reach.
package host

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/store"
	"bcrules.dev/engine/table"
)

// A Host is the surroundings a hook runs in. Facts and actions use it and not
// package os, so that tests and dry runs can put others in their place.
type Host struct {
	Dir     string              // the project's root, absolute
	Cwd     string              // the folder that the agent is in: the event's cwd, absolute
	Project *Project            // how Dir was found; nil on a stage
	Home    string              // the user's home folder, "" if unknown
	Temp    string              // folder for temporary files, absolute, "" if unknown
	Getenv  func(string) string // environment
	Now     func() time.Time
	Log     *Log
	Indexes table.Store  // keeps indexes of tables; the zero Store at dry runs and in tests
	Stores  store.Keeper // asks stores; nil where nothing can. Close closes it
	Blank   bool         // nobody trusts the rules: their stores are made of nothing, in memory, and nothing outside of the project is in reach
	Reach   []string     // what the hooks that run may use outside of the project; Run says it
	Until   time.Time    // when the event is to be answered; zero for no limit

	Overlay *files.Overlay // makes the run a dry one; nil at hook time
	Stage   *Stage         // nil at hook time

	// Once reports whether a text is said for the first time in the session, and notes
	// that it is; nil says so of all.
	Once func(text string) bool
	// Down reports whether a text is said for the first time since a store can't be asked,
	// and notes that it is; Up notes that it can. Nil where nothing is noted.
	Down func(store, text string) bool
	Up   func(store string)
	// Lifted reports whether the user has lifted a rule of a name; nil where nobody can.
	Lifted func(rule string) bool

	kept    *files.Root        // of Dir, so that it is opened once; may be nil
	stands  map[string][]Stand // what the hooks stand on, by names of settings, once it was asked for
	settled *settled           // from OpenLog on
}

// Place returns the file that a path means: from the project, or from the home
// folder after "~/", or as it stands if absolute. Paths come from events and files
// as well as from rules, so whoever wrote it: it must not lead out of the project,
// by its words or by a link, but to what is in Reach.
func (h *Host) Place(name string) (files.Place, error) {
	p, err := h.place(name)
	return p.Over(h.Overlay), err
}

func (h *Host) place(name string) (files.Place, error) {
	path := name
	switch {
	case name == "":
		return files.Place{}, fmt.Errorf("found an empty path, want one from the project")
	case atHome(name) || filepath.IsAbs(name):
		var err error
		if path, err = h.absolute(name); err != nil {
			return files.Place{}, err
		}
		if err := h.Stage.within(path); err != nil {
			return files.Place{}, err
		}
	case !filepath.IsLocal(name):
		return files.Place{}, fmt.Errorf("found path %q, which leads out of the project; want one inside it", name)
	default:
		return h.root().Place(name), nil
	}
	if rel, ok := below(h.Dir, path); ok {
		return h.root().Place(rel), nil
	}
	dirs := h.reached()
	p, ok := placeIn(dirs, path)
	if !ok { // facts say of what they found where links led
		for i, dir := range dirs {
			dirs[i], _ = led(dir)
		}
		p, ok = placeIn(dirs, path)
	}
	if ok {
		return p, nil
	}
	if h.confined() {
		return files.Place{}, fmt.Errorf("found path %q, which is outside of the project; want one inside it: %w", name, ErrConfined)
	}
	return files.Place{}, fmt.Errorf("found path %q, which is outside of the project; want one inside it, or one that the rule itself names", name)
}

// reached returns the paths of what is in reach, absolute.
func (h *Host) reached() (dirs []string) {
	if h.confined() {
		return nil
	}
	for _, reach := range h.Reach {
		dir, err := h.absolute(reach)
		if reach == TempFolder {
			dir, err = h.Temp, nil
		}
		if err == nil {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// ErrConfined is why rules reach no file outside of the project that they name.
var ErrConfined = errors.New("nobody trusts the rules")

// confined reports whether rules that nobody trusts reach the project and nothing else: a stage of a
// test's own has nothing that isn't theirs.
func (h *Host) confined() bool { return h.Blank && !h.Staged() }

// placeIn returns the place of a path in the first of some folders that it is, or lies in.
func placeIn(dirs []string, path string) (files.Place, bool) {
	for _, dir := range dirs {
		if rel, ok := below(dir, path); ok && rel == "." {
			return files.At(path), true
		} else if ok {
			return files.NewRoot(dir).Place(rel), true
		}
	}
	return files.Place{}, false
}

// TempFolder stands in a reach for the folder of temporary files.
const TempFolder = "$TMPDIR"

// Named is Place for a path that stands in the rules as such, and so may lead anywhere.
func (h *Host) Named(name string) (files.Place, error) {
	free := *h
	free.Reach = []string{name}
	return free.Place(name)
}

// Text returns the text of a file that rules name by its path (Place), bytes that are
// no UTF-8 as U+FFFD, and without a byte order mark; "" if it isn't there, and for an empty
// path. It fails if there are more bytes than most.
func (h *Host) Text(name string, most int64) (string, error) {
	if name == "" {
		return "", nil
	}
	p, err := h.Place(name)
	if err != nil {
		return "", err
	}
	data, err := files.ReadMost(p, most)
	if files.Absent(err) {
		return "", nil
	}
	return strings.ToValidUTF8(string(files.Unmarked(data)), "\uFFFD"), err
}

func (h *Host) root() *files.Root {
	if h.kept != nil && h.kept.Dir() == h.Dir {
		return h.kept
	}
	return files.NewRoot(h.Dir)
}

// atHome reports whether a path is one from the home folder.
func atHome(name string) bool { return name == "~" || strings.HasPrefix(name, "~/") }

// absolute returns a path from the home folder, or one that is absolute, cleaned.
func (h *Host) absolute(name string) (string, error) {
	switch {
	case !atHome(name):
		return filepath.Clean(name), nil
	case h.Home == "":
		return "", fmt.Errorf("found path %q, but there is no home folder", name)
	}
	return filepath.Join(h.Home, name[1:]), nil
}

// below returns path from dir, both absolute, if it is dir or lies in it.
func below(dir, path string) (rel string, ok bool) {
	if dir == "" {
		return "", false
	}
	rel, err := filepath.Rel(dir, path)
	return rel, err == nil && filepath.IsLocal(rel)
}

// Local returns name as a rule would write it: from the project if it lies there.
func (h *Host) Local(path string) string {
	if rel, ok := below(h.Dir, path); ok {
		return filepath.ToSlash(rel)
	}
	return path
}

// afterwards is the time kept for what rules do after something that took all there
// was.
const afterwards = 250 * time.Millisecond

// Within returns how long something may take that asks for d: no longer than the
// event has, less what the rules then need to do without.
func (h *Host) Within(d time.Duration) time.Duration {
	if h.Until.IsZero() {
		return d
	}
	left := time.Until(h.Until)
	return max(min(d, left-min(left/4, afterwards)), 0)
}

// First reports whether a text is said for the first time in the session.
func (h *Host) First(text string) bool { return h.Once == nil || h.Once(text) }

// FirstDown reports whether a text is said for the first time in an outage of a store.
func (h *Host) FirstDown(store, text string) bool { return h.Down == nil || h.Down(store, text) }

// IsUp notes that a store was asked.
func (h *Host) IsUp(store string) {
	if h.Up != nil {
		h.Up(store)
	}
}

// Close lets go of the project's folder and of stores.
func (h *Host) Close() error {
	var err error
	if h.Stores != nil {
		err = h.Stores.Close()
	}
	if h.kept == nil {
		return err
	}
	return errors.Join(err, h.kept.Close())
}

// New returns the surroundings of this process for an event: its project is that of the
// event's cwd, or of the process's own where the event names none. Close it.
func New(ev *plan.Event) *Host { return NewOwn(ev, "") }

// NewOwn is New where the command line says in which folder the user's own rules are, unless
// that is "".
func NewOwn(ev *plan.Event, rules string) *Host {
	h := &Host{Getenv: os.Getenv, Now: time.Now}
	if ev != nil && filepath.IsAbs(ev.Cwd) {
		h.Cwd = filepath.Clean(nameable(ev.Cwd))
	} else {
		h.Cwd, _ = os.Getwd()
	}
	getenv := h.Getenv
	if ev != nil && (ev.Started != "" || ev.Client != (plan.Client{})) { // of another agent SessionDir is anybody's word
		getenv = func(name string) string {
			if name == SessionDir {
				return ev.Started
			}
			return h.Getenv(name)
		}
	}
	h.Project = FindProject(h.Cwd, getenv)
	h.Project.Beside, h.Project.Own = besides(ev), rules
	h.Dir = h.Project.Root
	own := h.Project.Folders()
	h.Home, h.Temp, h.Indexes = own.Meant, own.Temp, table.Store{Dir: Bcrules(own.Cache, "tables"), Key: own.Key}
	h.kept = files.KeepRoot(h.Dir)
	return h
}
