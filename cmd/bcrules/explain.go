package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"bcrules.dev/cmd/hook"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine/plan"
	"bcrules.dev/rules"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"
)

const explainHelp = `Answers one event as "bcrules hook" would, with the same code, and says why: what
was decided, by which rules and where these are, and which parts of their conditions
decided with which values; the reply; and for each other hook, on one line, why it
had nothing to say. If no hook had anything to say, there is a line for each rule:
the smallest part of its condition that doesn't hold, with its values.

It also names the rows of a table, and the choices given to an action, that were not
chosen, with the reason.

With --all nothing is cut short, and the whole trace follows (each rule, each part
of a condition, which facts were asked, their results and how long they took, and
what was done) with the reply as sent. --json has all of it.

It has no effect: actions write to a scratch folder. A program of a rule is not run,
but counts as successful with no output, or the output that --prints gives; --run
starts it, and what it changes stays changed.

The event is read from FILE, from stdin, or from the decisions log, if that keeps
events (log: inputs: true): last is the last one that was refused; otherwise give
the id of a call, or a time, or the beginning of either. A rule file or a folder
means its rules, as with --rules:

   echo '{"hook_event_name": "PreToolUse", "tool_name": "Bash",
          "tool_input": {"command": "git push -f"}}' | bcrules explain

Facts look at the project of the folder that the event names as its cwd, or else of
this one. Rules of a project are explained as they are, even if they are not trusted
and so do nothing ("bcrules help trust"); their stores then start empty, in memory.

Exit code 0: explained; 1: the event can't be read, or the rules have faults (the
last good ones then answer, as in the hook), or a wrong command line; 2: it could
not be carried out.`

func explainCmd() *cli.Command {
	return &cli.Command{
		Name:        "explain",
		Usage:       "say how an event is answered, and why",
		UsageText:   "bcrules explain [FILE | last | ID | TIME] [--agent NAME] [--rules DIR]… [--only NAME] [--run | --prints TEXT] [--all] [--json]",
		Description: explainHelp,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "event", Value: "-", Usage: "read the event from `FILE`; - is stdin"},
			rulesFlag(), senderFlag(), calledFlag("called"),
			&cli.StringFlag{Name: "only", Usage: "answer only by the hook called `NAME`"},
			&cli.BoolFlag{Name: "run", Usage: "start the programs that rules run"},
			&cli.StringFlag{Name: "prints", Usage: "suppose that each program that rules run prints `TEXT`"},
			&cli.BoolFlag{Name: "all", Usage: "cut nothing short, and append the whole trace"},
			&cli.BoolFlag{Name: "json", Usage: "write one JSON object, with all values complete"},
		},
		Action: func(c *cli.Context) error {
			here, err := os.Getwd()
			if err != nil {
				return err
			}
			event, of, err := explainable(c)
			if err != nil {
				return err
			}
			data, err := namedEvent(c, event)
			if err != nil {
				return err
			}
			x, err := explained(hook.Options{Rules: of, Only: c.String("only"), Agent: c.String("agent"), Event: c.String("called"), Programs: hook.Programs{Start: c.Bool("run"), Prints: c.String("prints")}}, data, c.App.ErrWriter)
			if err != nil {
				return err
			}
			if only := c.String("only"); only != "" && len(x.Faults) == 0 && len(plan.Called(only, x.known)) == 0 {
				return misspelt(c, "hook", only, x.known)
			}
			remind(c.App.ErrWriter, x.set)
			if c.Bool("json") {
				err = show.JSON(c.App.Writer, x.Answer)
			} else {
				show.Answer(c.App.Writer, &x.Answer, here, c.Bool("all"))
			}
			if err == nil && (x.Fault != "" || len(x.Faults) > 0) {
				return exitCode(exitFaults)
			}
			return err
		},
	}
}

// explainable returns the file with the event and the folders with the rules: an argument is a rule
// file or a folder, or else an event.
func explainable(c *cli.Context) (event string, of []string, err error) {
	event, of = c.String("event"), c.StringSlice("rules")
	for _, arg := range c.Args().Slice() {
		info, err := os.Stat(arg)
		switch {
		case err == nil && info.IsDir() || strings.HasPrefix(arg, rules.Path+"/"):
			of = append(of, arg)
		case err == nil && filepath.Ext(arg) == ".cue":
			of = append(of, filepath.Dir(arg))
		case err != nil && arg != "-" && !absent(arg):
			return "", nil, err
		case event != "-":
			return "", nil, usageError(c, fmt.Errorf("found %s beside %s, want one event", arg, event), false)
		default:
			event = arg
		}
	}
	return event, of, nil
}

// eventData returns the content of a file; - means stdin, unless that is a terminal.
func eventData(name string, stdin io.Reader) ([]byte, error) {
	if name != "-" {
		return os.ReadFile(name)
	}
	if f, ok := stdin.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return nil, errors.New("found no event, want one on stdin or in FILE")
	}
	return io.ReadAll(stdin)
}
