package main

import (
	"fmt"

	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/layers/trust"
	"bcrules.dev/cmd/settings"
	"bcrules.dev/cmd/show"
	"bcrules.dev/schema"

	"github.com/urfave/cli/v2"
)

// registered registers the program in the native agent's file, and makes sure that the agent can
// read that.
func registered(c *cli.Context, r show.Registered, program settings.Program) error {
	err := readable(c, r.File, r.Agent, r.Here)
	if err == nil && r.Place.Kind != "plugin" { // a plugin's file has nothing but hooks
		err = understood(r.File, r.Agent)
	}
	if err == nil {
		err = r.File.Register(program, r.On)
	}
	return err
}

// readable removes from a settings file what the agent doesn't take, and says so. The original is
// kept, and the file is written with all else after confirmation. If nobody can confirm and --yes
// isn't given, it fails. If nobody tried the agent, it only says that.
func readable(c *cli.Context, file *settings.File, a *schema.Agent, here string) error {
	if what := file.Untried(); a.Takes == nil && what != "" {
		show.Note(c.App.ErrWriter, fmt.Sprintf("%s has a %s: nobody tried whether %s reads such a file", file.Name, what, a.Title))
	}
	fault := file.Beyond(a.Takes)
	if fault == nil {
		return nil
	}
	if !c.Bool("yes") && !c.Bool("dry-run") && trust.ByPerson(compile.Schema(), c.App.Reader, c.App.Writer) != nil {
		return fmt.Errorf("%w; take it out, or have init --yes write the file without it and keep it as it is", fault)
	}
	if err := file.Reduce(a.Takes); err != nil {
		return err
	}
	show.Note(c.App.ErrWriter, fmt.Sprintf("%v\nIt will be written without, and kept as it is in %s.", fault, schema.Display(file.Original(file.Was()), here)))
	return nil
}

// understood returns, as an error, the first value that keeps the agent from reading a settings
// file; nil if there is none. Only people know what it should be.
func understood(file *settings.File, a *schema.Agent) error {
	if faults := file.Misread(a.Reads()); len(faults) > 0 {
		return fmt.Errorf("%w; mend the value, or take it out", faults[0])
	}
	return nil
}
