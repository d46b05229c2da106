package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/layers/trust"
	"bcrules.dev/cmd/settings"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine/cache"
	"bcrules.dev/engine/host"
	"bcrules.dev/schema"

	"github.com/urfave/cli/v2"
)

const uninstallHelp = `Removes what "bcrules init" with the same flags registered. The file is then as it
was before, byte for byte; if somebody else changed it since, only the entries of
bcrules go. A file that init created is removed, and so are its folders. Rules stay.

Entries with --only aren't init's, and stay.

Closed hooks restrain an agent, and only a person at a terminal removes them. A
person's script, or a build, says --unattended instead; guard denies agents this
command, and if the environment shows that an agent runs it, it is refused here,
too.

Exit code 0: nothing is registered there any more; 1: a wrong command line; 2: the
settings can't be read or changed, and nothing was.`

func uninstallCmd() *cli.Command {
	return &cli.Command{
		Name:        "uninstall",
		Usage:       "remove what init registered from the agent's settings",
		UsageText:   "bcrules uninstall [--user|--shared|--plugin DIR|--managed] [--agent NAME]… [--dry-run]\n           [--unattended]",
		Description: uninstallHelp,
		Flags:       append(placeFlags(), agentFlag("with the agent called `NAME`"), dryRunFlag(), unattendedFlag(), managedFlag()),
		Action: func(c *cli.Context) error {
			if c.Bool("managed") {
				return unregisterManaged(c)
			}
			if c.IsSet("agent") {
				return unregisterAgents(c)
			}
			return unregisterNative(c)
		},
	}
}

// unregisterNative undoes registerNative.
func unregisterNative(c *cli.Context) error {
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
		fmt.Fprintf(c.App.Writer, "%s doesn't register bcrules.\n", file.Name)
	} else {
		show.Diff(c.App.Writer, file.Diff())
		if c.Bool("dry-run") {
			return nil
		}
		if err := loosens(c, file); err != nil {
			return err
		}
		if err := restored(backups, file); err != nil {
			return err
		}
		fmt.Fprintf(c.App.Writer, "\n%s no longer registers bcrules.\n", file.Name)
	}
	if set := layers.Find(nil, here, os.Getenv); place.Kind != "plugin" && len(set.Layers) > 0 {
		fmt.Fprintf(c.App.Writer, "The rules stay where they are: %s\n", strings.Join(displayed(set.Layers, here), ", "))
	}
	if err := forget(c, here); err != nil {
		return err
	}
	others, err := elsewhere(here, place)
	for _, f := range others {
		fmt.Fprintf(c.App.Writer, "%s still does: %s\n", f.Name, f.undo)
	}
	return err
}

// forget deletes the plans of the user's own rules once those are gone, so that hooks don't report
// them missing. An agent may not do that, as the rules restrain it.
func forget(c *cli.Context, here string) error {
	if c.Bool("dry-run") || layers.Find(nil, here, os.Getenv).Missing == "" {
		return nil
	}
	if err := trust.ByAgent(compile.Schema()); err != nil {
		return err
	}
	plans, err := cache.Open(host.Here(os.Getenv).Folders())
	if err != nil {
		return nil // none are kept
	}
	return plans.Clear()
}

// displayed returns layers relative to the folder here.
func displayed(layers []string, here string) (all []string) {
	for _, layer := range layers {
		all = append(all, schema.Display(layer, here))
	}
	return all
}

// unregisterAgents undoes registerAgents.
func unregisterAgents(c *cli.Context) error {
	agents, native, err := namedAgents(c)
	if err == nil && native {
		err = unregisterNative(c)
	}
	if err != nil {
		return err
	}
	here, err := os.Getwd()
	if err != nil {
		return err
	}
	backups, err := settings.OpenBackups()
	if err != nil {
		return err
	}
	var all []*settings.File
	for _, one := range agents {
		files, err := registeredWith(c, settings.Agent{Agent: one, User: c.Bool("user")}, here)
		if err != nil {
			return err
		}
		all = append(all, files...)
	}
	for _, file := range all {
		if err := backups.Undo(file); err != nil {
			return err
		}
		show.Diff(c.App.Writer, file.Diff())
	}
	if c.Bool("dry-run") {
		return nil
	}
	if err := loosens(c, all...); err != nil { // before the first file changes
		return err
	}
	for _, file := range all {
		if err := restored(backups, file); err != nil {
			return err
		}
	}
	return nil
}

// registeredWith returns the files of an agent that start the program, and those beside them, in the
// order of their removal: the first made the folders. It says so if there are none.
func registeredWith(c *cli.Context, a settings.Agent, here string) ([]*settings.File, error) {
	all, err := a.Registered(here)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		fmt.Fprintf(c.App.Writer, "%s doesn't start bcrules.\n", a.Title)
	}
	beside, err := a.Manifest(here)
	if beside != nil && len(beside.Managed()) > 0 {
		all = append(all, beside)
	}
	slices.Reverse(all)
	return all, err
}
