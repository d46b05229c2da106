package main

import (
	"fmt"
	"os"
	"strings"

	"bcrules.dev/cmd/hook"
	"bcrules.dev/cmd/layers/compile"

	"github.com/urfave/cli/v2"
)

const hookHelp = `Reads one event on stdin and writes one JSON object to stdout, nothing else.

Rules come from --rules, else from two layers that must agree: your own in
~/.config/bcrules, and the project's in its .claude/bcrules, or the nearest above in
its repository, or the folder that $BCRULES_RULES names in its place; a pack that it
names comes beside them. The project is the folder that the agent was started in
($CLAUDE_PROJECT_DIR) if the event's cwd lies in it; else the nearest upwards with
rules, or the root of the repository. Its rules count once you trust them ("bcrules
help trust"). Where there is neither, nothing is in force.

How it fails; {} is no opinion:

   no rule matches, or the input is no event        {}, exit code 0
   a fault in a rule                                that rule says nothing; 0
   the same in a hook with onError: "closed"        the event is refused; 2
   no plan, or no event, and a closed hook that it  the event is refused; 2
      may be for
   rules that don't compile                         the last good ones hold, or else your
                                                    own alone, and you are told; 0
   time is up: 8 s, or what the rules say           what whole rules have said by then; closed
      (timeout), or --within                        hooks that have not ended refuse; 0 or 2
   a wrong command line                             {}, 1

Faults go to stderr and to the log: where the rules say (log: file), else bcrules/hook.log
in the user's cache folder. Beside it decisions.jsonl has a line on every event, which
"bcrules log" shows: which hooks and rules, what was decided, how long it took, and
nothing of what the event or the reply holds.`

func hookCmd() *cli.Command {
	return &cli.Command{
		Name:        "hook",
		Usage:       "answer the event on stdin",
		UsageText:   "bcrules hook [--agent NAME] [--event NAME] [--rules DIR]… [--only NAME] [--within DURATION] < event.json",
		Description: hookHelp,
		Flags: []cli.Flag{
			rulesFlag(),
			senderFlag(),
			calledFlag("event"),
			&cli.StringFlag{Name: "only", Usage: "answer by the hook called `NAME` alone"},
			&cli.BoolFlag{Name: strings.TrimPrefix(hook.Behind, "--"), Hidden: true},
			&cli.DurationFlag{Name: "within", Usage: "how long the answer may take, `DURATION`; what the rules say if not given"},
		},
		OnUsageError: func(c *cli.Context, err error, _ bool) error {
			fmt.Fprint(c.App.Writer, hook.NoOpinion)
			fmt.Fprintf(c.App.ErrWriter, "bcrules hook: %v\n", err)
			return exitCode(hook.ExitUsage)
		},
		Action: func(c *cli.Context) error {
			o := hook.Options{Rules: c.StringSlice("rules"), Only: c.String("only"), Agent: c.String("agent"), Event: c.String("event"), Within: c.Duration("within"), Behind: c.Bool(strings.TrimPrefix(hook.Behind, "--"))}
			answer := compile.Command()
			answer.Exit = os.Exit
			if code := answer.Run(o, c.App.Reader, os.Stdout, os.Stderr); code != 0 {
				return exitCode(code)
			}
			return nil
		},
	}
}

func senderFlag() *cli.StringFlag {
	return &cli.StringFlag{Name: "agent", Usage: "the event comes from the agent called `NAME`; told by the event if not given"}
}

func calledFlag(name string) *cli.StringFlag {
	return &cli.StringFlag{Name: name, Usage: "the agent calls the event `NAME`, where it doesn't say so itself"}
}
