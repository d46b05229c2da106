package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"bcrules.dev/cmd/bounded"
	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/layers/trust"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"

	"github.com/urfave/cli/v2"
)

const listHelp = `Lists the hooks of the rules in force here, in the order in which they run,
including disabled ones: the event of each, its STATE, its owner (FROM), which of
the events it is for (MATCH, "-" for all), its place, what happens to the event if
the hook itself fails (open: it goes on, closed: it is refused), and the number of
its rules. With DIR or FILE, a rule file, it lists the hooks of these rules; DIR/...
means all folders below.

FROM is organisation (the administrator's folder: "bcrules help organisation"), pack
(of this program or somebody else's), user (~/.config/bcrules), project
(.claude/bcrules, or the folder that $BCRULES_RULES names instead), or rules (those
given).

STATE is on, observes (it says nothing, and is only logged), off, untrusted (the
project has the hook, and it does nothing until you have looked at what the rules
can do: "bcrules trust"), or overruled: the organisation has the hook, or its pack,
and nothing that others say about it counts.

On a terminal lines are cut at its width, columns that are the same in each line are
left out, and your own hooks come before packs, each of which has one line without
--all. Elsewhere tabs separate the columns, and nothing is left out.

To switch a hook off, say in a file of your rules:

   hooks: "NAME": enabled: false
   packs: "PACK": hooks: "NAME": enabled: false     of PACK/NAME, where "PACK" is imported

A hook's doc is followed by what it forbids the agent, and the stores that it asks.

Exit code 0: listed; 1: the rules have faults, listed as by "bcrules vet", or a
wrong command line; 2: the command could not be carried out.`

func listCmd() *cli.Command {
	return &cli.Command{
		Name:        "list",
		Usage:       "list the hooks in force here, and where each comes from",
		UsageText:   "bcrules list [--all] [--json] [--rules DIR | DIR or FILE]…",
		Description: listHelp,
		Flags:       []cli.Flag{rulesFlag(), jsonFlag(), &cli.BoolFlag{Name: "all", Usage: "a line for each hook of packs, too"}},
		Action: func(c *cli.Context) error {
			here, err := os.Getwd()
			if err != nil {
				return err
			}
			s := compile.Kept()
			l := lister{c: c, s: s, here: here, all: []listed{}}
			if given(c) {
				err = l.named()
			} else if err = l.above(); err == nil {
				err = l.inForce()
			}
			if err != nil {
				return faulty(c.App.Writer, err, here)
			}
			if !given(c) && !c.Bool("json") {
				l.elsewhere()
			}
			return l.write()
		},
	}
}

// elsewhere notes with which other agents bchook is registered.
func (l *lister) elsewhere() {
	for _, at := range presences(l.s, l.here) {
		show.Note(l.c.App.ErrWriter, fmt.Sprintf("%s is registered with bchook, too: %s", at.agent.Title, at.file.Name))
	}
}

// A listed hook is a hook with its state here.
type listed struct {
	schema.Listed
	State string `json:"state"` // on, observes, off, untrusted or overruled
	owner string
}

// A lister lists hooks; it names files relative to the folder here.
type lister struct {
	c     *cli.Context
	s     *schema.Schema
	here  string
	all   []listed
	table *show.List // of those written
	wrote int        // number written
	over  plan.Names // hooks of the organisation
}

// above lists the organisation's hooks.
func (l *lister) above() error {
	over, why := layers.Organisation(nil)
	if why != "" {
		show.Note(l.c.App.ErrWriter, "the organisation's rules are not in force: "+why)
	}
	if len(over.Layers) == 0 {
		return nil
	}
	if text := bundle(); text != "" {
		show.Note(l.c.App.ErrWriter, text)
	}
	set, err := bounded.Rules.Compile(l.s, over.Layers, l.c.App.ErrWriter)
	if err != nil {
		return err
	}
	for _, h := range set.Hooks {
		l.add(h, nil)
	}
	for i, h := range l.all {
		l.all[i].owner, l.over = "organisation", append(l.over, h.Name)
	}
	return nil
}

// named lists the hooks of the rules that the command line names.
func (l *lister) named() error {
	sets, err := ruleSets(l.c, l.here)
	for _, layers := range sets {
		set, err := bounded.Rules.Compile(l.s, layers, l.c.App.ErrWriter)
		if err != nil {
			return err
		}
		for _, h := range set.Hooks {
			l.add(h, nil)
		}
	}
	return err
}

