// Command bcrules is the author's tool for rules that answer hook events of coding agents; it also
// answers events itself (bcrules hook).
//
// Each command has a file, with its name, its help and a body that reads, calls another package and
// writes. Only main ends the process.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"bcrules.dev/cmd/bounded"
	"bcrules.dev/cmd/show"

	"github.com/urfave/cli/v2"
)

// Exit codes of all commands but hook, which chooses its own.
const (
	exitOK     = 0
	exitFaults = 1 // the rules or the command line have faults
	exitUsage  = 2 // the command failed
)

func main() { os.Exit(run(os.Args)) }

// evaluating are the commands that evaluate rules which perhaps nobody has looked at yet.
var evaluating = []string{"convert", "docs", "doctor", "except", "explain", "init", "lift", "list", "new", "replay", "stats", "suggest", "test", "trust", "vet", "__check", "__look", "__try"}

// evaluateGC makes evaluating rules a sixth faster for a tenth more memory.
const evaluateGC = 150

func run(args []string) int {
	if len(args) > 1 && slices.Contains(evaluating, args[1]) {
		if code, ran := bounded.Run(args, show.Cleaned(os.Stderr)); ran {
			return code
		}
		if os.Getenv("GOGC") == "" {
			debug.SetGCPercent(evaluateGC)
		}
	}
	a := app()
	err := a.Run(flagsFirst(a.Commands, args))
	var code exitCode
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &code):
		return int(code)
	}
	show.Note(show.Cleaned(os.Stderr), err.Error())
	return exitUsage
}

// An exitCode ends a command that has already said everything.
type exitCode int

func (c exitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }

const startHelp = `Start here, in a project:

   bcrules init              add packs, and make the agent ask the rules
   bcrules list              the hooks that answer here now
   bcrules new hook NAME     a hook of your own to start from, with its test
   bcrules new hook --from   hooks to copy, a line each
   bcrules vet               what is wrong with the rules, and where
   bcrules test              run the tests beside them
   bcrules explain           how an event on stdin is answered, and why

A rule says on which event, when, and what to do: "bcrules events", "bcrules facts"
and "bcrules actions" list the words for these, and "bcrules help rules" describes the
whole language. The agent runs "bcrules hook", or bchook, which is faster. "bcrules help
COMMAND" describes a command, "bcrules help guide" leads from a first rule to the rest, a
screen or two a page, and "bcrules help words" explains the terms.`

func app() *cli.App {
	commands := []*cli.Command{initCmd(), uninstallCmd(), doctorCmd(), vetCmd(), testCmd(), explainCmd(), exceptCmd(), liftCmd(), listCmd(), docsCmd(), eventsCmd(), factsCmd(), actionsCmd(),
		newCmd(), convertCmd(), suggestCmd(), ejectCmd(), trustCmd(), untrustCmd(), logCmd(), statsCmd(), replayCmd(), uiCmd(), lspCmd(), indexCmd(), hookCmd(), compileCmd(), completionCmd(), completeCmd(), lookCmd(), tryCmd(), checkCmd(), versionCmd(), helpCmd()}
	for _, c := range commands {
		prepare(c)
	}
	cli.HelpPrinter = printHelp
	return &cli.App{
		Name:                      "bcrules",
		Description:               startHelp,
		Usage:                     "answers the hook events of coding agents from rules that are data",
		HideVersion:               true,
		DisableSliceFlagSeparator: true, // a folder may have a comma in its name
		Commands:                  commands,
		Writer:                    show.Cleaned(os.Stdout),
		ErrWriter:                 show.Cleaned(os.Stderr),
		OnUsageError:              usageError,
		ExitErrHandler:            func(*cli.Context, error) {}, // run chooses the code
		Flags:                     []cli.Flag{&cli.BoolFlag{Name: "version", Usage: "print the version", DisableDefaultText: true}, cli.HelpFlag},
		Action: func(c *cli.Context) error {
			if name := c.Args().First(); name != "" {
				return misspelt(c, "command", name, commandNames(c.App.Commands))
			}
			if c.Bool("version") {
				fmt.Fprintln(c.App.Writer, "bcrules", thisBuild())
				return nil
			}
			return cli.ShowAppHelp(c)
		},
	}
}

// prepare sets up a command, and those below it, as all are.
func prepare(c *cli.Command) {
	if c.OnUsageError == nil {
		c.OnUsageError = usageError
	}
	for _, f := range c.Flags {
		if b, ok := f.(*cli.BoolFlag); ok {
			b.DisableDefaultText = true
		}
	}
	for _, sub := range c.Subcommands {
		prepare(sub)
	}
}

// printHelp writes a help text of the library, fitted to the terminal.
func printHelp(w io.Writer, template string, data any) {
	var b strings.Builder
	cli.HelpPrinterCustom(&b, template, data, nil)
	io.WriteString(w, show.On(w).Help(b.String()))
}

func helpCmd() *cli.Command {
	return &cli.Command{
		Name:            "help",
		HideHelpCommand: true,
		Aliases:         []string{"h"},
		Usage:           "explain a command, a check of vet or the terms used, print the guide, or list the commands",
		UsageText:       "bcrules help [COMMAND | CHECK | rules | words | guide [PAGE]]",
		Action: func(c *cli.Context) error {
			if c.Args().First() == guideWord {
				return guided(c, c.Args().Tail())
			}
			below := c.App.Commands
			for _, name := range c.Args().Slice() {
				i := slices.IndexFunc(below, func(one *cli.Command) bool { return one.HasName(name) })
				if page := helpPage(name); i < 0 && page != "" && c.NArg() == 1 {
					_, err := io.WriteString(c.App.Writer, page)
					return err
				}
				if i < 0 {
					return misspelt(c, "command", name, slices.Concat(commandNames(below), checkNames(), pageNames, []string{guideWord}))
				}
				below = below[i].Subcommands
			}
			a := app()
			a.Writer, a.ErrWriter = c.App.Writer, c.App.ErrWriter
			return a.Run(slices.Concat([]string{c.App.Name}, c.Args().Slice(), []string{"--help"}))
		},
	}
}
