package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"bcrules.dev/cmd/hook"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
	"bcrules.dev/rules"
	"bcrules.dev/schema"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"
)

const explainHelp = `Answers one event as "bcrules hook" would, by the same code, and says why: what was
decided, by which rules, the place where they are written, and which parts of their
conditions decided with which values; what the reply is; and of each other hook, on
a line, why it had nothing to say. Where no hook had, there is a line for each rule:
the smallest part of its condition that does not hold, with its values.

Of the rows of a table, and of what an action was given to choose from, those that
were not chosen are named with the reason.

With --all it is the whole trace: each rule, each part of a condition, which facts
were asked, what they said and how long it took, and what was done. --json has both.

Nothing is done in truth: what actions write goes to a scratch folder. A program that
a rule runs is not run, and taken to end well and print nothing, or what --prints
says; --run starts it, and what it changes is changed.

The event is read from FILE, or from stdin, or is one of the decisions log, where that
keeps events (log: inputs: true): last for the one that was refused last, the id of a call,
or a time, or what these begin with. A rule file or a folder stands for rules, as with
--rules:

   echo '{"hook_event_name": "PreToolUse", "tool_name": "Bash",
          "tool_input": {"command": "git push -f"}}' | bcrules explain

Facts look at the project of the folder that the event names as its cwd, or else of
this one. Rules of a project are explained as they are, also where they are not
trusted and so do nothing ("bcrules help trust"); their stores are made of nothing, in memory.

Exit code 0: explained; 1: the event can't be read, or the rules have faults (the
last good ones then hold, as for the hook), or a wrong command line; 2: it could not
be carried out.`

func explainCmd() *cli.Command {
	return &cli.Command{
		Name:        "explain",
		Usage:       "say how an event is answered, and why",
		UsageText:   "bcrules explain [FILE | last | ID | TIME] [--agent NAME] [--rules DIR]… [--only NAME] [--run | --prints TEXT] [--all] [--json]",
		Description: explainHelp,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "event", Value: "-", Usage: "read the event from `FILE`; - is stdin"},
			rulesFlag(), senderFlag(), calledFlag("called"),
			&cli.StringFlag{Name: "only", Usage: "answer by the hook called `NAME` alone"},
			&cli.BoolFlag{Name: "run", Usage: "start the programs that rules run"},
			&cli.StringFlag{Name: "prints", Usage: "take each program that rules run to print `TEXT`"},
			&cli.BoolFlag{Name: "all", Usage: "write the whole trace"},
			&cli.BoolFlag{Name: "json", Usage: "write one JSON object, with all values whole"},
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
				err = show.JSON(c.App.Writer, x)
			} else if c.Bool("all") {
				x.write(c.App.Writer, here)
			} else {
				x.brief(c.App.Writer, here)
			}
			if err == nil && (x.Fault != "" || len(x.Faults) > 0) {
				return exitCode(exitFaults)
			}
			return err
		},
	}
}

// explainable returns which file holds the event, and which folders the rules: an
// argument is a rule file or a folder, or else an event.
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

// eventData returns what the file holds; - is stdin, if that is no terminal.
func eventData(name string, stdin io.Reader) ([]byte, error) {
	if name != "-" {
		return os.ReadFile(name)
	}
	if f, ok := stdin.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return nil, errors.New("found no event, want one on stdin or in FILE")
	}
	return io.ReadAll(stdin)
}

// How many of the rows that were not chosen are named in short, and lines on stderr.
const mostLeft, mostSaid = 6, 4

// brief writes what was decided and why, what the reply is, and a line for each other
// hook.
func (x *explanation) brief(w io.Writer, here string) {
	y := show.NewWhy(w, here)
	x.head(w, here)
	y.Rules(x.Answer, x.Fields)
	y.Refusals(x.Answer)
	y.Reply(x.Fields, x.Exit)
	if len(x.Unread) > 0 {
		fmt.Fprintf(w, "%s reads nothing of %s here\n", x.Client, strings.Join(x.Unread, ", "))
	}
	y.NotRun(x.Answer)
	y.NotChosen(x.Answer, mostLeft)
	for _, name := range x.Wrote {
		fmt.Fprintln(w, "would change "+show.Path(name, here))
	}
	for i, line := range x.Said {
		if i == mostSaid {
			fmt.Fprintf(w, "stderr: … %s more (--all)\n", show.Count(len(x.Said)-i, "line"))
			break
		}
		fmt.Fprintln(w, "stderr: "+strings.ReplaceAll(show.Printable(line), here+string(filepath.Separator), ""))
	}
	y.Others(x.Answer, x.Others)
	if len(x.Hooks)+len(x.Others)+len(x.Faults) == 0 && x.Fault == "" {
		fmt.Fprintf(w, "no hook is on %s\n", x.Event)
	}
}

// head writes what was decided on which event, and what is wrong with it or the rules.
func (x *explanation) head(w io.Writer, here string) {
	event := strings.TrimSpace(cmp.Or(x.Event, "no event") + " " + show.Printable(x.subject))
	fmt.Fprintf(w, "%s: %s %s\n", show.Decided(x.Answer), show.Bold.Sprint(event), show.ByRules(x.Rules, here))
	if x.Fault != "" {
		fmt.Fprintln(w, show.Bad.Sprint(x.Fault))
	}
	if len(x.Faults) > 0 {
		fmt.Fprintln(w, "the rules have faults; the last good ones hold, if there are any")
		for _, f := range x.Faults {
			fmt.Fprintln(w, "  "+show.Bad.Sprint(f))
		}
	}
}

func (x *explanation) write(w io.Writer, here string) {
	show.On(w)
	section := func(what string) { fmt.Fprintln(w, "\n"+show.Bold.Sprint(what)) }
	fmt.Fprintf(w, "%s %s\n", show.Bold.Sprint(cmp.Or(x.Event, "No event")), show.ByRules(x.Rules, here))
	if x.Fault != "" {
		fmt.Fprintln(w, show.Bad.Sprint(x.Fault))
	}
	if len(x.Faults) > 0 {
		section("Faults of the rules; the last good ones hold, if there are any")
		for _, f := range x.Faults {
			fmt.Fprintln(w, show.Bad.Sprint(f))
		}
	}
	if len(x.Hooks) > 0 {
		section("Hooks")
		show.Trace(w, x.trace, here)
	} else {
		section("No hook is for this event")
	}
	if len(x.Answer.NotChosen) > 0 {
		fmt.Fprintln(w)
		show.NewWhy(w, here).NotChosen(x.Answer, len(x.Answer.NotChosen))
	}
	if len(x.Others) > 0 {
		section("Passed over")
		for _, o := range x.Others {
			o.Pos.File = schema.Display(o.Pos.File, here)
			fmt.Fprintf(w, "%s: %s  %s\n", o.Name, o.Why, show.Faint.Sprint(o.Pos))
		}
	}
	if len(x.Wrote) > 0 {
		section("Files it would change")
		for _, name := range x.Wrote {
			fmt.Fprintln(w, show.Path(name, here))
		}
	}
	if len(x.Said) > 0 {
		section("On stderr")
		fmt.Fprintln(w, strings.Join(x.Said, "\n"))
	}
	section(fmt.Sprintf("Reply, exit code %d", x.Exit))
	var b bytes.Buffer
	if plain := files.Text(x.Reply); plain != "" {
		b.WriteString(strings.TrimSuffix(plain, "\n"))
	} else if json.Indent(&b, x.Reply, "", "  ") != nil {
		b.Write(x.Reply)
	}
	fmt.Fprintln(w, show.Quoted.Sprint(b.String()))
}
