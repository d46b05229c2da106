package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/show"
	"bcrules.dev/schema"
	"bcrules.dev/schema/vet"

	"github.com/urfave/cli/v2"
)

const vetHelp = `Checks the rules in the given folders, or else those that "bcrules hook" would use
here, and reports every fault at its place. A file means its folder, as the files of
a folder form one rule set; DIR/... means all folders from DIR downwards that hold
rule files. Folders named by --rules are layers of one rule set.

   FILE:LINE:COL: HOOK: what was found, what is wanted
   FILE:LINE:COL: warning: HOOK: what is allowed and probably not meant

On a terminal the line of the file follows, with a mark at the place. If there are
no faults, the last line says what was checked:

   ok: 3 hooks, 12 rules in 2 files, 9 hooks of packs

Besides faults that keep rules from running it finds rules that run but can't be
meant that way: conditions that are proved never to hold, matchers that match
nothing. Hooks run in spite of these warnings; with --strict they count as faults.
It also reports tests beside the rules that could not fail, if these have no more
than 64 kB; "bcrules test" runs them all.

--fix mends what has a single right answer: a misspelt name with one candidate, a
field or a word under the name that others have for it, quotes, a value in another
form. It prints each change, and vets the result:

   FILE:LINE:COL: "OLD" is now "NEW"

It changes only files in the vetted folders, each atomically; packs, imports, and
whatever warnings are about stay as they are. --diff shows what --fix would change
and does nothing else: exit code 1 means that it would change something or leave
faults.

The formats: text, as above; json, a list of objects, with what --fix would do; sarif,
for code scanners; github, for the log of a GitHub workflow.

The checks, each with an example in "bcrules help CHECK":

%s
Exit code 0: no faults; 1: faults, or a wrong command line; 2: the command could not
be carried out.`

func vetCmd() *cli.Command {
	return &cli.Command{
		Name:        "vet",
		Usage:       "check rules",
		UsageText:   "bcrules vet [--fix | --diff] [--strict] [--agent NAME]… [--format FORMAT]\n           [--rules DIR | DIR or FILE]…",
		Description: fmt.Sprintf(vetHelp, checkList()),
		Flags: []cli.Flag{
			rulesFlag(),
			agentFlag("also say what the agent called `NAME` can't do, as for agents that rules name"),
			&cli.BoolFlag{Name: "fix", Usage: "mend what has a single right answer, and print the changes"},
			&cli.BoolFlag{Name: "diff", Usage: "show what --fix would change, and nothing else"},
			&cli.BoolFlag{Name: "strict", Usage: "count warnings as faults"},
			&cli.StringFlag{Name: "format", Value: "text", Usage: "write `FORMAT`: text, json, sarif or github"},
			&cli.BoolFlag{Name: "json", Usage: "the same as --format json"},
		},
		Action: vetAction,
	}
}

func vetAction(c *cli.Context) error {
	format := c.String("format")
	if c.Bool("json") {
		format = "json"
	}
	write, ok := show.Formats[format]
	if !ok {
		return misspelt(c, "format", format, slices.Collect(maps.Keys(show.Formats)))
	}
	v, err := vetted(c)
	if err == nil {
		err = v.out
	}
	if err != nil {
		return err
	}
	w := c.App.Writer
	if c.Bool("diff") {
		if v.diff(w); len(v.changed()) > 0 || v.faults(c.Bool("strict")) {
			return exitCode(exitFaults)
		}
		return nil
	}
	says := w
	if format != "text" {
		says = c.App.ErrWriter
	}
	if err := v.write(says); err != nil {
		return err
	}
	if err := write(w, v.found); err != nil {
		return err
	}
	if n := v.mendable(); n > 0 && show.On(w).Terminal && format == "text" {
		fmt.Fprintf(w, "%s can be mended: bcrules vet --fix\n", show.Count(n, "fault"))
	}
	switch {
	case v.faults(c.Bool("strict")):
		return exitCode(exitFaults)
	case format == "text":
		fmt.Fprintln(w, v.ok())
		if !given(c) {
			fmt.Fprint(w, acting(c.App.ErrWriter, v.untrusted))
		}
	}
	return nil
}

// A vetting is the findings in rule sets, and the size of these; of packs that they use only the
// hooks count.
type vetting struct {
	*vetter
	found                     []show.Finding
	hooks, rules, files, used int
	untrusted                 bool // some rule set was, when it was read
}

// vetted vets the rule sets that a command line names, or else those of this folder.
func vetted(c *cli.Context) (v vetting, err error) {
	here, err := os.Getwd()
	if err != nil {
		return v, err
	}
	sets, err := ruleSets(c, here)
	if err != nil {
		return v, err
	}
	s := compile.Looking()
	if s.For = c.StringSlice("agent"); len(s.For) > 0 {
		if _, err := chosenAgents(c); err != nil {
			return v, err
		}
	}
	v.vetter = &vetter{Schema: s, c: c, here: here, fix: c.Bool("fix") || c.Bool("diff")}
	for _, in := range sets {
		set, err := v.vet(in)
		v.untrusted = v.untrusted || set.Source.Untrusted
		found, err := show.Findings(set, err, here)
		if err != nil {
			return v, err
		}
		v.found = append(v.found, found...)
		v.count(set, in)
	}
	return v, nil
}

// count adds the layers of a rule set, without what they import.
func (v *vetting) count(set *schema.Set, of []string) {
	for _, layer := range set.Source.Layers {
		if layer.Instance != nil {
			v.files += len(layer.Instance.BuildFiles)
		}
	}
	for _, h := range set.Hooks {
		if filepath.IsAbs(h.From) || slices.Contains(of, h.From) {
			v.hooks++
			v.rules += h.Rules
		} else {
			v.used++
		}
	}
}

// faults reports whether there are faults, or if strict, warnings.
func (v vetting) faults(strict bool) bool {
	return slices.ContainsFunc(v.found, func(f show.Finding) bool { return f.Severity == "error" || strict })
}

// mendable returns how many findings have a single right answer.
func (v vetting) mendable() (n int) {
	for _, f := range v.found {
		if f.Fix != nil {
			n++
		}
	}
	return n
}

// ok says what was checked and has no faults.
func (v vetting) ok() string {
	text := fmt.Sprintf("ok: %s, %s in %s", show.Count(v.hooks, "hook"), show.Count(v.rules, "rule"), show.Count(v.files, "file"))
	if v.used > 0 {
		text += ", " + show.Count(v.used, "hook") + " of packs"
	}
	if n := len(v.found); n > 0 {
		text += ", " + show.Count(n, "warning")
	}
	return text
}

// checkList lists the checks for people.
func checkList() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, c := range vet.Checks() {
		fmt.Fprintf(w, "   %s\t%s\n", c.Name, c.Doc)
	}
	w.Flush()
	return b.String()
}
