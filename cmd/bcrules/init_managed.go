package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"bcrules.dev/cmd/hook"
	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/layers/trust"
	"bcrules.dev/cmd/rollback"
	"bcrules.dev/cmd/settings"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"

	"github.com/urfave/cli/v2"
)

func managedFlag() *cli.BoolFlag {
	return &cli.BoolFlag{Name: "managed", Usage: "in the administrator's settings of agents, for the organisation's rules (\"bcrules help organisation\")"}
}

// A managed agent is one with an administrator's settings.
type managed struct {
	settings.Agent
	place settings.Place
	file  *settings.File
	// note is the file that says that bchook is registered there, so that hooks registered elsewhere
	// leave the organisation's rules to it.
	note string
}

// managedAgents returns those of the agents that a command line names, or else of all, that have an
// administrator's settings. It prints which of the named ones don't.
func managedAgents(c *cli.Context) (all []managed, err error) {
	if !host.Administers() {
		return nil, errors.New("found another user than the administrator, want root: these settings are for all users of this machine")
	}
	agents, err := chosenAgents(c)
	if err != nil {
		return nil, err
	}
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	for _, a := range agents {
		m := managed{Agent: settings.Agent{Agent: a}, note: hook.Managed(cmp.Or(a.Client, a.Name))}
		is := false
		if m.place, is = m.Administrators(); !is {
			if c.IsSet("agent") {
				fmt.Fprintf(c.App.Writer, "%s has no known settings for administrators.\n", a.Title)
			}
			continue
		}
		if m.file, err = m.ReadManaged(m.place, here); err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	return all, nil
}

// registerManaged registers bchook with agents for the organisation's rules, and makes their plan.
func registerManaged(c *cli.Context, back *rollback.Rollback) error {
	all, err := managedAgents(c)
	if err != nil {
		return err
	}
	p, program, err := organisations(c)
	if err != nil {
		return err
	}
	for _, m := range all {
		wanted, err := m.registrations(p)
		if err == nil {
			err = m.file.Register(program, wanted)
		}
		if err != nil {
			return err
		}
		show.Diff(c.App.Writer, m.file.Diff())
	}
	if err := registerUnits(c, back); err != nil || c.Bool("dry-run") {
		return err
	}
	for _, m := range all {
		if err := m.write(back); err != nil {
			return err
		}
		fmt.Fprintf(c.App.Writer, "%s starts bchook by the organisation's rules: %s\n", m.Title, m.file.Name)
	}
	return nil
}

// organisations compiles the organisation's rules, and returns their plan and the program that
// answers by them.
func organisations(c *cli.Context) (*plan.Plan, settings.Program, error) {
	program, err := settings.Place{Kind: "managed"}.Bchook()
	program.Managed = true
	over, why := layers.Organisation(nil)
	rules, _ := host.OfSystem().Place()
	switch {
	case err != nil:
		return nil, program, err
	case why != "":
		return nil, program, errors.New(why)
	case len(over.Layers) == 0:
		return nil, program, fmt.Errorf("found no rules in %s, want the organisation's there", rules)
	}
	changeable(c, program.Path)
	made, err := keepPlan(c, over)
	return made, program, err
}

// changeable prints a note if others than the administrator may change a program that the
// administrator's settings start.
func changeable(c *cli.Context, program string) {
	if real, _ := filepath.EvalSymlinks(program); files.Unrooted(real, "") != "" {
		show.Note(c.App.ErrWriter, fmt.Sprintf("%s: others than the administrator may change this program, or put another in its place", program))
	}
}

// registrations returns the events of the agent at which to start the program.
func (m managed) registrations(p *plan.Plan) ([]settings.Registration, error) {
	if m.Native {
		wanted, _ := registrations(p, m.place)
		return wanted, nil
	}
	events := m.Registrable()
	return wantedOf(m.Agent, p, slices.Sorted(maps.Keys(events)), events)
}

// write writes the settings, readable for all, and the note.
func (m managed) write(back *rollback.Rollback) error {
	made := rollback.Missing(filepath.Dir(m.place.File))
	backups, err := settings.OpenBackups()
	if err == nil {
		err = os.MkdirAll(filepath.Dir(m.note), 0o755)
	}
	if err == nil {
		err = back.Change(func() error { return backups.Save(m.file) }, backups.Files(m.file)...)
	}
	if err == nil {
		err = back.Change(func() error {
			return files.WriteMode(files.At(m.note), append(files.JSON(map[string]string{"file": m.place.File}), '\n'), 0o644)
		}, m.note)
	}
	for _, dir := range made {
		err = cmp.Or(err, os.Chmod(dir, 0o755))
	}
	return cmp.Or(err, os.Chmod(m.place.File, 0o644))
}

// unregisterManaged undoes registerManaged. The rules and their plan stay.
func unregisterManaged(c *cli.Context) error {
	all, err := managedAgents(c)
	if err != nil {
		return err
	}
	s := compile.Schema()
	backups, err := settings.OpenBackups()
	if err != nil {
		return err
	}
	for _, m := range all {
		if err := backups.Undo(m.file); err != nil {
			return err
		}
		if !m.file.Changed() {
			fmt.Fprintf(c.App.Writer, "%s doesn't start bcrules there.\n", m.Title)
		}
		show.Diff(c.App.Writer, m.file.Diff())
	}
	if c.Bool("dry-run") {
		return unregisterUnits(c)
	}
	if err := byPerson(c, s); err != nil {
		return err
	}
	if err := unregisterUnits(c); err != nil {
		return err
	}
	for _, m := range all {
		if err := files.Remove(m.note); err != nil && !files.Absent(err) {
			return err
		}
		if err := backups.Restore(m.file); err != nil {
			return err
		}
	}
	return nil
}

// byPerson fails if an agent gave the command, or if no person at a terminal did and no flag says
// that there is none.
func byPerson(c *cli.Context, s *schema.Schema) error {
	if c.Bool("unattended") {
		return trust.ByAgent(s)
	}
	return trust.ByPerson(s, c.App.Reader, c.App.Writer)
}
