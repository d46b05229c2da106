package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"bcrules.dev/actions"
	"bcrules.dev/cmd/hook"
	"bcrules.dev/engine"
	"bcrules.dev/engine/facts/full"
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
			here, err := os.Getwd()
			if err != nil {
				return err
			}
			var sets [][]string
			for _, dir := range c.Args().Slice() {
				sets = append(sets, []string{dir})
			}
			if len(sets) == 0 {
				sets = [][]string{hook.Rules(nil, here, os.Getenv)}
			}
			s, err := newSchema()
			if err != nil {
				return err
			}
			found := false
			for _, set := range sets {
				_, err := s.Compile(set...)
				faults, err := lines(err, here)
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
	return schema.New(engine.Tables{Facts: full.All(), Actions: actions.All()}, rules.FS)
}

// lines returns the faults that an error of Schema.Compile holds, a line each,
// files named as seen from folder here. Any other error is returned.
func lines(err error, here string) ([]string, error) {
	var all *multierror.Error
	if !errors.As(err, &all) {
		return nil, err
	}
	var lines []string
	for _, f := range all.Errors {
		if e, ok := f.(*engine.Error); ok && here != "" {
			e.File, e.See.File = schema.Display(e.File, here), schema.Display(e.See.File, here)
		}
		lines = append(lines, strings.TrimSpace(f.Error()))
	}
	return lines, nil
}
