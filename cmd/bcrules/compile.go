package main

import (
	"fmt"
	"os"
	"time"

	"bcrules.dev/cmd/hook"
	"bcrules.dev/engine"
	"bcrules.dev/engine/cache"

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
		UsageText:   "bcrules compile [--rules DIR]…",
		Description: compileHelp,
		Flags:       []cli.Flag{rulesFlag()},
		Action: func(c *cli.Context) error {
			here, err := os.Getwd()
			if err != nil {
				return err
			}
			_, faults, err := keep(hook.Rules(c.StringSlice("rules"), here, os.Getenv))
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
func keep(layers []string) (plan *engine.Plan, faults []string, err error) {
	began, set := time.Now(), hook.Key(layers)
	before := cache.Take(began, nil, layers, "") // a file that comes meanwhile is to be seen
	s, err := newSchema()
	if err != nil {
		return nil, nil, err
	}
	compiled, compileErr := s.Compile(layers...)
	plan = compiled.Plan
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
			err = store.WriteFault(set, faults[0], stamp, until, plan.Guard())
		}
		return nil, faults, err
	}
	if err == nil {
		err = store.Write(set, plan, stamp)
	}
	return plan, nil, err
}
