package main

import (
	"fmt"

	"bcrules.dev/cmd/inside"
	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/trust"
	"bcrules.dev/cmd/show"
	"bcrules.dev/cmd/ui"

	"github.com/urfave/cli/v2"
)

// docsSite writes the pages of a rule set to a folder.
func docsSite(c *cli.Context, dir, name, here string) error {
	looker := ui.Looker{Here: here, Given: true, Stderr: c.App.ErrWriter}
	look, err := looker.Look(layers.Set{Layers: pageLayers(name, here)})
	if err != nil {
		return err
	}
	if !ui.Compiles(look.Findings) {
		if err := show.Formats["text"](c.App.Writer, look.Findings); err != nil {
			return err
		}
		return exitCode(exitFaults)
	}
	site := ui.Site{Title: "Rules of " + trust.ProjectName(pageLayers(name, here)[0]), Look: look, Here: here}
	pages, err := site.Files()
	if err != nil {
		return err
	}
	at, err := inside.Place(dir, "")
	if err == nil {
		err = at.MkdirAll()
	}
	if err != nil {
		return err
	}
	root, err := at.AsRoot()
	if err != nil {
		return err
	}
	defer root.Close()
	t := target{at: root.Place("."), dir: dir}
	if err := t.write(pages); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.App.Writer, "wrote %s to %s\n", show.Count(len(pages), "file"), dir)
	return err
}
