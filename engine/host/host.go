// Package host is where a hook runs: its project (project.go, worktree.go) and home, its environment
// and clock, its log (log.go), the settings files of a project (settings.go), and what the hook
// itself relies on (own.go). It also says which folders are the user's own (folders.go), keeps the
// user's key (key.go), and finds programs that this one starts itself (started.go). Facts and
// actions use it instead of package os, so that a test or a dry run can replace the surroundings
// (stage.go).
//
// A path is a name in a folder (files.Place), whoever says it. Rules build paths from events and
// from contents of files, so at run time a path doesn't show who wrote it: it stays in the project.
// A path that the rules themselves write, such as ~/plans, is found when they are compiled, and is
// in the plan as the hook's reach.
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

// A Host is the surroundings of a hook. Facts and actions use it instead of package os, so that
// tests and dry runs can replace them.
type Host struct {
	Dir     string              // the project's root, absolute
	Cwd     string              // the agent's folder: the event's cwd, absolute
	Project *Project            // how Dir was found; nil on a stage
	Home    string              // the user's home folder, "" if unknown
	Temp    string              // folder for temporary files, absolute, "" if unknown
	Getenv  func(string) string // environment
	Now     func() time.Time
	Log     *Log
	Indexes table.Store  // of tables; the zero Store in dry runs and in tests
	Stores  store.Keeper // asks stores; nil if nothing can. Close closes it
	Blank   bool         // the rules are not trusted: their stores start empty, in memory, and they reach nothing outside of the project
	Reach   []string     // what the running hooks may use outside of the project; set by Run
	Until   time.Time    // when the answer is due; zero for no limit

	Overlay *files.Overlay // makes this a dry run; nil in a hook
	Stage   *Stage         // nil in a hook

	// Once reports whether a text is new in the session, and records it; nil means that all are.
	Once func(text string) bool
	// Down reports whether a text is new since a store can't be asked, and records it; Up records
	// that it can. Nil records nothing.
	Down func(store, text string) bool
	Up   func(store string)
	// Lifted reports whether the user has lifted a rule; nil if nobody can.
	Lifted func(rule string) bool

	OfPack  bool               // what acts now is a pack's
	kept    *files.Roots       // of Dir and what is in Reach; may be nil
	ways    map[string]way     // by folders, once asked; see alias.go
	real    string             // see Real, once asked
	stands  map[string][]Stand // what the hooks rely on, by names of settings, once asked
	settled *settled           // set by OpenLog
}

// Place returns the file that a path means: in the project, or in the home folder after "~/", or
// the path itself if absolute. Paths come from events and files as well as from rules. So whoever
// wrote one, it must not lead out of the project, by its text or by a link, except to what is in
// Reach.
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
	case !relative(name):
		return files.Place{}, fmt.Errorf("found path %q, which leads out of the project; want one inside it", name)
	default:
		return h.root().Place(name), nil
	}
	if rel, ok := below(h.Dir, path); ok {
		return h.root().Place(rel), nil
	}
	dirs := h.reached()
	p, ok := placeIn(dirs, path)
	if !ok { // facts report files by resolved paths
		for i, dir := range dirs {
			dirs[i], _ = led(dir)
		}
		p, ok = placeIn(dirs, path)
	}
	if ok {
		return h.kept.Keep(p), nil
	}
	if rel, ok := below(h.Dir, h.Led(path)); ok {
		return h.root().Place(rel), nil
	}
	if h.confined() {
		return files.Place{}, fmt.Errorf("found path %q, which is outside of the project; want one inside it: %w", name, ErrConfined)
	}
	return files.Place{}, fmt.Errorf("found path %q, which is outside of the project; want one inside it, or one that the rule itself names", name)
}

// reached returns the absolute paths in reach.
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

// ErrConfined says why rules can't reach files outside of the project that they name.
var ErrConfined = errors.New("nobody trusts the rules")

// confined reports whether untrusted rules reach only the project. On a test's own stage they don't
// need that: everything there is theirs.
func (h *Host) confined() bool { return h.Blank && !h.Staged() }

