package main

import (
	"fmt"
	"io"

	"bcrules.dev/cmd/guide"
	"bcrules.dev/cmd/show"

	"github.com/urfave/cli/v2"
)

// guideWord is the argument of help for the guide.
const guideWord = "guide"

// guided prints a page of the guide, or a line on each if none is named.
func guided(c *cli.Context, names []string) error {
	if len(names) > 1 {
		return usageError(c, fmt.Errorf("found %s, want one page of the guide", show.Count(len(names), "argument")), false)
	}
	var rows [][]string
	for _, p := range guide.Pages() {
		if len(names) > 0 && p.Name == names[0] {
			_, err := io.WriteString(c.App.Writer, show.On(c.App.Writer).Help(p.Text()))
			return err
		}
		rows = append(rows, []string{" ", p.Name, p.Title})
	}
	if len(names) > 0 {
		return misspelt(c, "page", names[0], guide.Names())
	}
	_, err := fmt.Fprintf(c.App.Writer, "The guide, in the order of need; \"bcrules help guide PAGE\" prints a page:\n\n%s", show.Columns(rows))
	return err
}
