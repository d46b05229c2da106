package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"

	"bcrules.dev/cmd/answer"
	"bcrules.dev/cmd/hook"
	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/log/replay"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"

	"github.com/urfave/cli/v2"
)

const replayHelp = `Answers recorded events by the rules that "bcrules hook" would use here, or by those
in DIR, and shows which decisions differ from the recorded ones. It has no effect:
actions write to a scratch folder, emptied for each event, no program starts, and
nothing is logged.

A FILE has one object on each line, which is one of:

   an entry of the decisions log. It holds its event only if the rules said so
   (log: inputs: true); what was said then is compared with what is said now.

   an event as a hook gets it, or as "input" of an object. Nothing is known of
   how it was answered, so nothing differs; --all shows how it is answered now.

   a line of a transcript of Claude Code (~/.claude/projects/*/*.jsonl). Events are
   made of tool calls, their results, prompts, stops and compactions. Of a call or
   a prompt it is known whether hooks, any of them, refused it: that is compared.

Facts look at the current project, clock and machine, in the folder that the event
names: a rule that asks for a file may decide differently for that reason alone.

Exit code 0: replayed; 1: with --fail-on-change, a decision differs, or a wrong
command line; 2: it could not be carried out; 130: ended by Ctrl-C, after the
summary of what was replayed.`

func replayCmd() *cli.Command {
	return &cli.Command{
		Name:        "replay",
		Usage:       "answer recorded events by the rules as they are now",
		UsageText:   "bcrules replay [--rules DIR] [--all] [--json] [--fail-on-change] FILE…",
		Description: replayHelp,
		Flags: []cli.Flag{
			rulesFlag(),
			&cli.BoolFlag{Name: "all", Usage: "show every event, not only those decided differently"},
			&cli.BoolFlag{Name: "json", Usage: "write an object a line, the summary last"},
			&cli.BoolFlag{Name: "fail-on-change", Usage: "exit with 1 if anything is decided differently"},
		},
		Action: func(c *cli.Context) error {
			if c.NArg() == 0 {
				return usageError(c, errors.New("found no FILE to replay, want one or more"), false)
			}
			plan, rules, here, err := inForce(c)
			if err != nil {
				return err
			}
			ctx, stop := interruptible(c.Context)
			defer stop()
			blank(layers.Find(c.StringSlice("rules"), here, os.Getenv), plan, c.App.ErrWriter)
			p := &player{plan: plan, command: compile.Command(), here: here, all: c.Bool("all"), sum: replay.Summary{Rules: schema.Display(rules, here), Said: map[string]int{}}}
			p.progress = show.NewProgress("replay", c.App.ErrWriter, c.App.Writer, c.Args().Slice())
			p.show = answered(c.App.Writer, p.progress, c.Bool("json"))
			err = p.files(ctx, c.Args().Slice())
			p.close()
			p.sum.Interrupted = ctx.Err() != nil
			p.progress.End(!p.sum.Interrupted && err == nil)
			if err != nil && !p.sum.Interrupted {
				return err
			}
			if err := show.Replayed(&p.sum, c.App.Writer, c.App.ErrWriter, c.Bool("json")); err != nil {
				return err
			}
			switch {
			case p.sum.Interrupted:
				return exitCode(exitInterrupted)
			case p.sum.Changed > 0 && c.Bool("fail-on-change"):
				return exitCode(exitFaults)
			}
			return nil
		},
	}
}

// blank notes that stores are empty for untrusted rules whose folder was named; otherwise the note
// on trust says so. Failures for that reason are reported where they happen.
func blank(of layers.Set, p *plan.Plan, stderr io.Writer) {
	if p.Untrusted && of.Asks == "" && len(p.Stores) > 0 {
		show.Note(stderr, "nobody trusts these rules as they are, so their stores are empty here")
	}
}

// A player answers the events of files.
type player struct {
	plan     *plan.Plan
	command  hook.Command
	here     string // folder relative to which files are named
	all      bool
	show     func(*replay.Answered) error
	progress *show.Progress
	sum      replay.Summary
	scratch  *files.Overlay // empty until an event writes
}

func (p *player) files(ctx context.Context, names []string) error {
	for _, name := range names {
		if err := p.file(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

func (p *player) file(ctx context.Context, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	defer context.AfterFunc(ctx, func() { f.Close() })() // a pipe may block
	path, err := filepath.Abs(name)
	if err != nil {
		return err
	}
	p.sum.Files++
	r := replay.NewReader(p.progress.Reads(f), path)
	for err == nil && ctx.Err() == nil {
		var rec *replay.Record
		if rec, err = r.Next(); err == nil {
			err = p.play(name, rec)
		}
	}
	p.sum.Bad += r.Bad
	p.sum.Long += r.Long()
	p.sum.Without += r.Without
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// play answers an event.
func (p *player) play(file string, rec *replay.Record) error {
	ev, err := plan.ReadEvent(rec.Event)
	if err != nil {
		p.sum.Bad++
		return nil
	}
	if p.scratch == nil {
		if p.scratch, err = files.NewOverlay(host.Here(os.Getenv).Folders().Temp); err != nil {
			return err
		}
	}
	now := p.command.Answer(p.plan, ev, p.scratch, io.Discard, nil)
	if len(p.scratch.Changed()) > 0 {
		p.close()
	}
	done := &replay.Answered{File: file, Line: rec.Line, Event: ev.Name, Tool: hook.ToolOf(ev), Session: ev.Session, Known: rec.Known,
		Changed: rec.Differs(now), Now: answer.Decision{Said: now.Said, Refused: now.Refused, Hooks: now.Ran}}
	if !rec.Time.IsZero() {
		done.Time = plan.Stamp(rec.Time)
	}
	if rec.Known != replay.Nothing {
		done.Then = &answer.Decision{Said: rec.Said, Refused: rec.Refused}
	}
	for _, err := range now.Faults {
		var e *plan.Error
		if errors.As(err, &e) {
			e.File = schema.Display(e.File, p.here)
		}
		done.Now.Errors = append(done.Now.Errors, err.Error())
	}
	p.sum.Add(done)
	if p.all || done.Changed {
		return p.show(done)
	}
	return nil
}

// close discards what was written, so that each event meets the project as it is.
func (p *player) close() {
	if p.scratch != nil {
		p.scratch.Close()
		p.scratch = nil
	}
}

// answered returns a function that writes an answered event as a line of text or JSON.
func answered(w io.Writer, bar *show.Progress, raw bool) func(*replay.Answered) error {
	show.On(w)
	return func(a *replay.Answered) error {
		line := ""
		if !raw {
			line = show.Answered(a)
		} else if data, err := json.Marshal(a); err != nil {
			return err
		} else {
			line = string(files.Escaped(data))
		}
		return bar.Above(w, line)
	}
}
