package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"bcrules.dev/actions"
	"bcrules.dev/engine/facts/full"
	"bcrules.dev/schema"

	"github.com/urfave/cli/v2"
)

// The reference is printed from the tables the engine runs and the schema checks
// against, so it can't be out of date.

func eventsCmd() *cli.Command {
	return &cli.Command{
		Name:      "events",
		Usage:     "list the events hooks may be on, or show one with its fields",
		UsageText: "bcrules events [NAME…]",
		Action: func(c *cli.Context) error {
			s, err := newSchema()
			if err != nil {
				return err
			}
			return chosen(c, s.Events(), func(e schema.Event) string { return e.Name }, func(w io.Writer, e schema.Event) {
				fmt.Fprintf(w, "%s\t%s\n", e.Name, e.Doc)
			}, showEvent)
		},
	}
}

func showEvent(w io.Writer, e schema.Event) {
	fmt.Fprintf(w, "%s: %s (since %s)\n", e.Name, e.Doc, e.Since)
	if e.Matcher != "" {
		fmt.Fprintf(w, "  match\tis compared with %s\n", said("event."+e.Matcher, strings.Join(e.Values, ", ")))
	}
	for _, name := range slices.Sorted(maps.Keys(e.Fields)) {
		fmt.Fprintf(w, "  event.%s\t%s\n", name, e.Fields[name])
	}
	fmt.Fprintf(w, "  do\t%s\n", strings.Join(e.Actions, ", "))
	if len(e.Outputs) > 0 {
		fmt.Fprintf(w, "  do answer\t%s\n", strings.Join(e.Outputs, ", "))
	}
}

// A doc is a fact or an action with what is said of it.
type doc struct{ name, head, text string }

func factsCmd() *cli.Command {
	return &cli.Command{
		Name:      "facts",
		Usage:     "list what conditions may ask, or show one with the type of what it gives",
		UsageText: "bcrules facts [NAME…]",
		Action: func(c *cli.Context) error {
			var all []doc
			for name, f := range full.All() {
				all = append(all, doc{name, f.Signature(name), f.Doc})
			}
			return docs(c, all, func(d doc) string { return d.head })
		},
	}
}

func actionsCmd() *cli.Command {
	return &cli.Command{
		Name:      "actions",
		Usage:     "list what rules may do, or show one with its arguments",
		UsageText: "bcrules actions [NAME…]",
		Action: func(c *cli.Context) error {
			var all []doc
			for name, a := range actions.All() {
				all = append(all, doc{name, name, a.Doc + "\n\n" + name + ": " + a.Args})
			}
			return docs(c, all, func(d doc) string { return d.name })
		},
	}
}

// docs prints docs, a line each, or those named whole.
func docs(c *cli.Context, all []doc, head func(doc) string) error {
	slices.SortFunc(all, func(a, b doc) int { return strings.Compare(a.name, b.name) })
	return chosen(c, all, func(d doc) string { return d.name }, func(w io.Writer, d doc) {
		first, _, _ := strings.Cut(d.text, "\n")
		fmt.Fprintf(w, "%s\t%s\n", d.name, first)
	}, func(w io.Writer, d doc) {
		fmt.Fprintf(w, "%s\n  %s\n", head(d), strings.ReplaceAll(d.text, "\n", "\n  "))
	})
}

// chosen prints all items, a line each, or those that the arguments name whole.
func chosen[T any](c *cli.Context, all []T, name func(T) string, line, whole func(io.Writer, T)) error {
	w := tabwriter.NewWriter(c.App.Writer, 0, 0, 2, ' ', 0)
	defer w.Flush()
	if c.NArg() == 0 {
		for _, item := range all {
			line(w, item)
		}
		return nil
	}
	for _, arg := range c.Args().Slice() {
		i := slices.IndexFunc(all, func(item T) bool { return name(item) == arg })
		if i < 0 {
			var names []string
			for _, item := range all {
				names = append(names, name(item))
			}
			return fmt.Errorf("%s", schema.Unknown(c.Command.Name[:len(c.Command.Name)-1], arg, names))
		}
		whole(w, all[i])
	}
	return nil
}
