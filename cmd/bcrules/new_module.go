package main

import (
	"fmt"

	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/schema"
	"bcrules.dev/schema/page"

	"github.com/urfave/cli/v2"
)

const newModuleHelp = `Writes a cue.mod into the rules of this project, or into those in DIR, so that CUE's
own tools (cue vet, cue lsp) can read them: the module file, and below cue.mod/pkg
the schema and the packs that the rules import. bcrules itself doesn't need it and
never reads those copies. A newer bcrules has other packs: write them again then.

For CUE to compare a rule file with the schema, the file says:

   import "bcrules.dev/schema"

   schema.#Rules

Not every project needs it: the copies of packs are long. Trusted rules then have a
new module file, which you are shown before you trust them again.

Exit code 0: written; 1: a wrong command line; 2: not written.`

func newModuleCmd() *cli.Command {
	return &cli.Command{
		Name:        "module",
		Usage:       "write a cue.mod, for CUE's own tools",
		UsageText:   "bcrules new module [--dir DIR]",
		Description: newModuleHelp,
		Before:      flagsOnly,
		Flags:       []cli.Flag{dirFlag()},
		Action:      newModule,
	}
}

// newModule writes a cue.mod and prints what it wrote.
func newModule(c *cli.Context) error {
	dir, here, err := ruleFolder(c)
	if err != nil {
		return err
	}
	folder, err := page.ReadFolder(dir)
	if err != nil {
		return err
	}
	s := compile.Schema()
	files, err := page.Module(s, folder.Dir)
	if err != nil {
		return err
	}
	before := beforeWriting(dir)
	if err := write(files, here); err != nil {
		return err
	}
	for _, f := range files {
		fmt.Fprintf(c.App.Writer, "wrote %s\n", schema.Display(f.Path, here))
	}
	return before.trust(c, here, files...)
}
