package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"bcrules.dev/actions"
	"bcrules.dev/cmd/index/answers"
	"bcrules.dev/cmd/index/grammars"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine/host"

	"github.com/urfave/cli/v2"
)

const indexHelp = `Reads the source files of this folder's project and keeps their symbols, calls and
imports in an SQLite file in the user's cache folder. Rules ask it as a store
("bcrules docs stores"), and the action index updates it after each edit.

It reads what has changed since the last time, in the background, or to the end with
--wait. It skips files that git ignores, those over 1 MB, the folders .venv,
__pycache__, dist, node_modules, target and vendor, and files after the first
100,000. Beside the index is symbols.json, for programs that can't query it: {NAME:
{type, location}}.

Languages: Go, and with --setup JavaScript, Python, Rust, TSX and TypeScript.
--setup downloads fixed versions of tree-sitter's grammars from the npm registry
(the one that npm would use), 2.6 MB, verifies their hashes and keeps them in the
user's cache folder.

Questions, of which --query takes one:

   symbols NAME         where it is defined, what it looks like; NAME alone is the same,
                        and * stands for anything:  --query 'Read*'
   callers of NAME      or: who calls NAME
   calls of NAME        what it calls
   outline of FILE      what FILE has, by its path from the project
   imports of FILE      or of a module, or of a name: who imports it
   words WORDS          symbols with one of them in their names or comments

Exit code 0: done or answered; 1: no answer, or a wrong command line; 2: it could not be
carried out.`

func indexCmd() *cli.Command {
	return &cli.Command{
		Name:        "index",
		Usage:       "index the project's source files for rules to query",
		UsageText:   "bcrules index [--wait]\nbcrules index --setup\nbcrules index --status [--json]\nbcrules index --query QUESTION [--json]",
		Description: indexHelp,
		Before:      flagsOnly,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "wait", Usage: "wait until all is read"},
			&cli.BoolFlag{Name: "setup", Usage: "download the grammars of languages other than Go"},
			&cli.BoolFlag{Name: "status", Usage: "say where the index is, whether it is complete, and why not"},
			&cli.StringFlag{Name: "query", Usage: "answer `QUESTION`: callers of NAME, outline of FILE"},
			&cli.BoolFlag{Name: "json", Usage: "write the status or the answers as JSON"},
		},
		Action: func(c *cli.Context) error {
			if err := alone(c, "wait", "setup", "status", "query"); err != nil {
				return usageError(c, err, false)
			}
			if c.Bool("json") && !c.Bool("status") && !c.IsSet("query") {
				return usageError(c, errors.New("found --json, want --status or --query with it"), false)
			}
			if c.Bool("setup") {
				return getGrammars(c)
			}
			here, err := os.Getwd()
			if err != nil {
				return err
			}
			project := host.FindProject(here, os.Getenv)
			h := &host.Host{Dir: project.Root, Project: project, Getenv: os.Getenv}
			file, err := h.Index()
			if err != nil {
				return err
			}
			keeper := compile.Stores(&host.Host{})
			defer keeper.Close()
			x := answers.Index{File: file, Keeper: keeper}
			switch {
			case c.Bool("status"):
				return showStatus(c, x, h.Dir)
			case c.IsSet("query"):
				return askIndex(c, x)
			}
			return startIndex(c, h)
		},
	}
}

// alone returns an error if more than one of the flags is set.
func alone(c *cli.Context, names ...string) error {
	var set []string
	for _, name := range names {
		if c.IsSet(name) {
			set = append(set, "--"+name)
		}
	}
	if len(set) > 1 {
		return fmt.Errorf("found %s, want one of them", strings.Join(set, " and "))
	}
	return nil
}

