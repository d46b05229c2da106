package main

import (
	"fmt"
	"io"
	"path/filepath"

	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/show"
	"bcrules.dev/rules"
	"bcrules.dev/schema"
	"bcrules.dev/schema/page"

	"github.com/urfave/cli/v2"
)

const ejectHelp = `Copies a pack of this program, with its tests, into the rules of this project (the
nearest .claude/bcrules of the repository, or else one at its root) as PACK/, and
makes these rules import the copy. Nothing else changes: the answers stay the same
until you edit the copy. From then on it is yours: a newer bcrules doesn't change
it.

   bcrules eject guard

To change a text or a time, or to switch a hook off, you need no copy: set that
where you import the pack ("bcrules list" names its hooks).

An existing copy is not overwritten. Exit code 0: written; 1: a wrong command line;
2: not written.`

func ejectCmd() *cli.Command {
	return &cli.Command{
		Name:        "eject",
		Usage:       "copy a pack into the project to edit it freely",
		UsageText:   "bcrules eject PACK [--dir DIR]",
		Description: ejectHelp,
		Flags:       []cli.Flag{dirFlag()},
		Action:      eject,
	}
}

// eject copies a pack and prints what changed.
func eject(c *cli.Context) error {
	pack, err := oneName(c)
	if err != nil {
		return usageError(c, err, true)
	}
	dir, here, err := ruleFolder(c)
	if err != nil {
		return err
	}
	s := compile.Schema()
	folder, err := page.ReadFolder(dir)
	if err != nil {
		return err
	}
	files, local, err := page.Eject(s, pack, folder)
	if err != nil {
		return err
	}
	before := beforeWriting(dir)
	if err := write(files, here); err != nil {
		return err
	}
	sayEjected(c.App.Writer, files, pack, local, dir, here)
	return before.trust(c, here, files...)
}

// sayEjected prints which files were written and how to undo that.
func sayEjected(w io.Writer, files []page.File, pack, local, dir, here string) {
	copied, n := filepath.Join(dir, pack), 0
	undo := "remove " + schema.Display(copied, here)
	for _, f := range files {
		name := schema.Display(f.Path, here)
		switch {
		case filepath.Dir(f.Path) == copied:
			n++
		case f.New:
			fmt.Fprintf(w, "wrote %s, which imports %s\n", name, local)
			undo += " and " + name
		default:
			fmt.Fprintf(w, "changed %s, which imports %s now\n", name, local)
			undo += fmt.Sprintf(" and import %s/%s in %s again", rules.Path, pack, name)
		}
	}
	io.WriteString(w, show.On(w).Indented(fmt.Sprintf("copied %s to %s\nto undo it, %s", show.Count(n, "file"), schema.Display(copied, here), undo), ""))
}
