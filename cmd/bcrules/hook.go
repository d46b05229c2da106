package main

import (
	"fmt"
	"os"

	"bcrules.dev/cmd/hook"
	"bcrules.dev/cmd/layers/compile"

	"github.com/urfave/cli/v2"
)

const hookHelp = `Reads one event on stdin and writes one JSON object to stdout, nothing else.

Rules come from --rules, else from two layers that must agree: your own in
~/.config/bcrules, and the project's in the nearest .claude/bcrules between the
event's cwd and the root of its repository, or what $BCRULES_RULES names in its
place. The project's count once you trust them ("bcrules help trust"). Where there
is neither, nothing is in force.

Faults of rules and events go to the log and to stderr; the answer is then {},
which is no opinion, and the exit code 0. A hook with onError: "closed" refuses
the event instead and exits with 2.

An answer takes 8 seconds at most, or what the rules say (timeout), or --within.
When the time is up it is what whole rules have said by then; a closed hook that
has not ended refuses.

Every event leaves a line in the decisions log, which "bcrules log" shows.`

func hookCmd() *cli.Command {
	return &cli.Command{
		Name:        "hook",
		Usage:       "answer the event on stdin",
		UsageText:   "bcrules hook [--rules DIR]… [--only NAME] [--within DURATION] < event.json",
		Description: hookHelp,
		Flags: []cli.Flag{
			rulesFlag(),
			&cli.StringFlag{Name: "only", Usage: "answer by the hook called `NAME` alone"},
			&cli.DurationFlag{Name: "within", Usage: "how long the answer may take, `DURATION`; what the rules say if not given"},
		},
		OnUsageError: func(c *cli.Context, err error, _ bool) error {
			fmt.Fprint(c.App.Writer, hook.NoOpinion)
			fmt.Fprintf(c.App.ErrWriter, "bcrules hook: %v\n", err)
			return exitCode(hook.ExitUsage)
		},
		Action: func(c *cli.Context) error {
			o := hook.Options{Rules: c.StringSlice("rules"), Only: c.String("only"), Within: c.Duration("within")}
			answer := compile.Command()
			answer.Exit = os.Exit
			if code := answer.Run(o, c.App.Reader, os.Stdout, os.Stderr); code != 0 {
				return exitCode(code)
			}
			return nil
		},
	}
}
