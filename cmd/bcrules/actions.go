package main

import (
	"bcrules.dev/actions"
	"bcrules.dev/cmd/show"
	"bcrules.dev/schema/example"

	"github.com/urfave/cli/v2"
)

const actionsHelp = `Lists the actions that a rule can have under do; for a named action its arguments,
its value, which rules have as NAME().value if the step says  as: "NAME",  and an
example with its test. "bcrules events NAME" says which actions an event supports.

   bcrules actions deny`

func actionsCmd() *cli.Command {
	return &cli.Command{
		Name:        "actions",
		Usage:       "list the actions of rules, or show one with its arguments",
		UsageText:   "bcrules actions [--json] [NAME…]",
		Description: actionsHelp,
		Flags:       []cli.Flag{jsonFlag()},
		Action: func(c *cli.Context) error {
			var all []show.Doc
			for name, a := range actions.All().Map() {
				all = append(all, show.Doc{Name: name, Type: a.Gives(), Doc: a.Doc, Takes: a.Args, Example: example.Of(example.Action, name)})
			}
			return consult(c, show.Docs("action", all), all)
		},
	}
}
