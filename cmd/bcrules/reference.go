package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"bcrules.dev/actions"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine"
	"bcrules.dev/engine/effects/programs"
	"bcrules.dev/engine/facts/full"
	"bcrules.dev/schema"

	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/urfave/cli/v2"
)

// The reference is printed from the tables the engine runs and the schema checks
// against, so it can't be out of date.

const eventsHelp = `Lists the events that hooks may be on; of an event that is named, the fields that
conditions read, what its matcher is compared with, and what its rules may do.

   bcrules events PreToolUse`

func eventsCmd() *cli.Command {
	return &cli.Command{
		Name:        "events",
		Usage:       "list the events hooks may be on, or show one with its fields",
		UsageText:   "bcrules events [--json] [NAME…]",
		Description: eventsHelp,
		Flags:       []cli.Flag{jsonFlag()},
		Action: func(c *cli.Context) error {
			s, err := compile.Schema()
			if err != nil {
				return err
			}
			return reference[schema.Event]{
				names: []string{"event", "happens"},
				name:  func(e schema.Event) string { return e.Name },
				short: func(e schema.Event) string { return e.Doc },
				whole: wholeEvent,
			}.show(c, s.Events.List(s.Library.Actions))
		},
	}
}

func wholeEvent(s show.Screen, e schema.Event) string {
	var rows [][]string
	if e.Matcher != "" {
		rows = append(rows, []string{"  match", "is compared with " + show.Joined("event."+e.Matcher, strings.Join(e.Values, ", "))})
	}
	for _, name := range slices.Sorted(maps.Keys(e.Fields)) {
		rows = append(rows, []string{"  event." + name, e.Fields[name]})
	}
	rows = append(rows, []string{"  do", strings.Join(e.Actions, ", ")})
	if len(e.Outputs) > 0 {
		rows = append(rows, []string{"  do answer", strings.Join(e.Outputs, ", ")})
	}
	return fmt.Sprintf("%s: %s (since %s)\n%s", text.Bold.Sprint(e.Name), e.Doc, e.Since, show.Columns(rows))
}

// A doc is a fact or an action with what is said of it.
type doc struct {
	Name   string         `json:"name"`
	Type   string         `json:"type,omitempty"` // of what a fact gives
	Doc    string         `json:"doc"`
	Fields []engine.Field `json:"fields,omitempty"` // of what a fact gives
	Takes  string         `json:"takes,omitempty"`  // arguments of an action, as CUE
	More   string         `json:"more,omitempty"`   // what those who extend it need to know
}

const factsHelp = `Lists the facts that conditions may ask, such as  file('x').exists; of a fact that
is named, what it is called with and what it gives, with its fields: those of a list
are those of its items, and […] is a list. A fact runs when a condition
gets to it, and once an event.

   bcrules facts file`

func factsCmd() *cli.Command {
	return &cli.Command{
		Name:        "facts",
		Usage:       "list what conditions may ask, or show one with the type of what it gives",
		UsageText:   "bcrules facts [--json] [NAME…]",
		Description: factsHelp,
		Flags:       []cli.Flag{jsonFlag()},
		Action: func(c *cli.Context) error {
			var all []doc
			for name, f := range full.All() {
				all = append(all, doc{Name: name, Type: f.Signature(name), Doc: f.Doc, Fields: f.Fields(), More: more(name)})
			}
			return docs("fact", all).show(c, all)
		},
	}
}

// more returns what the page of a fact says to those who extend it: of call, how to
// add a program.
func more(fact string) string {
	if fact == "call" {
		return "What is known of programs is text, and anyone can add one:\n\n" + programs.Notation()
	}
	return ""
}

const actionsHelp = `Lists what may stand under do in a rule; of an action that is named, its
arguments and the value it gives, which the rules have as NAME().value where the
step says  as: "NAME". "bcrules events NAME" says which of them an event honours.

   bcrules actions deny`

func actionsCmd() *cli.Command {
	return &cli.Command{
		Name:        "actions",
		Usage:       "list what rules may do, or show one with its arguments",
		UsageText:   "bcrules actions [--json] [NAME…]",
		Description: actionsHelp,
		Flags:       []cli.Flag{jsonFlag()},
		Action: func(c *cli.Context) error {
			var all []doc
			for name, a := range actions.All() {
				all = append(all, doc{Name: name, Type: a.Gives(), Doc: a.Doc, Takes: a.Args})
			}
			return docs("action", all).show(c, all)
		},
	}
}

// docs sorts docs and says how they are shown.
func docs(what string, all []doc) reference[doc] {
	slices.SortFunc(all, func(a, b doc) int { return strings.Compare(a.Name, b.Name) })
	return reference[doc]{
		names: []string{what, "does"},
		name:  func(d doc) string { return d.Name },
		short: func(d doc) string {
			first, _, _ := strings.Cut(d.Doc, "\n")
			return first
		},
		whole: func(s show.Screen, d doc) string {
			head, body := d.Type, d.Doc
			if d.Takes != "" {
				head, body = d.Name, d.Doc+"\n\n"+d.Name+": "+d.Takes
				if d.Type != "" {
					body += "\ngives: " + d.Type
				}
			}
			whole := fmt.Sprintf("%s\n  %s\n", text.Bold.Sprint(head), strings.ReplaceAll(body, "\n", "\n  "))
			if rows := fieldRows(d.Fields, 0, map[string]bool{}); len(rows) > 0 {
				whole += "\n" + s.Table([]string{"field", "type", "what"}, rows)
			}
			if d.More != "" {
				whole += "\n" + d.More
			}
			return whole
		},
	}
}

// fieldRows returns fields, each followed by its own a step further in; those of a
// type are given once.
func fieldRows(fields []engine.Field, depth int, given map[string]bool) [][]string {
	var rows [][]string
	for _, f := range fields {
		rows = append(rows, []string{strings.Repeat("  ", depth) + f.Name, f.Type, f.Doc})
		if typ := strings.Trim(f.Type, "[]"); len(f.Fields) > 0 && !given[typ] {
			given[typ] = true
			rows = append(rows, fieldRows(f.Fields, depth+1, given)...)
		}
	}
	return rows
}

// A reference says how the entries of a table are shown.
type reference[T any] struct {
	names []string // of the two columns; the first is what an entry is called
	name  func(T) string
	short func(T) string
	whole func(show.Screen, T) string
}

// show prints all entries in a table, or those that the arguments name whole.
func (r reference[T]) show(c *cli.Context, all []T) error {
	chosen := all
	if c.Args().Present() {
		chosen = nil
	}
	for _, arg := range c.Args().Slice() {
		i := slices.IndexFunc(all, func(item T) bool { return r.name(item) == arg })
		if i < 0 {
			var known []string
			for _, item := range all {
				known = append(known, r.name(item))
			}
			return fmt.Errorf("%s", schema.Unknown(r.names[0], arg, known))
		}
		chosen = append(chosen, all[i])
	}
	if c.Bool("json") {
		return show.JSON(c.App.Writer, chosen)
	}
	on := show.On(c.App.Writer)
	var out strings.Builder
	var rows [][]string
	for i, item := range chosen {
		if c.Args().Present() {
			if i > 0 {
				out.WriteString("\n")
			}
			out.WriteString(r.whole(on, item))
		} else {
			rows = append(rows, []string{r.name(item), r.short(item)})
		}
	}
	if len(rows) > 0 {
		out.WriteString(on.Table(r.names, rows))
	}
	_, err := io.WriteString(c.App.Writer, out.String())
	return err
}
