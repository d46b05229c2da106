package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"bcrules.dev/actions"
	"bcrules.dev/cmd/hook"
	"bcrules.dev/engine"
	"bcrules.dev/engine/facts"
	"bcrules.dev/rules"
	"bcrules.dev/schema"

	"github.com/hashicorp/go-multierror"
	"github.com/urfave/cli/v2"
)

const vetHelp = `Checks the rules in the folders given, or else those that "bcrules hook" would
use here, and names every fault at its place:

   FILE:LINE:COL: HOOK: what was found, what is wanted

Exit code 0: no faults; 1: faults; 2: the command could not be carried out.`

func vetCmd() *cli.Command {
	return &cli.Command{
		Name:        "vet",
		Usage:       "check rules",
		UsageText:   "bcrules vet [DIR…]",
		Description: vetHelp,
		Action: func(c *cli.Context) error {
			dirs := c.Args().Slice()
			if len(dirs) == 0 {
				dirs = []string{""}
			}
			s, err := newSchema()
			if err != nil {
				return err
			}
			found := false
			for _, dir := range dirs {
				faults, err := vet(s, dir)
				if err != nil {
					return err
				}
				for _, f := range faults {
					fmt.Fprintln(c.App.Writer, f)
				}
				found = found || len(faults) > 0
			}
			if found {
				return exitCode(exitFaults)
			}
			return nil
		},
	}
}

func newSchema() (*schema.Schema, error) {
	return schema.New(engine.Tables{Facts: facts.All(), Actions: actions.All()}, rules.FS)
}

// vet returns the faults of a rule folder as lines, files named as seen from here.
func vet(s *schema.Schema, dir string) ([]string, error) {
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	if dir == "" {
		if dir = hook.Folder("", here, os.Getenv); dir == "" {
			dir = schema.PackPath + "/" + rules.Default
		}
	}
	_, err = s.Compile(dir)
	var all *multierror.Error
	if !errors.As(err, &all) {
		return nil, err
	}
	var lines []string
	for _, f := range all.Errors {
		if e, ok := f.(*engine.Error); ok {
			e.File = schema.Display(e.File, here)
		}
		lines = append(lines, strings.TrimSpace(f.Error()))
	}
	return lines, nil
}
