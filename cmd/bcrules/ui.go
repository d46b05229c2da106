package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"bcrules.dev/cmd/ui"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/journal"

	"github.com/urfave/cli/v2"
)

const uiHelp = `Serves pages to look at what hooks do, for a browser on this machine, and opens
the first:

   Rules        those in force here, your own first and packs folded, with what
                vet says of them, how often each held and how long each hook took,
                as "bcrules stats" counts it
   Decisions    the decisions log as it grows, filtered as you type; of one decision
                by which rules it came about, and what "bcrules explain" says of it now
   Playground   rules that you type, in an editor that completes, explains and mends,
                answer an event as you type, with the files and what programs print
                that a test would say; what you tried is saved as a rule file and a
                test of the project, once you have seen both

It listens on the loopback address only. The address it prints has a token: whoever
has that may look, so don't pass it on. Looking changes nothing, and runs no program
of a rule. Saving creates two new files in the project's rule folder; they act when
you trust them ("bcrules help trust"). Findings about rules are kept in your cache
folder, so that the next start is quick. Ctrl-C ends it.

   bcrules ui
   bcrules ui --no-open --port 8123    where you open the address yourself

With --from it shows the decisions of many machines instead, each with its user: of
copies of their logs, or of what an OpenTelemetry collector's file exporter wrote of
them ("bcrules help organisation"). An entry that is there twice counts once, and lines
that hold none are counted on stderr. Rules are those in force here.

   bcrules ui --from /var/lib/otelcol/bcrules.jsonl
   bcrules ui --from ann.jsonl --from bob.jsonl

Exit code 0: ended by Ctrl-C; 1: a wrong command line; 2: it could not be served.`

func uiCmd() *cli.Command {
	return &cli.Command{
		Name:        "ui",
		Usage:       "look at rules and decisions in a browser",
		UsageText:   "bcrules ui [--port N] [--no-open] [--from FILE]… [--rules DIR]…",
		Description: uiHelp,
		Before:      flagsOnly,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "port", Usage: "listen on port `N`, a free one if not given"},
			&cli.BoolFlag{Name: "no-open", Usage: "open no browser"},
			&cli.StringSliceFlag{Name: "from", Usage: "show decisions of `FILE`, a log or a collector's export, instead of your own"},
			rulesFlag(),
		},
		Action: func(c *cli.Context) error {
			if n := c.Int("port"); n < 0 || n > 65535 {
				return usageError(c, fmt.Errorf("--port: found %d, want 0 to 65535", n), false)
			}
			return serve(c)
		},
	}
}

// serve serves the pages until Ctrl-C.
func serve(c *cli.Context) error {
	here, err := os.Getwd()
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	logs, err := logsOf(c.StringSlice("from"))
	if err != nil {
		return err
	}
	listener, err := ui.Listen(c.Int("port"))
	if err != nil {
		return err
	}
	ctx, stop := interruptible(c.Context)
	defer stop()
	program := ui.Program(self, here)
	s := &ui.Server{Here: here, Rules: c.StringSlice("rules"), Logs: logs, Many: c.IsSet("from"), Ask: program, Desk: desk(program, nil)}
	s.Unread = func(file string, lines int) { skipped(c, "ui: "+file, lines) }
	address := s.Start(listener)
	if _, err := io.WriteString(c.App.Writer, address+"\n"); err != nil {
		return errors.Join(err, listener.Close())
	}
	if !c.Bool("no-open") {
		closed, err := ui.Open(address)
		defer closed()
		if err != nil {
			fmt.Fprintf(c.App.ErrWriter, "bcrules ui: %v; open the address above\n", err)
		}
	}
	return s.Serve(ctx, listener)
}

// logsOf returns the logs in files, the user's own if there are none.
func logsOf(from []string) (all []journal.Log, err error) {
	if len(from) == 0 {
		own, err := journal.Open(host.Here(os.Getenv).Folders())
		if err != nil {
			return nil, fmt.Errorf("found no folder that a log is kept in: %w", err)
		}
		return []journal.Log{own}, nil
	}
	for _, name := range from {
		if _, err := os.Stat(name); err != nil {
			return nil, err
		}
		all = append(all, journal.Log{File: name})
	}
	return all, nil
}