// placeIn returns the place of a path in the first of some folders that contains it, or is it.
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

// TempFolder stands for the folder of temporary files in a reach.
const TempFolder = "$TMPDIR"

// Named is Place for a path written in the rules, which may lead anywhere.
func (h *Host) Named(name string) (files.Place, error) {
	free := *h
	free.Reach = []string{name}
	return free.Place(name)
}

// Text returns the text of a file that rules name by its path (Place), with U+FFFD for bytes that
// aren't UTF-8, and without a byte order mark; "" if it doesn't exist, or the path is empty. It
// fails if the file has more than most bytes.
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

// ignored reports whether git is to ignore the folders that are made in a folder: those that packs
// make in a linked worktree. There they would keep git from removing it without force, which takes
// what is of worth, too; in the main one a project says itself what it shares.
func (h *Host) ignored(dir string) bool {
	return h.OfPack && dir == h.Dir && h.Project != nil && h.Project.Main() != ""
}

func (h *Host) root() *files.Root { return h.kept.At(h.Dir) }

// relative reports whether a path starts at the project and stays in it.
func relative(name string) bool { return !atHome(name) && filepath.IsLocal(name) }

// atHome reports whether a path starts at the home folder.
func atHome(name string) bool { return name == "~" || strings.HasPrefix(name, "~/") }

// absolute returns a cleaned path, with ~ replaced by the home folder.
func (h *Host) absolute(name string) (string, error) {
	switch {
	case !atHome(name):
		return filepath.Clean(name), nil
	case h.Home == "":
		return "", fmt.Errorf("found path %q, but there is no home folder", name)
	}
	return filepath.Join(h.Home, name[1:]), nil
}

// below returns path relative to dir, both absolute, if it is dir or inside it.
func below(dir, path string) (rel string, ok bool) {
	if dir == "" {
		return "", false
	}
	rel, err := filepath.Rel(dir, path)
	return rel, err == nil && filepath.IsLocal(rel)
}

// Local returns a path as a rule would write it: relative to the project if it is inside.
func (h *Host) Local(path string) string {
	if rel, ok := below(h.Dir, h.Led(path)); ok {
		return filepath.ToSlash(rel)
	}
	return path
}

// afterwards is the time reserved for what rules do after something that took all the time.
const afterwards = 250 * time.Millisecond

// Within returns how long something may take that wants d: at most the event's time left, less what
// the rules then need afterwards.
func (h *Host) Within(d time.Duration) time.Duration {
	if h.Until.IsZero() {
		return d
	}
	left := time.Until(h.Until)
	return max(min(d, left-min(left/4, afterwards)), 0)
}

// First reports whether a text is new in the session.
func (h *Host) First(text string) bool { return h.Once == nil || h.Once(text) }

// FirstDown reports whether a text is new in an outage of a store.
func (h *Host) FirstDown(store, text string) bool { return h.Down == nil || h.Down(store, text) }

// IsUp records that a store could be asked.
func (h *Host) IsUp(store string) {
	if h.Up != nil {
		h.Up(store)
	}
}

// Close closes the kept folders and the stores.
func (h *Host) Close() error {
	var err error
	if h.Stores != nil {
		err = h.Stores.Close()
	}
	return errors.Join(err, h.kept.Close())
}

// New returns the surroundings of this process for an event: its project is that of the event's cwd,
// or of the process if the event names none. Close it.
func New(ev *plan.Event) *Host { return NewOwn(ev, "") }

// NewOwn is New with the folder of the user's own rules from the command line, unless that is "".
func NewOwn(ev *plan.Event, rules string) *Host {
	h := &Host{Getenv: os.Getenv, Now: time.Now}
	if ev != nil && filepath.IsAbs(ev.Cwd) {
		h.Cwd = filepath.Clean(nameable(ev.Cwd))
	} else {
		h.Cwd, _ = os.Getwd()
	}
	getenv := h.Getenv
	if ev != nil && (ev.Started != "" || ev.Client != (plan.Client{})) { // for another agent anybody may have set SessionDir
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
	h.kept = &files.Roots{Ignored: h.ignored}
	return h
}
