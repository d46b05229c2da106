package main

import (
	"fmt"

	"bcrules.dev/cmd/settings"
	"bcrules.dev/cmd/show"
	"bcrules.dev/schema"

	"github.com/urfave/cli/v2"
)

const uninstallHelp = `Takes away what "bcrules init" with the same flags registered. The file is then as
it was before, byte for byte; if somebody else changed it since, only the entries
of bcrules go. A file that init made is gone again, and so are its folders.

Entries with --only are not init's, and stay.

Exit code 0: nothing is registered there any more; 2: the settings can't be read
or changed, and nothing was.`

func uninstallCmd() *cli.Command {
	return &cli.Command{
		Name:        "uninstall",
		Usage:       "take what init registered out of the agent's settings",
		UsageText:   "bcrules uninstall [--project|--local|--user|--plugin DIR] [--dry-run]",
		Description: uninstallHelp,
		Flags:       append(placeFlags(), dryRunFlag()),
		Action: func(c *cli.Context) error {
			here, place, file, err := placed(c)
			if err != nil {
				return err
			}
			backups, err := settings.OpenBackups()
			if err != nil {
				return err
			}
			if err := backups.Undo(file); err != nil {
				return err
			}
			if !file.Changed() {
				fmt.Fprintf(c.App.Writer, "%s registers nothing of bcrules.\n", file.Name)
			} else {
				show.Diff(c.App.Writer, file)
				if c.Bool("dry-run") {
					return nil
				}
				if err := backups.Restore(file); err != nil {
					return err
				}
				fmt.Fprintf(c.App.Writer, "\n%s registers nothing of bcrules any more.\n", file.Name)
			}
			others, err := settings.Places(here)
			for _, p := range others {
				if p.File == place.File {
					continue
				}
				if f, err := settings.Read(schema.Display(p.File, here)); err == nil && len(f.Managed()) > 0 {
					fmt.Fprintf(c.App.Writer, "%s still does: bcrules uninstall --%s\n", f.Name, p.Kind)
				}
			}
			return err
		},
	}
}
