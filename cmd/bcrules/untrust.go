package main

import (
	"cmp"
	"fmt"
	"os"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/layers/trust"
	"bcrules.dev/cmd/settings"
	"bcrules.dev/cmd/show"

	"github.com/urfave/cli/v2"
)

const untrustHelp = `Undoes "bcrules trust": the rules of this folder's project, or of DIR, do nothing
from the next event on.

Exit code 0: done; 1: they were not trusted, or a wrong command line; 2: the command
could not be carried out.`

func untrustCmd() *cli.Command {
	return &cli.Command{
		Name:        "untrust",
		Usage:       "stop a project's rules from acting",
		UsageText:   "bcrules untrust [DIR]",
		Description: untrustHelp,
		Action: func(c *cli.Context) error {
			dir, _, here, err := ruleFolderOf(c)
			if err != nil {
				return err
			}
			s := compile.Schema()
			if err := trust.ByPerson(s, c.App.Reader, c.App.Writer); err != nil {
				return refused(c, err) // the rules may restrain an agent
			}
			set := layers.Asking(dir, os.Getenv)
			records := trust.Records(set, os.Getenv)
			done, err := records.Remove(dir)
			if err != nil {
				return err
			}
			switch r, _ := records.Read(dir); {
			case r != nil: // of another worktree
				err = refused(c, fmt.Errorf("%s: found it still trusted, because %s is, in another worktree of the repository; bcrules untrust %s ends that", show.Path(dir, here), r.Of, settings.Quoted(r.Of)))
			case !done:
				err = refused(c, fmt.Errorf("%s: found it not trusted", show.Path(dir, here)))
			default:
				fmt.Fprintf(c.App.Writer, "%s: not trusted any more\n", show.Path(dir, here))
			}
			_, _, failed := compile.Keep(set) // even if nothing was forgotten: the plan may be from before
			return cmp.Or(failed, err)
		},
	}
}
