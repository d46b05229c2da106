package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"bcrules.dev/cmd/bounded"
	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/layers/trust"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine"
	"bcrules.dev/engine/cache"
	"bcrules.dev/engine/host"

	"github.com/urfave/cli/v2"
)

const liftHelp = `Silences a rule for a time: it is evaluated as usual, but what it would have said
only goes to the log, with the reason, and not to the agent. After that it speaks
again by itself.

   bcrules lift git-push/force --for 1h --reason "the history is moved, ticket 4711"
   bcrules lift git-push/force --end

RULE is the hook's name with the rule's id or number, as in "bcrules log" and
"bcrules explain". A rule says who may lift it (lift: "self" or "never", or its hook
for all its rules); if it doesn't say, you may, but nobody if it is the
organisation's. "bcrules list" and "bcrules doctor" say what is lifted, and "bcrules
log --json" each time that it mattered (lifted). It is lifted for you alone, in all
your projects. Other effects of the rule, such as changes and programs that it runs,
continue.

It asks you, at a terminal, as "bcrules trust" does; an agent can't answer for you.

Exit code 0: lifted, or no longer; 1: not, because the rule doesn't allow it or
somebody said no, and a wrong command line; 2: it could not be carried out.`

// mostLifted limits how long a rule may be lifted at once: if that is too short, the rule should be
// changed.
const mostLifted = 24 * time.Hour

func liftCmd() *cli.Command {
	return &cli.Command{
		Name:        "lift",
		Usage:       "silence a rule for a time",
		UsageText:   "bcrules lift RULE --for DURATION --reason TEXT | lift RULE --end",
		Description: liftHelp,
		Flags: []cli.Flag{
			&cli.DurationFlag{Name: "for", Usage: "how long, `DURATION` such as 1h, 24h at most"},
			&cli.StringFlag{Name: "reason", Usage: "why, `TEXT` for readers of the log"},
			&cli.BoolFlag{Name: "end", Usage: "end that now"},
		},
		Action: func(c *cli.Context) error {
			d, end := c.Duration("for"), c.Bool("end")
			switch {
			case c.NArg() != 1:
				return usageError(c, fmt.Errorf("found %s, want one rule", show.Count(c.NArg(), "argument")), false)
			case !end && (d <= 0 || d > mostLifted):
				return usageError(c, fmt.Errorf("--for: found %s, want a duration of at most %s", d, mostLifted), false)
			case !end && strings.TrimSpace(c.String("reason")) == "":
				return usageError(c, errors.New("found no --reason, want one for readers of the log"), false)
			}
			store, err := cache.Open(host.Here(os.Getenv).Folders())
			if err != nil {
				return err
			}
			rule, now := c.Args().First(), time.Now()
			if !end {
				if err := mayLift(c, rule, d); err != nil {
					return err
				}
			}
			all := slices.DeleteFunc(store.Lifts(now), func(l cache.Lift) bool { return l.Rule == rule })
			if !end {
				all = append(all, cache.Lift{Rule: rule, Since: now.UnixNano(), Until: now.Add(d).UnixNano(), Reason: c.String("reason")})
			}
			if err := store.WriteLifts(all); err != nil || end {
				return err
			}
			fmt.Fprintf(c.App.Writer, "%s is lifted until %s\n", rule, now.Add(d).Format(time.DateTime))
			return nil
		},
	}
}

// mayLift asks a person whether to lift a rule; it fails if that isn't allowed.
func mayLift(c *cli.Context, rule string, d time.Duration) error {
	s := compile.Kept()
	known, err := liftable(c)
	if err != nil {
		return err
	}
	may, is := known[rule]
	if !is {
		var names []string
		for name := range known {
			names = append(names, name)
		}
		return misspelt(c, "rule", rule, names)
	}
	if !may {
		return refused(c, fmt.Errorf("%s: found a rule that nobody may lift, want one with lift: \"self\"", rule))
	}
	if err := trust.ByPerson(s, c.App.Reader, c.App.Writer); err != nil {
		return refused(c, err)
	}
	fmt.Fprintf(c.App.Writer, "Type %s to silence it for %s, anything else not to: ", show.Printable(rule), d)
	if line, err := bufio.NewReader(c.App.Reader).ReadString('\n'); err != nil || strings.TrimSpace(line) != rule {
		return refused(c, errors.New("not lifted"))
	}
	return nil
}

// liftable returns the names of the rules in force here, each with whether a person may lift it.
func liftable(c *cli.Context) (map[string]bool, error) {
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	all := map[string]bool{}
	in := layers.Find(nil, here, os.Getenv)
	over, _ := layers.Organisation(in.Of)
	for _, set := range []layers.Set{in, over} {
		if len(set.Layers) == 0 {
			continue
		}
		s := compile.Kept()
		made, err := bounded.Rules.Compile(s, compile.Count(set).Layers, c.App.ErrWriter)
		if err != nil {
			return nil, faulty(c.App.Writer, err, here)
		}
		for _, a := range made.Plan.Events {
			for i := range a.Hooks {
				h := &a.Hooks[i]
				h.Over = set.Above
				for n := range h.Rules {
					all[engine.RuleName(h, &h.Rules[n], n+1)] = h.Liftable(&h.Rules[n])
				}
			}
		}
	}
	return all, nil
}

// lifted returns which rules are lifted now, a line each.
func lifted() (all []string) {
	store, err := cache.Open(host.Here(os.Getenv).Folders())
	if err != nil {
		return nil
	}
	for _, l := range store.Lifts(time.Now()) {
		all = append(all, fmt.Sprintf("%s is lifted until %s: %s", show.Printable(l.Rule), time.Unix(0, l.Until).Format(time.DateTime), show.Printable(l.Reason)))
	}
	return all
}