// startIndex starts the indexer and, with --wait, waits for it.
func startIndex(c *cli.Context, h *host.Host) error {
	var flags []string
	if c.Bool("wait") {
		flags = []string{"--wait"}
	}
	command, err := h.Indexer(nil, flags...)
	if err != nil {
		return err
	}
	if _, err := os.Stat(command[0]); err != nil {
		return errors.New("found no bcindex beside bcrules, want one: make install puts all in one folder")
	}
	if !c.Bool("wait") {
		cmd := exec.Command(command[0], command[1:]...)
		actions.Detach(cmd)
		if err := cmd.Start(); err != nil {
			return err
		}
		fmt.Fprintf(c.App.Writer, "reading %s in the background; bcrules index --status says how far it is\n", h.Dir)
		return cmd.Process.Release()
	}
	ctx, stop := interruptible(c.Context)
	defer stop()
	files, err := watched(ctx, c, command)
	if ctx.Err() != nil {
		return exitCode(exitInterrupted)
	}
	if err == nil {
		fmt.Fprintf(c.App.Writer, "read %s that had changed in %s\n", show.Count(files, "file"), h.Dir)
	}
	return err
}

// watched runs the indexer, shows its progress, and returns the number of files it read.
func watched(ctx context.Context, c *cli.Context, command []string) (int, error) {
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Stderr = c.App.ErrWriter
	out, err := cmd.StdoutPipe()
	if err != nil {
		return 0, err
	}
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	var bar *show.Progress
	var at struct{ Files, Done int }
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if json.Unmarshal(lines.Bytes(), &at) == nil && at.Files > 0 {
			if bar == nil {
				bar = show.Counting("reading", c.App.ErrWriter)
			}
			bar.Reached(at.Done, at.Files)
		}
	}
	err = cmd.Wait()
	bar.End(err == nil)
	if err != nil {
		return 0, exitCode(exitUsage) // it has said why
	}
	return at.Files, nil
}

// getGrammars downloads missing grammars.
func getGrammars(c *cli.Context) error {
	own := host.Here(os.Getenv).Folders()
	if own.Cache == "" {
		return host.ErrNoCache
	}
	ctx, stop := interruptible(c.Context)
	defer stop()
	registry, dir := grammars.Registry(os.Getenv, own.Home), host.Grammars(own.Unsealed())
	err := grammars.Get(ctx, registry, dir, grammars.Packages, func(p grammars.Package) {
		fmt.Fprintf(c.App.Writer, "getting %s %s from %s\n", p.Name, p.Version, registry)
	})
	if ctx.Err() != nil {
		return exitCode(exitInterrupted)
	}
	if err == nil {
		fmt.Fprintf(c.App.Writer, "the grammars are in %s\n", dir)
	}
	return err
}

// showStatus prints the state of the index.
func showStatus(c *cli.Context, x answers.Index, project string) error {
	s, err := x.Status(project)
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return show.JSON(c.App.Writer, s)
	}
	w := c.App.Writer
	ready := "ready"
	if !s.Ready {
		ready = "not ready"
	}
	fmt.Fprintf(w, "project  %s\nindex    %s\nstate    %s", s.Project, s.File, ready)
	if s.At != nil {
		fmt.Fprintf(w, ", read whole at %s", s.At.Format("2006-01-02 15:04:05 UTC"))
	}
	fmt.Fprintf(w, "\nholds    %s, %s, %d kB\n", show.Count(s.Files, "file"), show.Count(s.Symbols, "symbol"), s.Bytes/1000)
	if s.Faults > 0 {
		fmt.Fprintf(w, "left     %s that could not be read\n", show.Count(s.Faults, "file"))
	}
	if s.Why != "" {
		fmt.Fprintf(w, "note     %s\n", s.Why)
	}
	return nil
}

// askIndex answers a question.
func askIndex(c *cli.Context, x answers.Index) error {
	hits, err := x.Ask(c.String("query"))
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return show.JSON(c.App.Writer, append([]answers.Hit{}, hits...))
	}
	for _, hit := range hits {
		fmt.Fprintf(c.App.Writer, "%s:%d\t%s\n", hit.File, hit.Line, show.Printable(hit.Text))
	}
	if len(hits) > 0 {
		return nil
	}
	s, err := x.Status("")
	if err != nil {
		return err
	}
	fmt.Fprint(c.App.ErrWriter, "bcrules index: found nothing")
	if s.Why != "" {
		fmt.Fprintf(c.App.ErrWriter, "; %s", s.Why)
	}
	fmt.Fprintln(c.App.ErrWriter)
	return exitCode(exitFaults)
}
