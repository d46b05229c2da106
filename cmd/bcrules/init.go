package main

import (
	"fmt"
	"math"
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

const initHelp = `Lets the agent (Claude Code) start bchook at the events that some rule in force
here is on, and at no others: an entry an event, with the matcher of what its hooks
match. Entries go to one of

   --project      .claude/settings.json here, where you start the agent (default)
   --local        .claude/settings.local.json of the repository: for you alone
   --user         ~/.claude/settings.json: for all your projects
   --plugin DIR   hooks/hooks.json of a plugin, which finds bchook in its own
                  folder or else on the PATH

All else in the file stays as it is. What changes is shown first; with --dry-run
nothing is written. After rules were put on other events or tools, run it again:
only its own entries change. "bcrules uninstall" takes them away again.

Exit code 0: registered, or nothing to do; 1: the rules have faults; 2: the
settings can't be read or changed, and nothing was.`

func initCmd() *cli.Command {
	return &cli.Command{
		Name:        "init",
		Usage:       "register bchook in the agent's settings",
		UsageText:   "bcrules init [--project|--local|--user|--plugin DIR] [--rules DIR]… [--dry-run]",
		Description: initHelp,
		Flags: append(placeFlags(), &cli.StringSliceFlag{Name: "rules", Usage: "answer by the rules in folder `DIR`, wherever the agent runs"},
			dryRunFlag()),
		Action: register,
	}
}

// register registers bchook at the place that flags choose.
func register(c *cli.Context) error {
	here, place, file, err := placed(c)
	if err != nil {
		return err
	}
	program, err := place.Bchook()
	if err != nil {
		return err
	}
	if given := c.StringSlice("rules"); len(given) > 0 {
		for _, layer := range layers.Find(given, here, os.Getenv).Layers {
			program.Rules = append(program.Rules, place.Contract(layer))
		}
	}
	set := layers.Find(place.Answering(program.Rules, file), here, os.Getenv)
	plan, err := planToRegister(c, set)
	if err != nil {
		return err
	}
	wanted, left, err := registrations(plan, place)
	if err == nil {
		err = file.Register(program, wanted)
	}
	if err != nil {
		return err
	}
	r := show.Registered{Here: here, Place: place, File: file, Layers: set.Layers, Plan: plan, On: wanted, Left: left}
	if file.Changed() {
		show.Diff(c.App.Writer, file)
		if c.Bool("dry-run") {
			return nil
		}
		backups, err := settings.OpenBackups()
		if err == nil {
			err = backups.Save(file)
		}
		if err != nil {
			return err
		}
		r.Before = backups.Copy(file)
		if absent(r.Before) {
			r.Before = "there was no " + file.Name
		}
	}
	r.Write(c.App.Writer)
	return nil
}

// planToRegister returns the plan of a rule set, trusted or not, so that what is registered
// needn't be when it is. Unless the run is a dry one it keeps what counts of it. Of
// rules with faults it writes these.
func planToRegister(c *cli.Context, set layers.Set) (*plan.Plan, error) {
	plan, faults, err := compile.Plan(set.Layers, "")
	if len(faults) == 0 {
		if err == nil && !c.Bool("dry-run") {
			_, _, err = compile.Keep(set)
		}
		remind(c.App.ErrWriter, set)
		return plan, err
	}
	fmt.Fprintln(c.App.ErrWriter, "the rules have faults; nothing was registered:")
	for _, f := range faults {
		fmt.Fprintln(c.App.ErrWriter, f)
	}
	return nil, exitCode(exitFaults)
}

// spare is how much longer an agent waits than an event may take, seconds.
const spare = 2

// agentTimeout is how long an agent is to wait for the hooks of an event, seconds.
func agentTimeout(p *plan.Plan, a *plan.Agenda) int {
	var all []*plan.Hook
	for i := range a.Hooks {
		all = append(all, &a.Hooks[i])
	}
	return int(math.Ceil(p.Within(all).Seconds())) + spare
}

// registrations returns what is to be registered for a plan at a place, and the
// events that are left out there.
func registrations(plan *plan.Plan, place settings.Place) (wanted []settings.Registration, left []string, err error) {
	s, err := compile.Schema()
	if err != nil {
		return nil, nil, err
	}
	for _, e := range s.Events.List(s.Library.Actions) {
		a := plan.Events[e.Name]
		switch {
		case a == nil || len(a.Hooks) == 0:
		case place.Kind == "plugin" && !e.Plugin:
			left = append(left, e.Name)
		default:
			wanted = append(wanted, settings.Registration{Event: e.Name, Matcher: settings.Matcher(a), Timeout: max(e.Timeout, agentTimeout(plan, a))})
		}
	}
	return wanted, left, nil
}

func placeFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "project", Usage: "in .claude/settings.json of this folder (default)"},
		&cli.BoolFlag{Name: "local", Usage: "in .claude/settings.local.json of this repository"},
		&cli.BoolFlag{Name: "user", Usage: "in ~/.claude/settings.json"},
		&cli.StringFlag{Name: "plugin", Usage: "in hooks/hooks.json of the plugin in `DIR`"},
	}
}

func dryRunFlag() *cli.BoolFlag {
	return &cli.BoolFlag{Name: "dry-run", Usage: "show what would change, and change nothing"}
}

// placed reads the settings file that the flags choose.
func placed(c *cli.Context) (here string, place settings.Place, file *settings.File, err error) {
	if here, err = os.Getwd(); err != nil {
		return
	}
	var chosen []string
	for _, name := range []string{"project", "local", "user", "plugin"} {
		if c.IsSet(name) {
			chosen = append(chosen, name)
		}
	}
	switch {
	case len(chosen) > 1:
		err = usageError(c, fmt.Errorf("found --%s, want one of them", strings.Join(chosen, " and --")), false)
		return
	case c.NArg() > 0:
		err = unwanted(c)
		return
	case len(chosen) == 0:
		chosen = []string{"project"}
	}
	if chosen[0] == "plugin" {
		place, err = settings.Plugin(c.String("plugin"))
	} else {
		var all []settings.Place
		if all, err = settings.Places(here); err == nil {
			i := slices.IndexFunc(all, func(p settings.Place) bool { return p.Kind == chosen[0] })
			place = all[max(i, 0)] // here is the user's own folder
		}
	}
	if err == nil {
		file, err = settings.Read(schema.Display(place.File, here))
	}
	return
}
