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

const logHelp = `Shows the decisions log, oldest entry first: a line for every event that a hook
answered, in any project. A line has the time, the event, its subject, the decision
(- for no opinion), the rules that held by id or number, the project, how many
milliseconds the process took, and the session; below it are the reason that was
given and what failed. The subject of a call is its tool and, if something was
decided, the programs that it ran with their subcommands, or its files or hosts. On
anything but a terminal nothing is cut, and tabs separate the columns.

   bcrules explain last       why the last refusal came about
   bcrules except last        let such a call through from now on
   bcrules test --from last   a test of it

   bcrules log -n 20 --refused
   bcrules log --since 1d --errors
   bcrules log -f --hook stop

The log is bcrules/decisions.jsonl in the user's cache folder, with the previous
file beside it; together they stay within a limit, and the oldest entries go. The
rules say what is kept, and how much: "log" in the reference of a rule file
(schema/rules.cue). The text of a rule's fault is in hook.log, or where the rules
log.

With --json a line is an object: time, session, agent (if it isn't Claude Code),
project (folder), event, tool, call (id) and subject if something was decided, rules
(folder or pack), digest (of their content: the same on all machines with the same
rules), machine, user, managed (the hook in the administrator's settings answered),
ms, took (of those ms what each hook took by itself, in the order of hooks), hooks
that the event was for (hook, rules by number, ids of those that have one, in the
same order, and decided, the numbers of those that voted for what was decided), said
(in the reply as the agent reads it), unsaid (outputs that it doesn't read at that
event), would (what observing hooks would have said), refused, reason, exit (code),
errors; input and reply if the rules keep them, or cut, the number of bytes of both
that were too many; and last seq, which counts entries without gaps, even when a new
file starts. Empty fields are left out.

Exit code 0: shown; 1: a wrong command line; 2: the log can't be read; 130: ended by
Ctrl-C, which is how -f ends.`

func logCmd() *cli.Command {
	return &cli.Command{
		Name:        "log",
		Usage:       "show what hooks decided",
		UsageText:   "bcrules log [-f] [--session ID] [--agent NAME] [--hook NAME] [--event NAME] [--since 1d|TIME] [-n N] [--refused] [--would] [--errors] [--json]",
		Description: logHelp,
		Before:      flagsOnly,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "follow", Aliases: []string{"f"}, Usage: "continue with new entries as they come"},
			&cli.StringFlag{Name: "session", Usage: "of sessions whose id begins with `ID`"},
			&cli.StringFlag{Name: "agent", Usage: "of events that the agent called `NAME` sent, claude-code among them"},
			&cli.StringFlag{Name: "hook", Usage: "of events for the hook called `NAME`"},
			&cli.StringFlag{Name: "event", Usage: "of the event `NAME`"},
			sinceFlag(),
			&cli.IntFlag{Name: "last", Aliases: []string{"n"}, Usage: "only the last `N` of them"},
			&cli.BoolFlag{Name: "refused", Usage: "of events that were refused: calls denied, stops blocked"},
			&cli.BoolFlag{Name: "would", Usage: "of events at which observing hooks would have said something"},
			&cli.BoolFlag{Name: "errors", Usage: "of events at which something failed"},
			&cli.BoolFlag{Name: "json", Usage: "write the lines as they are in the log"},
		},
		Action: showLog,
	}
}

