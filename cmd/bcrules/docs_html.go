package main

import (
	"fmt"
	"os"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/trust"
	"bcrules.dev/cmd/show"
	"bcrules.dev/cmd/ui"

	"github.com/urfave/cli/v2"
)

// docsSite writes the pages of a rule set into a folder.
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
	files, err := site.Files()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	t := target{root: root, dir: dir}
	if err := t.write(files); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.App.Writer, "wrote %s to %s\n", show.Count(len(files), "file"), dir)
	return err
}
