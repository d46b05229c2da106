package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/settings"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"

	"github.com/urfave/cli/v2"
)

func agentFlag(usage string) *cli.StringSliceFlag {
	return &cli.StringSliceFlag{Name: "agent", Usage: usage}
}

// chosenAgents returns the agents that a command line names, all where it names none.
func chosenAgents(c *cli.Context) ([]*schema.Agent, error) {
	s, err := compile.Schema()
	if err != nil {
		return nil, err
	}
	all, err := s.Agents()
	if err != nil {
		return nil, err
	}
	return agentsNamed(c, all, c.StringSlice("agent"))
}

func agentsNamed(c *cli.Context, all []*schema.Agent, names []string) (some []*schema.Agent, err error) {
	if len(names) == 0 {
		return all, nil
	}
	for _, name := range names {
		i := slices.IndexFunc(all, func(a *schema.Agent) bool { return a.Name == name })
		if i < 0 {
			var known []string
			for _, a := range all {
				known = append(known, a.Name)
			}
			return nil, misspelt(c, "agent", name, known)
		}
		some = append(some, all[i])
	}
	return some, nil
}

// registerAgents registers bchook with the agents that a command line names, each in its
// own file.
func registerAgents(c *cli.Context) error {
	agents, err := chosenAgents(c)
	if err != nil {
		return err
	}
	return registerWith(c, agents)
}

// registerWith registers bchook with agents, each in its own file.
func registerWith(c *cli.Context, agents []*schema.Agent) error {
	here, err := os.Getwd()
	if err != nil {
		return err
	}
	program, err := (settings.Place{Kind: "local"}).Bchook()
	if err != nil {
		return err
	}
	for _, layer := range layers.Find(c.StringSlice("rules"), here, os.Getenv).Layers {
		if c.IsSet("rules") {
			program.Rules = append(program.Rules, layer)
		}
	}
	set := layers.Find(program.Rules, here, os.Getenv)
	if len(set.Layers) == 0 {
		return layers.ErrNone
	}
	rules, err := rulesToRegister(c, set.Layers)
	if err != nil {
		return err
	}
	for _, a := range agents {
		if err := registerAgent(c, settings.Agent{Agent: a, User: c.Bool("user")}, here, program, rules.Plan); err != nil {
			return err
		}
	}
	show.Forbidden(c.App.Writer, rules.Hooks)
	return nil
}

// registerAgent registers the program with an agent at the events that rules are on, and
// says what can't work there.
func registerAgent(c *cli.Context, a settings.Agent, here string, program settings.Program, p *plan.Plan) error {
	if a.Register == nil {
		return fmt.Errorf("found agent %s, want one that init can register with: %s", a.Name, strings.Join(a.Notes, " "))
	}
	events := a.Registrable()
	var names, lacking []string
	for _, name := range slices.Sorted(maps.Keys(events)) {
		if agenda := p.Events[events[name]]; agenda != nil && len(agenda.Hooks) > 0 {
			names = append(names, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.Events)) {
		if len(p.Events[name].Hooks) > 0 && !slices.Contains(slices.Collect(maps.Values(events)), name) {
			lacking = append(lacking, name)
		}
	}
	placed, err := a.Files(here, names)
	if err != nil {
		return err
	}
	for _, path := range slices.Sorted(maps.Keys(placed)) {
		if err := registerIn(c, a, schema.Display(path, here), program, p, placed[path], events); err != nil {
			return err
		}
	}
	w := c.App.Writer
	if len(lacking) > 0 {
		fmt.Fprintf(w, "%s has no event for rules on %s: they don't run there.\n", a.Title, strings.Join(lacking, ", "))
	}
	for _, note := range slices.Concat(a.Notes, a.Register.Steps) {
		fmt.Fprintf(w, "%s: %s\n", a.Title, note)
	}
	return nil
}

// registerIn registers the program in one file of an agent's, and tries what is registered.
func registerIn(c *cli.Context, a settings.Agent, name string, program settings.Program, p *plan.Plan, names []string, events map[string]string) error {
	file, err := settings.ReadForm(name, a.Form())
	if err != nil || len(names) == 0 {
		return err
	}
	s, err := compile.Schema()
	if err != nil {
		return err
	}
	var wanted []settings.Registration
	for _, e := range s.Events.List(s.Library.Actions) {
		for _, event := range names {
			if events[event] == e.Name {
				wanted = append(wanted, settings.Registration{Event: event, Timeout: max(e.Timeout, agentTimeout(p, p.Events[e.Name]))})
			}
		}
	}
	if err := file.Register(program, wanted); err != nil {
		return err
	}
	if !file.Changed() {
		fmt.Fprintf(c.App.Writer, "%s registers bchook with %s already.\n", name, a.Title)
	} else {
		show.Diff(c.App.Writer, file)
	}
	if c.Bool("dry-run") {
		return nil
	}
	if _, err := saved(file); err != nil {
		return err
	}
	return sings(a, program.Line(a.Form(), names[0]), "")
}

// unregisterAgents takes away what registerAgents made.
func unregisterAgents(c *cli.Context) error {
	agents, err := chosenAgents(c)
	if err != nil {
		return err
	}
	here, err := os.Getwd()
	if err != nil {
		return err
	}
	backups, err := settings.OpenBackups()
	if err != nil {
		return err
	}
	for _, one := range agents {
		a := settings.Agent{Agent: one, User: c.Bool("user")}
		files, err := a.Registered(here)
		if err != nil {
			return err
		}
		if len(files) == 0 {
			fmt.Fprintf(c.App.Writer, "%s starts nothing of bcrules.\n", a.Title)
		}
		for _, file := range slices.Backward(files) { // the first made the folders
			if err := backups.Undo(file); err != nil {
				return err
			}
			show.Diff(c.App.Writer, file)
			if c.Bool("dry-run") {
				continue
			}
			if err := backups.Restore(file); err != nil {
				return err
			}
		}
	}
	return nil
}
