package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/layers/trust"
	"bcrules.dev/cmd/show"
	"bcrules.dev/schema"

	"github.com/urfave/cli/v2"
)

const listHelp = `Lists the hooks of the rules in force here, in the order they run, with those
switched off: on which event each is, for which of them (MATCH, "-" for all),
whether it is on, what happens to the event when the hook itself fails (open: it
goes on, closed: it is refused), how many rules it has, and where it stands.

FROM is pack (shipped, or of a third party), user (~/.config/bcrules), project
(.claude/bcrules, or what $BCRULES_RULES names in its place), or rules (--rules).
Rules of a project that are not trusted are not in force ("bcrules help trust").

To switch a hook off, say in a file of your rules:

   hooks: "NAME": enabled: false

Exit code 0: listed; 1: the rules have faults, listed as by "bcrules vet"; 2: the
command could not be carried out.`

func listCmd() *cli.Command {
	return &cli.Command{
		Name:        "list",
		Usage:       "list the hooks in force here, and where each comes from",
		UsageText:   "bcrules list [--rules DIR]… [--json]",
		Description: listHelp,
		Flags:       []cli.Flag{rulesFlag(), jsonFlag()},
		Action:      list,
	}
}

// list writes the hooks of what counts here.
func list(c *cli.Context) error {
	if c.Args().Present() {
		return usageError(c, fmt.Errorf("found %s, want flags alone", c.Args().First()), false)
	}
	here, err := os.Getwd()
	if err != nil {
		return err
	}
	s, err := compile.Schema()
	if err != nil {
		return err
	}
	in := layers.Find(c.StringSlice("rules"), here, os.Getenv)
	if text := trust.Believed(in, os.Getenv); text != "" && !c.IsSet("rules") {
		fmt.Fprintf(c.App.ErrWriter, "bcrules: %s\n", text)
	}
	if len(in.Layers) == 0 {
		fmt.Fprintf(c.App.ErrWriter, "bcrules: %v\n", layers.ErrNone)
	}
	counts := trust.Count(in, os.Getenv)
	set, err := counts.Compile(s)
	if counts.Notice != "" {
		fmt.Fprintf(c.App.ErrWriter, "bcrules: %s\n", counts.Notice)
	}
	if err != nil {
		return faulty(c.App.Writer, err, here)
	}
	var rows [][]string
	on := show.On(c.App.Writer)
	for i := range set.Hooks {
		h := &set.Hooks[i]
		from := owner(h.From, c.IsSet("rules"))
		h.From, h.At.File = schema.Display(h.From, here), schema.Display(h.At.File, here)
		rows = append(rows, hookRow(h, from))
	}
	if c.Bool("json") {
		return show.JSON(c.App.Writer, append([]schema.Listed{}, set.Hooks...))
	}
	_, err = io.WriteString(c.App.Writer, on.Table([]string{"hook", "on", "match", "state", "fails", "rules", "from", "place", "doc"}, rows))
	return err
}

// hookRow is a hook's row in the table; faint if the hook is switched off.
func hookRow(h *schema.Listed, from string) []string {
	r := []string{h.Name, strings.Join(h.On, ","), cmp.Or(h.Match, "-"), "on", h.OnError, strconv.Itoa(h.Rules),
		from, fmt.Sprintf("%s:%d", h.At.File, h.At.Line), cmp.Or(h.Doc, "-")}
	if !h.Enabled {
		r[3] = "off"
		for i := range r {
			r[i] = show.Faint.Sprint(r[i])
		}
	}
	return r
}

// owner says who has a hook, by the pack or the folder it comes from.
func owner(from string, given bool) string {
	switch {
	case !filepath.IsAbs(from):
		return "pack"
	case given:
		return "rules"
	case schema.Display(from, layers.User(os.Getenv)) != from:
		return "user"
	}
	return "project"
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

func jsonFlag() *cli.BoolFlag { return &cli.BoolFlag{Name: "json", Usage: "write JSON, for tools"} }
