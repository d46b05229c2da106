package main

import (
	"os"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/show"
	"bcrules.dev/cmd/ui"

	"github.com/urfave/cli/v2"
)

// lookCmd evaluates rules for "bcrules ui", in a process of its own instead of the one that serves
// the pages.
func lookCmd() *cli.Command {
	return &cli.Command{
		Name:     "__look",
		Usage:    "write what a page shows of rules as one JSON object",
		Hidden:   true,
		HideHelp: true,
		Before:   flagsOnly,
		Flags:    []cli.Flag{rulesFlag()},
		Action: func(c *cli.Context) error {
			here, err := os.Getwd()
			if err != nil {
				return err
			}
			looker := ui.Looker{Here: here, Given: given(c), Stderr: c.App.ErrWriter}
			look, err := looker.Look(layers.Find(c.StringSlice("rules"), here, os.Getenv))
			if err != nil {
				return err
			}
			return show.JSON(c.App.Writer, look)
		},
	}
}
