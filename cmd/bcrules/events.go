package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/show"
	"bcrules.dev/schema"

	"github.com/urfave/cli/v2"
)

const eventsHelp = `Lists the events that hooks can be on; for a named event the fields that conditions
can read, what its matcher is compared with, and what its rules can do.

   bcrules events PreToolUse
   bcrules events --agent gemini   what another agent calls them`

func eventsCmd() *cli.Command {
	return &cli.Command{
		Name:        "events",
		Usage:       "list the events that hooks can be on, or show one with its fields",
		UsageText:   "bcrules events [--json] [NAME… | --agent NAME…]",
		Description: eventsHelp,
		Flags:       []cli.Flag{jsonFlag(), agentFlag("show what the agent called `NAME` calls events and tools, and what of answers it reads")},
		Action: func(c *cli.Context) error {
			if c.IsSet("agent") {
				return agentMaps(c)
			}
			s := compile.Schema()
			return consult(c, show.Reference[schema.Event]{
				Names: []string{"event", "happens"},
				Name:  func(e schema.Event) string { return e.Name },
				Short: func(e schema.Event) string { return e.Doc },
				Whole: wholeEvent,
			}, s.Events.List(s.Library.Actions))
		},
	}
}

// consult writes in full the entries of a reference that a command line names, or all of them in a
// table.
func consult[T any](c *cli.Context, r show.Reference[T], all []T) error {
	chosen, err := r.Chosen(c.Args().Slice(), all)
	if err != nil {
		return usageError(c, err, false)
	}
	return r.Write(c.App.Writer, chosen, c.Args().Present(), c.Bool("json"))
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
	return fmt.Sprintf("%s: %s (since %s)\n%s", show.Bold.Sprint(e.Name), e.Doc, e.Since, s.Wrapped(rows))
}
