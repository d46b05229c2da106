package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"time"

	"bcrules.dev/cmd/log"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine/journal"

	"github.com/urfave/cli/v2"
)

const logHelp = `Shows the decisions log, the oldest entry first: a line for every event that a hook
answered, in whichever project. A line says when, in which project, the event and
its tool, what was said to the agent (- for no opinion), the hooks that the event
was for with the ids of the rules that held, or the numbers of those without, how
many milliseconds the process took, in which session, and what failed. On a terminal
faults stand below, and lines are cut at its width; else tabs part the columns.

   bcrules log --since 1h --errors
   bcrules log -f --hook stop

The log is bcrules/decisions.jsonl in the user's cache folder, beside it the one
before; together they stay within a bound, and the oldest entries go. What is
kept, and how much, is for the rules to say: "log" in the reference of a rule file
(schema/rules.cue). What a rule's fault said is in hook.log, or where the rules log.

With --json a line is an object: time, session, project (folder), event, tool,
rules (folder or pack), ms, hooks (hook, rules by number, and ids of those that have
one, in the same order), said, refused, exit (code), errors; input and reply where the rules ask for them, or cut, the bytes of
both that were too many. What is empty is left out.

Exit code 0: shown; 1: the command line is wrong; 2: the log can't be read; 130:
ended by Ctrl-C, which is how -f ends.`

func logCmd() *cli.Command {
	return &cli.Command{
		Name:        "log",
		Usage:       "show what hooks decided",
		UsageText:   "bcrules log [-f] [--session ID] [--hook NAME] [--event NAME] [--since 1h|TIME] [--errors] [--json]",
		Description: logHelp,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "follow", Aliases: []string{"f"}, Usage: "go on with entries as they come"},
			&cli.StringFlag{Name: "session", Usage: "of sessions whose id begins with `ID`"},
			&cli.StringFlag{Name: "hook", Usage: "of events that the hook called `NAME` was for"},
			&cli.StringFlag{Name: "event", Usage: "of the event `NAME`"},
			sinceFlag(),
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
	file, err := journal.Open()
	if err != nil {
		return err
	}
	if absent(file.File) && absent(file.Old) {
		fmt.Fprintf(c.App.ErrWriter, "bcrules log: nothing is logged yet; it will be in %s\n", file.File)
	}
	ctx, stop := interruptible(c.Context)
	defer stop()
	wanted := log.Filter{Session: c.String("session"), Hook: c.String("hook"), Event: c.String("event"), Since: since, Errors: c.Bool("errors")}
	r := log.NewReader(file)
	defer r.Close()
	err = showEntries(ctx, c, r, wanted)
	skipped(c, "log", r.Bad)
	if ctx.Err() != nil {
		return exitCode(exitInterrupted)
	}
	return err
}

// showEntries writes the entries that are wanted: those there are as one table, and with
// --follow each that comes.
func showEntries(ctx context.Context, c *cli.Context, r *log.Reader, wanted log.Filter) error {
	rows, early, read := show.NewDecisions(c.App.Writer), []*journal.Entry{}, false
	write := func(lines string) error {
		_, err := io.WriteString(c.App.Writer, lines)
		return cmp.Or(err, ctx.Err())
	}
	each := func(line []byte, e *journal.Entry) error {
		switch {
		case !wanted.Wants(e):
			return ctx.Err()
		case c.Bool("json"):
			_, err := fmt.Fprintf(show.ForTools(c.App.Writer), "%s\n", line)
			return cmp.Or(err, ctx.Err())
		case read:
			return write(rows.Add(e))
		}
		early = append(early, e)
		return ctx.Err()
	}
	err := r.Read(each)
	if err = cmp.Or(err, write(rows.Add(early...))); err == nil && c.Bool("follow") {
		read = true
		err = r.Follow(ctx, each)
	}
	return err
}

func absent(path string) bool {
	_, err := os.Stat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// exitInterrupted is what a command returns that Ctrl-C ended.
const exitInterrupted = 130

// interruptible returns a context that Ctrl-C ends.
func interruptible(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(ctx, os.Interrupt)
}

func sinceFlag() *cli.StringFlag {
	return &cli.StringFlag{Name: "since", Usage: "not older than `TIME`: 1h, 90m, or a date or time such as 2026-02-09T12:00:00Z"}
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
