package main

import (
	"fmt"

	"bcrules.dev/cmd/hook"
	"bcrules.dev/engine"
	"bcrules.dev/engine/facts/full"
	"bcrules.dev/engine/pattern"

	"github.com/urfave/cli/v2"
)

const hookHelp = `Reads one event on stdin and writes one JSON object to stdout, nothing else.

Rules come from --rules, else from $BCRULES_RULES, else from two layers that must
agree: your own in ~/.config/bcrules, and the project's in the nearest
.claude/bcrules between the event's cwd and the root of its repository. Where
there is neither, the default pack in this binary answers.

Faults of rules and events go to the log and to stderr; the answer is then {},
which is no opinion, and the exit code 0. A hook with onError: "closed" refuses
the event instead and exits with 2.

Every event leaves a line in the decisions log, which "bcrules log" shows.`

func hookCmd() *cli.Command {
	return &cli.Command{
		Name:        "hook",
		Usage:       "answer the event on stdin",
		UsageText:   "bcrules hook [--rules DIR]… [--only NAME] < event.json",
		Description: hookHelp,
		Flags: []cli.Flag{
			rulesFlag(),
			&cli.StringFlag{Name: "only", Usage: "answer by the hook called `NAME` alone"},
		},
		OnUsageError: func(c *cli.Context, err error, _ bool) error {
			fmt.Fprint(c.App.Writer, hook.NoOpinion)
			fmt.Fprintf(c.App.ErrWriter, "bcrules hook: %v\n", err)
			return exitCode(hook.ExitUsage)
		},
		Action: func(c *cli.Context) error {
			o := hook.Options{Rules: c.StringSlice("rules"), Only: c.String("only")}
			if code := command().Run(o, c.App.Reader, c.App.Writer, c.App.ErrWriter); code != 0 {
				return exitCode(code)
			}
			return nil
		},
	}
}

// command is the hook command with all there is.
func command() hook.Command {
	return hook.Command{Facts: full.All, Pattern: pattern.Match, Compile: func(layers []string) (*engine.Plan, string, error) {
		plan, faults, err := keep(layers)
		if len(faults) > 0 {
			return nil, faults[0], nil
		}
		return plan, "", err
	}}
}
