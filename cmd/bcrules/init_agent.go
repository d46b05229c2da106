package main

import (
	"fmt"
	"io"
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

// namedAgents returns the agents that a command line names, apart from the native one, and
// whether that is named, too. It fails where a place is chosen that the others don't have.
func namedAgents(c *cli.Context) (others []*schema.Agent, native bool, err error) {
	all, err := chosenAgents(c)
	for _, a := range all {
		if a.Native {
			native = true
		} else {
			others = append(others, a)
		}
	}
	if err == nil && len(others) > 0 && (c.IsSet("shared") || c.IsSet("plugin")) {
		err = usageError(c, fmt.Errorf("found a place of Claude Code's with %s, want --user, or none for the project", others[0].Name), false)
	}
	return others, native, err
}

// registerAgents registers bchook with the agents that a command line names, each in its
// own file.
func registerAgents(c *cli.Context) error {
	others, native, err := namedAgents(c)
	if err == nil && native {
		err = registerNative(c)
	}
	if err != nil || len(others) == 0 {
		return err
	}
	return registerWith(c, others)
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
	place := settings.Place{Kind: "local"}
	if c.Bool("user") {
		place.Kind = "user"
	}
	set := layers.Find(program.Rules, here, os.Getenv)
	packs, err := choose(c, place, program.Rules, set, here)
	if err != nil {
		return err
	}
	rules, err := rulesToRegister(c, slices.Concat(set.Layers, packs.paths()))
	if err != nil {
		return err
	}
	if c.Bool("dry-run") {
		packs.would(c.App.Writer, here)
	} else if err := packs.join(c, here); err != nil {
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
		if slices.ContainsFunc(events[name], p.Asks) {
			names = append(names, name)
		}
	}
	known := slices.Concat(slices.Collect(maps.Values(events))...)
	for _, name := range slices.Sorted(maps.Keys(p.Events)) {
		if p.Asks(name) && !slices.Contains(known, name) {
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
	if err := registerBeside(c, a, here); err != nil {
		return err
	}
	w := c.App.Writer
	if len(lacking) > 0 {
		io.WriteString(w, show.On(w).Indented(fmt.Sprintf("%s has no event for rules on %s: they don't run there.", a.Title, strings.Join(lacking, ", ")), ""))
	}
	for _, note := range slices.Concat(a.Notes, a.Register.Steps) {
		io.WriteString(w, show.On(w).Indented(a.Title+": "+note, ""))
	}
	return nil
}

// registerIn registers the program in one file of an agent's, and tries what is registered.
func registerIn(c *cli.Context, a settings.Agent, name string, program settings.Program, p *plan.Plan, names []string, events map[string][]string) error {
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
			if p.Asks(e.Name) && slices.Contains(events[event], e.Name) {
				wanted = within(wanted, a, settings.Registration{Event: event, Timeout: max(e.Timeout, agentTimeout(p, p.Events[e.Name]))})
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

// within adds a registration, or to one of the same event its time, as far as the agent
// waits.
func within(all []settings.Registration, a settings.Agent, r settings.Registration) []settings.Registration {
	if most := a.Most[r.Event]; most > 0 {
		r.Timeout = min(r.Timeout, most)
	}
	i := slices.IndexFunc(all, func(o settings.Registration) bool { return o.Event == r.Event })
	if i < 0 {
		return append(all, r)
	}
	all[i].Timeout = max(all[i].Timeout, r.Timeout)
	return all
}

// registerBeside writes what must stand beside an agent's file with hooks, if anything.
func registerBeside(c *cli.Context, a settings.Agent, here string) error {
	file, err := a.Manifest(here)
	if err != nil || file == nil {
		return err
	}
	if err := file.Register(settings.Program{}, []settings.Registration{{}}); err != nil || !file.Changed() {
		return err
	}
	show.Diff(c.App.Writer, file)
	if !c.Bool("dry-run") {
		_, err = saved(file)
	}
	return err
}

// unregisterAgents takes away what registerAgents made.
func unregisterAgents(c *cli.Context) error {
	agents, native, err := namedAgents(c)
	if err == nil && native {
		err = unregisterNative(c)
	}
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
		if beside, err := a.Manifest(here); err != nil {
			return err
		} else if beside != nil && len(beside.Managed()) > 0 {
			files = append(files, beside)
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