// showLog shows the entries that flags choose, with --follow also new ones.
func showLog(c *cli.Context) error {
	since, err := sinceOf(c)
	if err != nil {
		return usageError(c, err, false)
	}
	if n := c.Int("last"); c.IsSet("last") && n < 1 {
		return usageError(c, fmt.Errorf("-n: found %d, want a number of entries, 1 at least", n), false)
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
	r := log.NewReader(file, log.Filter{Session: c.String("session"), Event: c.String("event"), Since: since, Refused: c.Bool("refused"), Would: c.Bool("would"), Errors: c.Bool("errors")})
	defer r.Close()
	v := &logView{w: c.App.Writer, rows: show.NewDecisions(c.App.Writer), json: c.Bool("json"), wanted: log.Filter{Agent: c.String("agent"), Hook: c.String("hook")}, ended: ctx.Err}
	if err = v.shown(r, c.Int("last"), c.App.ErrWriter); err == nil && c.Bool("follow") {
		err = r.Follow(ctx, v.add)
	}
	skipped(c, "log", r.Bad)
	if ctx.Err() != nil {
		return exitCode(exitInterrupted)
	}
	return err
}

// A logView writes the wanted entries: existing ones in blocks, with columns that fit the block and
// those above, new ones one by one.
type logView struct {
	w      io.Writer
	rows   *show.Decisions
	json   bool
	wanted log.Filter       // among what the reader gives
	hooks  []string         // of all entries, wanted or not
	agents []string         // of all entries
	block  []*journal.Entry // to be written next
	comes  bool             // existing entries are written
	ended  func() error     // returns why to stop, if so
}

// blockRows is how many rows are written at once: more than a screen holds, so that the start of a
// long log appears immediately.
const blockRows = 500

// shown writes the log, or its last entries, and on stderr a guess if it has nothing of the wanted
// hook or agent.
func (v *logView) shown(r *log.Reader, last int, stderr io.Writer) error {
	err := v.there(r, last)
	if err != nil {
		return err
	}
	if len(plan.Called(v.wanted.Hook, v.hooks)) == 0 {
		nothingOf(stderr, "hook", v.wanted.Hook, v.hooks)
	}
	if v.wanted.Agent != "" && !slices.Contains(v.agents, v.wanted.Agent) {
		nothingOf(stderr, "agent", v.wanted.Agent, hook.Agents().Names())
	}
	v.comes = true
	return v.write()
}

// there adds the existing entries of the log, or the last ones.
func (v *logView) there(r *log.Reader, last int) error {
	if last == 0 {
		return r.Read(v.add)
	}
	type line struct {
		text  []byte
		entry *journal.Entry
	}
	var found []line
	err := r.Back(func(text []byte, e *journal.Entry) bool {
		v.know(e)
		if v.wanted.Wants(e) {
			found = append(found, line{slices.Clone(text), e})
		}
		return len(found) < last && v.ended() == nil
	})
	for _, one := range slices.Backward(found) {
		err = cmp.Or(err, v.add(one.text, one.entry))
	}
	return err
}

// write writes the block.
func (v *logView) write() error {
	_, err := io.WriteString(v.w, v.rows.Add(v.block...))
	v.block = v.block[:0]
	return err
}

// nothingOf says that the log has nothing that was asked for, and guesses what was meant.
func nothingOf(stderr io.Writer, what, wanted string, known []string) {
	guess := ""
	if near := schema.Nearest(wanted, known); near != "" && near != wanted {
		guess = ", want " + near + "?"
	}
	fmt.Fprintf(stderr, "bcrules log: found nothing of %s %s%s\n", what, wanted, guess)
}

// add adds an entry with its line.
func (v *logView) add(line []byte, e *journal.Entry) (err error) {
	v.know(e)
	switch {
	case !v.wanted.Wants(e):
	case v.json:
		_, err = fmt.Fprintf(show.ForTools(v.w), "%s\n", line)
	default:
		if v.block = append(v.block, e); v.comes || len(v.block) == blockRows {
			err = v.write()
		}
	}
	return cmp.Or(err, v.ended())
}

// know remembers the names that could have been meant.
func (v *logView) know(e *journal.Entry) {
	for _, h := range e.Hooks {
		if !slices.Contains(v.hooks, h.Hook) {
			v.hooks = append(v.hooks, h.Hook)
		}
	}
	if agent := log.Agent(e); !slices.Contains(v.agents, agent) {
		v.agents = append(v.agents, agent)
	}
}

func absent(path string) bool {
	_, err := os.Stat(path)
	return files.Absent(err)
}

// exitInterrupted is the exit code after Ctrl-C.
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
