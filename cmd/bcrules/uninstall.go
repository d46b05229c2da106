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

Exit code 0: nothing is registered there any more; 1: a wrong command line; 2: the
settings can't be read or changed, and nothing was.`

func uninstallCmd() *cli.Command {
	return &cli.Command{
		Name:        "uninstall",
		Usage:       "take what init registered out of the agent's settings",
		UsageText:   "bcrules uninstall [--user|--shared|--plugin DIR] [--dry-run]",
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
			others, err := elsewhere(here, place)
			for _, f := range others {
				fmt.Fprintf(c.App.Writer, "%s still does: %s\n", f.Name, f.undo)
			}
			return err
		},
	}
}

// A rival is a settings file that registers the program beside another one.
type rival struct {
	*settings.File
	undo string // the command that takes it out
}

// elsewhere returns what registers the program for an agent started here, beside a place.
func elsewhere(here string, place settings.Place) (all []rival, err error) {
	places, err := settings.Places(here)
	for _, p := range places {
		if p.File == place.File {
			continue
		}
		if f, err := settings.Read(schema.Display(p.File, here)); err == nil && len(f.Managed()) > 0 {
			all = append(all, rival{f, "bcrules uninstall" + p.Flag(here)})
		}
	}
	return all, err
}
