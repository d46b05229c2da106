package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"time"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine/cache"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"

	"github.com/urfave/cli/v2"
)

const compileHelp = `Compiles the rules that "bcrules hook" would use here, or those in DIR, and stores
the plan in the user's cache folder, where bchook reads it. bchook runs this itself
when rules change; nobody else has to.

If the rules have faults, the last good plan stays in force, and the faults are
listed as by "bcrules vet".

Exit code 0: there is a fresh plan; 1: faults, or a wrong command line; 2: the
command could not be carried out.`

// compileTime limits how long making a plan may take, so that nobody waits for one forever.
const compileTime = 5 * time.Minute

// compileGC makes compiling a fifth faster for a fifth more memory.
const compileGC = 200

func compileCmd() *cli.Command {
	return &cli.Command{
		Name:        "compile",
		Usage:       "make the plan that bchook answers from",
		UsageText:   "bcrules compile [--rules DIR]… [--project DIR]",
		Description: compileHelp,
		Before:      flagsOnly,
		Flags: []cli.Flag{rulesFlag(),
			&cli.StringFlag{Name: "project", Usage: "also the rules in folder `DIR`, as far as they are trusted (\"bcrules trust\")"},
			&cli.BoolFlag{Name: "organisation", Usage: "the organisation's rules alone (\"bcrules help organisation\")"},
			&cli.StringFlag{Name: "doubted", Usage: "folder `DIR`, which the environment names as that of your own rules, is not yours"},
			&cli.StringFlag{Name: "in", Usage: "the agent is in folder `DIR`, and not in this one"},
			&cli.StringFlag{Name: "session", Usage: "it was started in folder `DIR`"},
			&cli.StringFlag{Name: "own", Usage: "your own rules are in folder `DIR`"},
			&cli.StringSliceFlag{Name: "beside", Usage: "it also works on folder `DIR`, where nothing is your own"}},
		Action: func(c *cli.Context) error {
			here, err := os.Getwd()
			if err != nil && c.String("rules") == "" {
				return err
			}
			in := projectOf(c, here)
			set := wantedSet(c, in)
			over, why := layers.Organisation(in)
			var distrust error // of the organisation's rules; the others hold without them
			if why != "" {
				distrust = errors.New(why)
			}
			switch {
			case why != "" && (c.Bool("organisation") || len(set.Layers) == 0):
				return distrust
			case c.Bool("organisation"):
				set = over
			case len(over.Layers) > 0 && host.Administers():
				if err := keepOver(c, over); err != nil || len(set.Layers) == 0 {
					return err
				}
			}
			if len(set.Layers) == 0 {
				return layers.ErrNone
			}
			return cmp.Or(keepAlone(c, in, set), distrust)
		},
	}
}

// keepAlone keeps the plan of a rule set unless another process is making it.
func keepAlone(c *cli.Context, in *host.Project, set layers.Set) error {
	if store, err := cache.Open(in.Folders()); err == nil {
		done, err := store.Making(set.Key())
		if err != nil {
			return err
		}
		defer done()
	}
	time.AfterFunc(compileTime, func() { os.Exit(exitUsage) })
	debug.SetGCPercent(compileGC)
	_, err := keepPlan(c, set)
	return err
}

// wantedSet returns the rule set that a command line names.
func wantedSet(c *cli.Context, in *host.Project) layers.Set {
	set := layers.In(c.StringSlice("rules"), in, os.Getenv)
	if project := c.String("project"); project != "" {
		set = layers.Set{Layers: append(slices.Clone(c.StringSlice("rules")), project), Asks: project, Of: in}
	}
	set.Doubted = cmp.Or(c.String("doubted"), set.Doubted)
	return set
}

// keepOver keeps the plan of the organisation's rules, unless there is a current one: plans of
// other rules that were made after that stay in force. It names the administrator's settings that
// have to be written again for the plan.
func keepOver(c *cli.Context, over layers.Set) error {
	if compile.Current(over) {
		return nil
	}
	made, err := keepPlan(c, over)
	if err != nil {
		return err
	}
	for _, f := range uncovered(made) {
		show.Note(c.App.ErrWriter, f.Found+" ("+f.Do+")")
	}
	return nil
}

// keepPlan keeps the plan of a rule set, or prints its faults.
func keepPlan(c *cli.Context, set layers.Set) (*plan.Plan, error) {
	if set.Above {
		time.Sleep(files.RestTime) // only the states of files validate its plan
	}
	made, faults, err := compile.Keep(set)
	for _, f := range faults {
		fmt.Fprintln(c.App.Writer, f)
	}
	if len(faults) > 0 {
		return nil, exitCode(exitFaults)
	}
	return made, err
}

// projectOf returns the agent's project that a plan is for, as bchook's event says.
func projectOf(c *cli.Context, here string) *host.Project {
	p := host.FindProject(cmp.Or(c.String("in"), here), func(name string) string {
		if name == host.SessionDir && c.IsSet("session") {
			return c.String("session")
		}
		return os.Getenv(name)
	})
	p.Beside, p.Own = c.StringSlice("beside"), c.String("own")
	return p
}

func rulesFlag() *cli.StringSliceFlag {
	return &cli.StringSliceFlag{Name: "rules", Usage: "the rules in folder `DIR` alone; several make one rule set"}
}
