package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"time"

	"bcrules.dev/cmd/hook"
	"bcrules.dev/cmd/log"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/journal"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"

	"github.com/urfave/cli/v2"
)

const logHelp = `Shows the decisions log, the oldest entry first: a line for every event that a hook
answered, in whichever project. A line says when, the event, what it was about, what
was decided (- for no opinion), the rules that held by their ids or numbers, in which
project, how many milliseconds the process took, and in which session; the reason that
was given and what failed stand below. What a call was about is its tool, and where
something was decided the programs that it ran, with their subcommands, or its files or
hosts. Elsewhere than on a terminal nothing is cut, and tabs part the columns.

   bcrules explain last       why the last refusal came about
   bcrules except last        let such a call through from now on
   bcrules test --from last   a test of it

   bcrules log --since 1d --errors
   bcrules log -f --hook stop

The log is bcrules/decisions.jsonl in the user's cache folder, beside it the one
before; together they stay within a bound, and the oldest entries go. What is
kept, and how much, is for the rules to say: "log" in the reference of a rule file
(schema/rules.cue). What a rule's fault said is in hook.log, or where the rules log.

With --json a line is an object: time, session, agent (where it isn't Claude Code),
project (folder), event, tool, call (id) and subject where something was decided, rules
(folder or pack), ms, took (of those ms what each hook took by itself, in the order of hooks),
hooks that the event was for (hook, rules by number, and ids of those that have one, in
the same order), said, refused, reason, exit (code), errors; input and reply where the
rules ask for them, or cut, the bytes of both that were too many. What is empty is left out.

Exit code 0: shown; 1: a wrong command line; 2: the log can't be read; 130:
ended by Ctrl-C, which is how -f ends.`

func logCmd() *cli.Command {
	return &cli.Command{
		Name:        "log",
		Usage:       "show what hooks decided",
		UsageText:   "bcrules log [-f] [--session ID] [--agent NAME] [--hook NAME] [--event NAME] [--since 1d|TIME] [--refused] [--errors] [--json]",
		Description: logHelp,
		Before:      flagsOnly,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "follow", Aliases: []string{"f"}, Usage: "go on with entries as they come"},
			&cli.StringFlag{Name: "session", Usage: "of sessions whose id begins with `ID`"},
			&cli.StringFlag{Name: "agent", Usage: "of events that the agent called `NAME` sent, claude-code among them"},
			&cli.StringFlag{Name: "hook", Usage: "of events that the hook called `NAME` was for"},
			&cli.StringFlag{Name: "event", Usage: "of the event `NAME`"},
			sinceFlag(),
			&cli.BoolFlag{Name: "refused", Usage: "of events that were refused: calls denied, stops blocked"},
			&cli.BoolFlag{Name: "errors", Usage: "of events at which something failed"},
			&cli.BoolFlag{Name: "json", Usage: "write the lines as they are in the log"},
		},
		Action: showLog,
	}
}

// showLog shows entries that flags choose, those that come as well with --follow.
func showLog(c *cli.Context) error {
	since, err := sinceOf(c)
	if err != nil {
		return usageError(c, err, false)
	}
	if c.IsSet("event") {
		if all := events(); !slices.Contains(all, c.String("event")) {
			return misspelt(c, "event", c.String("event"), all)
		}
	}
	file, err := journal.Open(host.Here(os.Getenv).Folders())
	if err != nil {
		return fmt.Errorf("found no folder that a log is kept in: %w", err)
	}
	if absent(file.File) && absent(file.Old) {
		fmt.Fprintf(c.App.ErrWriter, "bcrules log: nothing is logged yet; it will be in %s\n", file.File)
	}
	ctx, stop := interruptible(c.Context)
	defer stop()
	wanted := log.Filter{Session: c.String("session"), Agent: c.String("agent"), Hook: c.String("hook"), Event: c.String("event"), Since: since, Refused: c.Bool("refused"), Errors: c.Bool("errors")}
	r := log.NewReader(file)
	defer r.Close()
	v := &logView{w: c.App.Writer, rows: show.NewDecisions(c.App.Writer), json: c.Bool("json"), wanted: wanted, ended: ctx.Err}
	if err = v.shown(r, c.App.ErrWriter); err == nil && c.Bool("follow") {
		err = r.Follow(ctx, v.add)
	}
	skipped(c, "log", r.Bad)
	if ctx.Err() != nil {
		return exitCode(exitInterrupted)
	}
	return err
}

