package main

import (
	"bcrules.dev/actions"
	"bcrules.dev/cmd/show"
	"bcrules.dev/schema/example"

	"github.com/urfave/cli/v2"
)

const actionsHelp = `Lists what may stand under do in a rule; of an action that is named, its
arguments, the value it gives, which the rules have as NAME().value where the
step says  as: "NAME",  and an example with its test. "bcrules events NAME" says which of them an event honours.

   bcrules actions deny`

func actionsCmd() *cli.Command {
	return &cli.Command{
		Name:        "actions",
		Usage:       "list what rules may do, or show one with its arguments",
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
