package settings

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
)

// An Agent is an agent that registers hooks in another way than settings.json.
type Agent struct {
	*schema.Agent
	User bool // for all of the user's projects instead of one
}

// Files returns the files in which the agent looks for hooks, each with its events by the agent's
// names: one file for all events, or a file for each.
func (a Agent) Files(here string, events []string) (map[string][]string, error) {
	at := filepath.Join(here, filepath.FromSlash(a.Register.Project))
	if a.User && a.Register.User == "" {
		return nil, fmt.Errorf("%s has no file with hooks for all projects, want init without --user", a.Title)
	}
	if a.User {
		home := host.Here(os.Getenv).Folders().Home
		if home == "" {
			return nil, errors.New("found no home folder, want one: the agent's settings are there")
		}
		at = filepath.Join(home, filepath.FromSlash(a.Register.User))
	}
	if a.Register.Form != "files" {
		return map[string][]string{at: events}, nil
	}
	all := map[string][]string{}
	for _, event := range events {
		all[strings.ReplaceAll(at, eventMark, event)] = []string{event}
	}
	return all, nil
}

// eventMark stands for the event in the path of a file that holds only one.
const eventMark = "{event}"

// Administrators returns the place of the administrator's settings of an agent, native or not, on
// this system; false if none is known.
func (a Agent) Administrators() (Place, bool) {
	path := a.Managed[runtime.GOOS]
	return Place{"managed", host.System + path, host.System + "/"}, path != ""
}

// ReadManaged reads the file at p, the administrator's place. It is named relative to the folder
// here, in which this process runs.
func (a Agent) ReadManaged(p Place, here string) (*File, error) {
	if a.Native {
		return p.Read(here)
	}
	return p.read(here, a.Form())
}

// Form returns the form of the agent's file.
func (a Agent) Form() *Form {
	r := a.Register
	f := &Form{Agent: a.Name, Flat: r.Form == "flat", At: "hooks", Command: cmp.Or(r.Command, "command"), Time: "timeout", Unit: max(r.Unit, 1), Named: r.Named, Fixed: r.Fixed, Top: r.Top, Text: r.Text}
	if r.At != nil {
		f.At = *r.At
	}
	if r.Time != nil {
		f.Time = *r.Time
	}
	return f
}

// Registrable returns the events at which a hook may be registered, by the agent's names, each with
// what rules call it: one or several of our events.
func (a Agent) Registrable() map[string][]string {
	all := map[string][]string{}
	for _, e := range a.Events {
		if len(a.Register.Events) == 0 || slices.Contains(a.Register.Events, e.Name) {
			all[e.Name] = append(all[e.Name], e.Is)
		}
	}
	return all
}

// Manifest returns the file that must stand beside the agent's file of hooks, nil if it needs none.
func (a Agent) Manifest(here string) (*File, error) {
	if a.Register == nil || a.Register.Manifest == nil {
		return nil, nil
	}
	m := a.Register.Manifest
	hooks, err := a.Files(here, nil)
	for path := range hooks {
		return a.place(filepath.Join(filepath.Dir(path), filepath.FromSlash(m.File)), here).read(here, &Form{Text: m.Text})
	}
	return nil, err
}

// place returns the place of a file of the agent, which runs in the folder here.
func (a Agent) place(path, here string) Place {
	return Place{map[bool]string{true: "user", false: "local"}[a.User], path, here}
}

// Read reads one of the files that Files returns; see Place.Read.
func (a Agent) Read(path, here string) (*File, error) {
	return a.place(path, here).read(here, a.Form())
}

// Registered returns the agent's files that start the program.
func (a Agent) Registered(here string) (all []*File, err error) {
	if a.Register == nil {
		return nil, nil
	}
	places, err := a.Files(here, slices.Sorted(maps.Keys(a.Registrable())))
	if err != nil {
		return nil, err
	}
	for _, path := range slices.Sorted(maps.Keys(places)) {
		file, err := a.Read(path, here)
		if err != nil {
			return nil, err
		}
		if len(file.Managed()) > 0 {
			all = append(all, file)
		}
	}
	return all, nil
}

// Off reports whether the agent's files, of the user and the project, turn off all hooks, and where.
// Files that the agent can't read don't count.
func (a Agent) Off(here string) (at plan.Pos, off bool) {
	var all []*File
	for _, user := range []bool{true, false} {
		if a.User = user; a.Agent.Off == nil || a.Register == nil {
			return at, false
		}
		files, _ := a.Files(here, nil)
		for path := range files {
			if f, err := a.Read(path, here); err == nil && f.Beyond(a.Takes) == nil {
				all = append(all, f)
			}
		}
	}
	return Off(all, a.Agent.Off)
}
