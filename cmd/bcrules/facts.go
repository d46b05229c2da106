package main

import (
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine/effects/programs"
	"bcrules.dev/engine/facts/full"
	"bcrules.dev/schema/example"

	"github.com/urfave/cli/v2"
)

const factsHelp = `Lists the facts that conditions may ask, such as  file('x').exists; of a fact that
is named, what it is called with and what it gives, with its fields: those of a list
are those of its items, and […] is a list; and an example with its test. A fact runs
when a condition gets to it, and once an event.

   bcrules facts file`

func factsCmd() *cli.Command {
	return &cli.Command{
		Name:        "facts",
		Usage:       "list what conditions may ask, or show one with the type of what it gives",
		UsageText:   "bcrules facts [--json] [NAME…]",
		Description: factsHelp,
		Flags:       []cli.Flag{jsonFlag()},
		Action: func(c *cli.Context) error {
			var all []show.Doc
			for name, f := range full.All().Map() {
				all = append(all, show.Doc{Name: name, Type: f.Signature(name), Doc: f.Doc, Texts: f.Words, Fields: f.Fields(), Example: example.Of(example.Fact, name), More: more(name)})
			}
			return consult(c, show.Docs("fact", all), all)
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
