package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"bcrules.dev/cmd/answer"
	"bcrules.dev/cmd/hook"
	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/trust"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
	"bcrules.dev/schema/page"

	"github.com/urfave/cli/v2"
)

const exceptHelp = `Writes exceptions into your rules for an event that they refuse or ask about: one
for each rule that holds it, with a test. It shows what it would write and asks you,
at a terminal, as "bcrules trust" does; an agent can't answer for you.

   bcrules except --event FILE     of the event in FILE, as "bcrules explain" reads it
   bcrules except last             of the one that was refused, or asked about, last
   bcrules except toolu_01AbC      of the call that has this id, or whose id begins so
   bcrules except 2026-02-09T12:00 of the last one of that time, as "bcrules log --json" has it

The log keeps events if the rules say  log: inputs: true; of others it only knows
what they were about and why they were refused, which isn't enough for an exception.

An exception is written to exceptions.cue, in the rules of the project
(.claude/bcrules) or, with --user, in those for all your projects. Those of both
hold together. Then the rules are vetted and the test is run; if either fails,
everything is restored, byte for byte.

If a rule has no place for exceptions, it is named, with what can be done instead.

Exit code 0: written; 1: not written, because somebody said no, no rule holds the
event, a rule allows no exception, or the rules have faults, and a wrong command
line; 2: it could not be carried out.`

func exceptCmd() *cli.Command {
	return &cli.Command{
		Name:        "except",
		Usage:       "let through what rules refuse: write an exception, with its test",
		UsageText:   "bcrules except [--user | --dir DIR] [--yes] --event FILE [--agent NAME] | last | ID | TIME",
		Description: exceptHelp,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "event", Usage: "read the event from `FILE`; - is stdin"},
			&cli.BoolFlag{Name: "user", Usage: "write to your own rules, for all projects"},
			dirFlag(), senderFlag(), calledFlag("called"),
			&cli.BoolFlag{Name: "yes", Usage: "don't ask; there must be a terminal anyway"},
		},
		Action: func(c *cli.Context) error {
			if c.IsSet("event") == c.Args().Present() || c.NArg() > 1 || c.Bool("user") && c.IsSet("dir") {
				return usageError(c, fmt.Errorf("found %s, want %s", show.Count(c.NArg(), "argument"), c.Command.UsageText), false)
			}
			x, err := newExempter(c)
			if err != nil {
				return err
			}
			if err := x.find(); err != nil {
				return err
			}
			return x.settle()
		},
	}
}

// An exempter finds exceptions that let an event through, and writes them.
type exempter struct {
	c      *cli.Context
	here   string
	event  *plan.Event
	of     *host.Host // as at the event
	layers []string
	dir    string // the rule folder to write to
	schema *schema.Schema
	made   *schema.Set // the rules with the exceptions, as compiled last

	held []answer.Hold // what the exceptions let through, in the order found
	all  []page.Exception
	is   []page.File // to be written
}

func newExempter(c *cli.Context) (x *exempter, err error) {
	x = &exempter{c: c}
	if x.here, err = os.Getwd(); err != nil {
		return nil, err
	}
	var data []byte
	if c.IsSet("event") {
		data, err = eventData(c.String("event"), c.App.Reader)
	} else {
		if data, err = keptEvent(c.Args().First()); err != nil {
			return nil, refused(c, err)
		}
	}
	if err != nil {
		return nil, err
	}
	if x.event, _, err = heeded(data, hook.Options{Agent: c.String("agent"), Event: c.String("called")}); err != nil {
		return nil, err
	}
	x.of = host.New(x.event)
	x.dir = layers.RuleFolder(x.of.Project.Root, os.Getenv)
	if c.Bool("user") {
		x.dir = layers.User(os.Getenv)
	} else if dir := c.String("dir"); dir != "" {
		x.dir, err = filepath.Abs(dir)
	}
	if x.dir == "" {
		err = errors.New("found no home folder, want one to keep your rules in")
	}
	x.layers = layers.In(nil, x.of.Project, os.Getenv).Layers
	if i := slices.IndexFunc(x.layers, func(l string) bool { return trust.Real(l) == trust.Real(x.dir) }); i >= 0 {
		x.dir = x.layers[i]
	} else if layers.HasRules(x.dir) {
		x.join()
	}
	return x, err
}

// join adds the folder to write to the layers, which it isn't among before it has rules.
func (x *exempter) join() {
	at := len(x.layers)
	if x.c.Bool("user") {
		at = 0
	}
	x.layers = slices.Insert(x.layers, at, x.dir)
}
