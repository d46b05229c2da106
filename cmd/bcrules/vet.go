package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/show"
	"bcrules.dev/schema"
	"bcrules.dev/schema/vet"

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

The show.Formats: text, as above; json, a list of objects; sarif, for code scanners;
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
			write, ok := show.Formats[format]
			if !ok {
				return usageError(c, errors.New(schema.Unknown("format", format, slices.Collect(maps.Keys(show.Formats)))), false)
			}
			all, err := vetted(c.Args().Slice())
			if err != nil {
				return err
			}
			if err := write(c.App.Writer, all); err != nil {
				return err
			}
			remindHere(c)
			if slices.ContainsFunc(all, func(f show.Finding) bool { return f.Severity == "error" || c.Bool("strict") }) {
				return exitCode(exitFaults)
			}
			return nil
		},
	}
}

// vetted returns what is found in the rule sets that arguments name, or else in
// those of this folder.
func vetted(args []string) ([]show.Finding, error) {
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	sets, err := layers.Named(args, here, os.Getenv)
	if err != nil {
		return nil, err
	}
	s, err := compile.Schema()
	if err != nil {
		return nil, err
	}
	var all []show.Finding
	for _, in := range sets {
		set, err := vet.Vet(s, in...)
		found, err := show.Findings(set, err, here)
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
	for _, c := range vet.Checks() {
		fmt.Fprintf(w, "   %s\t%s\n", c.Name, c.Doc)
	}
	w.Flush()
	return b.String()
}
