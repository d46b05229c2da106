package main

import (
	"fmt"
	"os"
	"slices"
	"time"

	"bcrules.dev/cmd/hook"
	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/trust"
	"bcrules.dev/engine/cache"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"

	"github.com/urfave/cli/v2"
)

const compileHelp = `Compiles the rules that "bcrules hook" would use here, or those in DIR, and keeps
the plan in the user's cache folder, where bchook reads it. bchook runs this
itself when rules changed; nobody else has to.

Rules that have faults leave the last good plan in force; the faults are listed
as by "bcrules vet".

Exit code 0: a fresh plan is there; 1: faults; 2: the command could not be
carried out.`

func compileCmd() *cli.Command {
	return &cli.Command{
		Name:        "compile",
		Usage:       "make the plan that bchook answers from",
		UsageText:   "bcrules compile [--rules DIR]… [--project DIR]",
		Description: compileHelp,
		Flags: []cli.Flag{rulesFlag(),
			&cli.StringFlag{Name: "project", Usage: "also the rules in folder `DIR`, as far as they are trusted (\"bcrules trust\")"}},
		Action: func(c *cli.Context) error {
			here, err := os.Getwd()
			if err != nil && c.String("rules") == "" {
				return err
			}
			set := layers.Find(c.StringSlice("rules"), here, os.Getenv)
			if project := c.String("project"); project != "" {
				set = layers.Set{Layers: append(slices.Clone(c.StringSlice("rules")), project), Asks: project}
			}
			_, faults, err := keep(set)
			for _, f := range faults {
				fmt.Fprintln(c.App.Writer, f)
			}
			if len(faults) > 0 {
				return exitCode(exitFaults)
			}
			return err
		},
	}
}

func rulesFlag() *cli.StringSliceFlag {
	return &cli.StringSliceFlag{Name: "rules", Usage: "the rules in folder `DIR` alone; several make one rule set"}
}

// retryTime is how long a registry that did not answer is left alone.
const retryTime = time.Minute

// keep compiles a rule set and stores the plan, or else a note of the faults,
// which it returns as lines. A plan that could not be stored is returned with the
// reason.
func keep(set layers.Set) (plan *plan.Plan, faults []string, err error) {
	began, key := time.Now(), set.Key()
	s, err := newSchema()
	if err != nil {
		return nil, nil, err
	}
	counts := counted(s, set)
	before := cache.Take(began, nil, counts.Layers, "") // a file that comes meanwhile is to be seen
	compiled, compileErr := s.Compile(counts.Layers...)
	plan = compiled.Plan
	plan.Notice = counts.Notice
	plan.Sources = append(plan.Sources, counts.Watch...)
	stamp := cache.Take(began, plan.Sources, plan.Folders, hook.Compiler())
	stamp.Update(before)
	store, err := cache.Open()
	if compileErr != nil {
		if faults, compileErr = lines(compileErr, ""); compileErr != nil {
			return nil, nil, compileErr
		}
		if err == nil {
			var until time.Time
			if compiled.Passing {
				until = began.Add(retryTime)
			}
			err = store.WriteFault(key, faults[0], stamp, until, plan.Closed())
		}
		return nil, faults, err
	}
	if err == nil {
		err = store.Write(key, plan, stamp)
	}
	return plan, nil, err
}

// counted returns what counts of a rule set, and gives the schema what was trusted of
// it in the place of the files that are there now.
func counted(s *schema.Schema, set layers.Set) trust.Counted {
	c := trust.Count(set, os.Getenv)
	if c.Frozen != nil {
		var files []schema.File
		for _, f := range c.Frozen.Files {
			files = append(files, schema.File{Path: f.Path, Data: f.Data})
		}
		s.Freeze(c.Frozen.Dir, files)
	}
	return c
}
