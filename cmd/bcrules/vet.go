package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"bcrules.dev/actions"
	"bcrules.dev/engine"
	"bcrules.dev/engine/facts/full"
	"bcrules.dev/engine/plan"
	"bcrules.dev/rules"
	"bcrules.dev/schema"

	"github.com/hashicorp/go-multierror"
	"github.com/urfave/cli/v2"
)

const vetHelp = `Checks the rules in the folders given, or else those that "bcrules hook" would
use here, and names every fault at its place. DIR/... is all folders from DIR
downwards that hold rule files.

   FILE:LINE:COL: HOOK: what was found, what is wanted
   FILE:LINE:COL: warning: HOOK: what is allowed and probably not meant

Beyond what keeps rules from running it finds rules that run and can't be meant
so: conditions that are proved never to hold, matchers that find nothing. Hooks
run in spite of these. A warning goes away with what it is about; it is a fault
with --strict.

The formats: text, as above; json, a list of objects; sarif, for code scanners;
github, for the log of a GitHub workflow.

The checks:

%s
Exit code 0: no faults; 1: faults; 2: the command could not be carried out.`

func vetCmd() *cli.Command {
	return &cli.Command{
		Name:        "vet",
		Usage:       "check rules",
		UsageText:   "bcrules vet [--strict] [--format FORMAT] [DIR…]",
		Description: fmt.Sprintf(vetHelp, checkList()),
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "strict", Usage: "take warnings for faults"},
			&cli.StringFlag{Name: "format", Value: "text", Usage: "write `FORMAT`: text, json, sarif or github"},
			&cli.BoolFlag{Name: "json", Usage: "the same as --format json"},
		},
		Action: func(c *cli.Context) error {
			format := c.String("format")
			if c.Bool("json") {
				format = "json"
			}
			write, ok := formats[format]
			if !ok {
				return usageError(c, errors.New(schema.Unknown("format", format, slices.Collect(maps.Keys(formats)))), false)
			}
			all, err := vetted(c.Args().Slice())
			if err != nil {
				return err
			}
			if err := write(c.App.Writer, all); err != nil {
				return err
			}
			remindHere(c)
			if slices.ContainsFunc(all, func(f finding) bool { return f.Severity == "error" || c.Bool("strict") }) {
				return exitCode(exitFaults)
			}
			return nil
		},
	}
}

// vetted returns what is found in the rule sets that arguments name, or else in
// those of this folder.
func vetted(args []string) ([]finding, error) {
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	sets, err := ruleSets(args, here)
	if err != nil {
		return nil, err
	}
	s, err := newSchema()
	if err != nil {
		return nil, err
	}
	var all []finding
	for _, layers := range sets {
		set, err := s.Vet(layers...)
		found, err := findings(set, err, here)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// checkList lists the checks for people.
func checkList() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, c := range schema.Checks() {
		fmt.Fprintf(w, "   %s\t%s\n", c.Name, c.Doc)
	}
	w.Flush()
	return b.String()
}

func newSchema() (*schema.Schema, error) {
	return schema.New(engine.Library{Facts: full.All(), Actions: actions.All()}, rules.FS)
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
		if e, ok := f.(*plan.Error); ok && here != "" {
			e.File, e.See.File = schema.Display(e.File, here), schema.Display(e.See.File, here)
		}
		lines = append(lines, strings.TrimSpace(f.Error()))
	}
	return lines, nil
}
