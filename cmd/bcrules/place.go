package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"bcrules.dev/cmd/settings"
	"bcrules.dev/schema"

	"github.com/urfave/cli/v2"
)

func placeFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "user", Usage: "in ~/.claude/settings.json"},
		&cli.BoolFlag{Name: "shared", Usage: "in .claude/settings.json of this folder, for all who work on the project"},
		&cli.StringFlag{Name: "plugin", Usage: "in hooks/hooks.json of the plugin in `DIR`"},
	}
}

func dryRunFlag() *cli.BoolFlag {
	return &cli.BoolFlag{Name: "dry-run", Usage: "show what would change, and change nothing"}
}

func unattendedFlag() *cli.BoolFlag {
	return &cli.BoolFlag{Name: "unattended", Usage: "allow fewer closed hooks without a person at a terminal"}
}

// placed reads the settings file that the flags choose.
func placed(c *cli.Context) (here string, place settings.Place, file *settings.File, err error) {
	if here, err = os.Getwd(); err != nil {
		return
	}
	var chosen []string
	for _, name := range []string{"user", "shared", "plugin"} {
		if c.IsSet(name) {
			chosen = append(chosen, name)
		}
	}
	switch {
	case len(chosen) > 1:
		err = usageError(c, fmt.Errorf("found --%s, want one of them", strings.Join(chosen, " and --")), false)
		return
	case c.NArg() > 0:
		err = flagsOnly(c)
		return
	case len(chosen) == 0:
		chosen = []string{"local"}
	}
	if chosen[0] == "plugin" {
		place, err = settings.Plugin(c.String("plugin"))
	} else {
		var all []settings.Place
		if all, err = settings.Places(here); err == nil {
			i := slices.IndexFunc(all, func(p settings.Place) bool { return p.Kind == chosen[0] })
			place = all[max(i, 0)] // no such place: here is the user's own folder
		}
	}
	if err == nil {
		file, err = place.Read(here)
	}
	return
}

// unignored says so if git would show others settings that are their user's alone.
func unignored(place settings.Place) string {
	if place.Kind != "local" {
		return ""
	}
	if _, code := ask(place.Root, "check-ignore", "-q", place.File); code != 1 {
		return "" // ignored, no repository, or no git
	}
	return fmt.Sprintf("git doesn't ignore %s, which is yours alone: put it into .gitignore", schema.Display(place.File, place.Root))
}