// A logView writes entries that are wanted: at first those there are, as one table.
type logView struct {
	w      io.Writer
	rows   *show.Decisions
	json   bool
	wanted log.Filter
	hooks  []string         // of entries, wanted or not
	agents []string         // likewise
	early  []*journal.Entry // that the table is of
	later  bool             // it is written: what comes goes below
	ended  func() error     // why it is over, if it is
}

// shown writes what is in the log, and on stderr a guess where it has nothing of the hook.
func (v *logView) shown(r *log.Reader, stderr io.Writer) error {
	if err := r.Read(v.add); err != nil {
		return err
	}
	if len(plan.Called(v.wanted.Hook, v.hooks)) == 0 {
		nothingOf(stderr, "hook", v.wanted.Hook, v.hooks)
	}
	if v.wanted.Agent != "" && !slices.Contains(v.agents, v.wanted.Agent) {
		nothingOf(stderr, "agent", v.wanted.Agent, hook.Agents().Names())
	}
	v.later = true
	_, err := io.WriteString(v.w, v.rows.Add(v.early...))
	return err
}

// nothingOf says that the log has nothing of what is wanted, and guesses which was meant.
func nothingOf(stderr io.Writer, what, wanted string, known []string) {
	guess := ""
	if near := schema.Nearest(wanted, known); near != "" && near != wanted {
		guess = ", want " + near + "?"
	}
	fmt.Fprintf(stderr, "bcrules log: found nothing of %s %s%s\n", what, wanted, guess)
}

// add is told of each entry with its line.
func (v *logView) add(line []byte, e *journal.Entry) (err error) {
	for _, h := range e.Hooks {
		if !slices.Contains(v.hooks, h.Hook) {
			v.hooks = append(v.hooks, h.Hook)
		}
	}
	if agent := log.Agent(e); !slices.Contains(v.agents, agent) {
		v.agents = append(v.agents, agent)
	}
	switch {
	case !v.wanted.Wants(e):
	case v.json:
		_, err = fmt.Fprintf(show.ForTools(v.w), "%s\n", line)
	case v.later:
		_, err = io.WriteString(v.w, v.rows.Add(e))
	default:
		v.early = append(v.early, e)
	}
	return cmp.Or(err, v.ended())
}

func absent(path string) bool {
	_, err := os.Stat(path)
	return files.Absent(err)
}

// exitInterrupted is what a command returns that Ctrl-C ended.
const exitInterrupted = 130

// interruptible returns a context that Ctrl-C ends.
func interruptible(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(ctx, os.Interrupt)
}

func sinceFlag() *cli.StringFlag {
	return &cli.StringFlag{Name: "since", Usage: "not older than `TIME`: 90m, 2d, or a date or time such as 2026-02-09T12:00:00Z"}
}

func sinceOf(c *cli.Context) (time.Time, error) {
	if !c.IsSet("since") {
		return time.Time{}, nil
	}
	since, err := log.Since(c.String("since"), time.Now())
	if err != nil {
		err = fmt.Errorf("--since: %w", err)
	}
	return since, err
}

// skipped says on stderr that lines were left out.
func skipped(c *cli.Context, command string, lines int) {
	if lines > 0 {
		fmt.Fprintf(c.App.ErrWriter, "bcrules %s: left out %s that hold no entry\n", command, show.Count(lines, "line"))
	}
}