// inForce lists the hooks in force here, and those that would be if their project were trusted as it
// is.
func (l *lister) inForce() error {
	in := layers.Find(nil, l.here, os.Getenv)
	for _, text := range lifted() {
		show.Note(l.c.App.ErrWriter, text)
	}
	if text := trust.Believed(in, os.Getenv); text != "" {
		show.Note(l.c.App.ErrWriter, text)
	}
	if len(in.Layers) == 0 {
		show.Note(l.c.App.ErrWriter, layers.ErrNone.Error())
	}
	counts := compile.Count(in)
	var (
		set *schema.Set
		err error
	)
	bounded.Rules.Do(l.s, in.Layers, l.c.App.ErrWriter, func() { set, err = counts.Compile(l.s) })
	if counts.Notice != "" {
		show.Note(l.c.App.ErrWriter, counts.Notice)
	}
	if err != nil {
		return err
	}
	for _, h := range set.Hooks {
		l.add(h, nil)
	}
	if counts.Notice == "" || in.Asks == "" {
		return nil
	}
	if err := l.rows(); err != nil { // what follows may exceed a limit, which ends the process
		return err
	}
	l.s = compile.Kept()
	limits := bounded.Rules
	limits.Listing = l.c.Bool("json") && l.wrote > 0
	whole, err := limits.Compile(l.s, in.Layers, l.c.App.ErrWriter)
	if err != nil {
		show.Note(l.c.App.ErrWriter, fmt.Sprintf("the rules in %s have faults: bcrules vet lists them", show.Printable(in.Asks)))
		return nil
	}
	for _, h := range whole.Hooks {
		if compile.State(h, set) == "untrusted" {
			l.add(h, set)
		}
	}
	return nil
}

// add lists a hook with its state relative to the acting set; nil means that all act.
func (l *lister) add(h schema.Listed, acting *schema.Set) {
	item := listed{h, compile.State(h, acting), compile.Owner(h.From, given(l.c))}
	if l.over.Has(h.Name) {
		item.State = "overruled"
	}
	item.From, item.At.File = schema.Display(h.From, l.here), schema.Display(h.At.File, l.here)
	l.all = append(l.all, item)
}

// write writes the rest, and closes a list in JSON.
func (l *lister) write() error {
	if err := l.rows(); err != nil || !l.c.Bool("json") {
		return err
	}
	end := "\n]\n"
	if l.wrote == 0 {
		end = "[]\n"
	}
	_, err := io.WriteString(l.c.App.Writer, end)
	return err
}

// items writes what isn't written yet as items of a JSON list, which write closes.
func (l *lister) items() error {
	for ; l.wrote < len(l.all); l.wrote++ {
		before := ",\n"
		if l.wrote == 0 {
			before = "[\n"
		}
		var b strings.Builder
		if err := show.JSON(&b, l.all[l.wrote]); err != nil {
			return err
		}
		text := strings.ReplaceAll(strings.TrimSpace(b.String()), "\n", "\n  ")
		if _, err := io.WriteString(l.c.App.Writer, before+"  "+text); err != nil {
			return err
		}
	}
	return nil
}

// faulty writes the faults of rules as vet does.
func faulty(w io.Writer, err error, here string) error {
	faults, err := show.Findings(&schema.Set{}, err, here)
	if err == nil {
		err = show.Formats["text"](w, faults)
	}
	if err != nil {
		return err
	}
	return exitCode(exitFaults)
}

// given reports whether a command line names rules, with --rules or as arguments.
func given(c *cli.Context) bool { return c.IsSet("rules") || c.Args().Present() }

// ruleSets returns the layers of the rule sets that a command line names: one set for --rules, or
// one for each argument. Otherwise it is the set in force in the folder here.
func ruleSets(c *cli.Context, here string) ([][]string, error) {
	if !c.IsSet("rules") {
		return layers.Named(c.Args().Slice(), here, os.Getenv)
	}
	if c.Args().Present() {
		return nil, usageError(c, fmt.Errorf("found %s beside --rules, want one of them", c.Args().First()), false)
	}
	return [][]string{layers.Find(c.StringSlice("rules"), here, os.Getenv).Layers}, nil
}

func jsonFlag() *cli.BoolFlag { return &cli.BoolFlag{Name: "json", Usage: "write JSON, for tools"} }
