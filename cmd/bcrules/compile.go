package main

import (
	"fmt"
	"os"
	"strings"
	"time"

	"bcrules.dev/cmd/hook"
	"bcrules.dev/engine/cache"
	"bcrules.dev/rules"

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
		UsageText:   "bcrules compile [--rules DIR]",
		Description: compileHelp,
		Flags:       []cli.Flag{rulesFlag()},
		Action: func(c *cli.Context) error {
			here, err := os.Getwd()
			if err != nil {
				return err
			}
			faults, err := keep(hook.Rules(c.String("rules"), here, os.Getenv))
			if err != nil {
				return err
			}
			for _, f := range faults {
				fmt.Fprintln(c.App.Writer, f)
			}
			if len(faults) > 0 {
				return exitCode(exitFaults)
			}
			return nil
		},
	}
}

func rulesFlag() *cli.StringFlag {
	return &cli.StringFlag{Name: "rules", Usage: "folder of the rules, `DIR`"}
}

// keep compiles a rule set and stores the plan, or else a note of the faults,
// which it returns as lines.
func keep(set string) ([]string, error) {
	store, err := cache.Open()
	if err != nil {
		return nil, err
	}
	compiler, _ := os.Executable()
	began := time.Now()
	s, err := newSchema()
	if err != nil {
		return nil, err
	}
	var folders []string
	if !strings.HasPrefix(set, rules.Path+"/") {
		folders = []string{set}
	}
	plan, err := s.Compile(set)
	if err != nil {
		faults, err := lines(err, "")
		if err == nil {
			err = store.WriteFault(set, faults[0], cache.Take(began, cache.RuleFiles(set), folders, compiler))
		}
		return faults, err
	}
	return nil, store.Write(set, plan, cache.Take(began, plan.Sources, folders, compiler))
}
