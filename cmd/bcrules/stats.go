package main

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"

	"bcrules.dev/cmd/bounded"
	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/log"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/journal"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"

	"github.com/hashicorp/go-multierror"
	"github.com/urfave/cli/v2"
)

const statsHelp = `Counts what the decisions log has about the rules that "bcrules hook" would use
here, or about those in DIR, in any project: events, refusals and faults, how long
the processes took (half of them at most p50, 95 of 100 at most p95), what was said
to the agent, how often each hook ran, how long it took by itself and how often each
of its rules held, and which rules never did: yours and the project's, with --packs
also those of packs.

A rule is known by its id, or else by its number in the hook: if rules were added
before it, earlier entries count for the rule that had its number. The time of an
event is that of the whole process, without its first tenths of a millisecond; if
several hooks ask the same fact, the first one has its time.

Rules with faults are counted by what entries say of them, and the faults are listed
on stderr: which rules never held is unknown until they are mended.

Exit code 0: counted; 1: the rules have faults, or a wrong command line; 2: it could
not be carried out.`

func statsCmd() *cli.Command {
	return &cli.Command{
		Name:        "stats",
		Usage:       "count what hooks decided, and find rules that never held",
		UsageText:   "bcrules stats [--rules DIR] [--since 1d|TIME] [--packs] [--json]",
		Description: statsHelp,
		Before:      flagsOnly,
		Flags: []cli.Flag{
			rulesFlag(),
			sinceFlag(),
			&cli.BoolFlag{Name: "packs", Usage: "name rules of packs that never held, too"},
			&cli.BoolFlag{Name: "json", Usage: "write one JSON object"},
		},
		Action: func(c *cli.Context) error {
			since, err := sinceOf(c)
			if err != nil {
				return usageError(c, err, false)
			}
			set, rules, here, faults := setInForce(c)
			var listed *multierror.Error
			if faults != nil && !errors.As(faults, &listed) {
				return faults
			}
			s, err := counted(c, log.Filter{Rules: rules, Since: since})
			if err != nil {
				return err
			}
			report := s.Recorded()
			if faults == nil {
				report = s.Report(set.Plan, func(file string) bool { return c.Bool("packs") || chosen(c, file) })
			}
			if c.Bool("json") {
				err = show.JSON(c.App.Writer, report)
			} else {
				show.Stats(c.App.Writer, report, rules, here)
			}
			if err == nil && faults != nil {
				err = faulty(c.App.ErrWriter, faults, here)
			}
			return err
		},
	}
}

// counted reads the entries of the decisions log that pass a filter.
func counted(c *cli.Context, of log.Filter) (s log.Stats, err error) {
	file, err := journal.Open(host.Here(os.Getenv).Folders())
	if err != nil {
		return s, err
	}
	r := log.NewReader(file, of)
	defer r.Close()
	err = r.Read(func(_ []byte, e *journal.Entry) error {
		s.Add(e)
		return nil
	})
	skipped(c, "stats", r.Bad)
	return s, err
}

// chosen reports whether its user can change a rule file, or the command line names its pack.
func chosen(c *cli.Context, file string) bool {
	return filepath.IsAbs(file) || slices.Contains(c.StringSlice("rules"), path.Dir(file))
}

// inForce returns the plan of the rules in force here, or of --rules, with the name of the rule set
// and this folder. It returns the first fault as an error.
func inForce(c *cli.Context) (plan *plan.Plan, rules, here string, err error) {
	set, rules, here, err := setInForce(c)
	if err != nil {
		var faults []string
		if faults, err = compile.Faults(err, here); err == nil {
			err = fmt.Errorf("rules with faults, the first: %s; bcrules vet lists them", faults[0])
		}
	}
	return set.Plan, rules, here, err
}

// setInForce is inForce with the whole rule set, and all of its faults.
func setInForce(c *cli.Context) (set *schema.Set, rules, here string, err error) {
	set = &schema.Set{}
	if here, err = os.Getwd(); err != nil {
		return set, "", "", err
	}
	s := compile.Kept()
	in := layers.Find(c.StringSlice("rules"), here, os.Getenv)
	if len(in.Layers) == 0 {
		return set, "", "", layers.ErrNone
	}
	set, err = bounded.Rules.Compile(s, in.Layers, c.App.ErrWriter)
	return set, in.Label(), here, err
}
