package main

import (
	"fmt"

	"bcrules.dev/cmd/settings"
)

// A rival is another settings file that registers the program.
type rival struct {
	*settings.File
	undo string // the command that removes it, or what to do if there is none
}

// elsewhere returns the other files that register the program for an agent started here.
func elsewhere(here string, place settings.Place) (all []rival, err error) {
	places, err := settings.Places(here)
	for _, p := range places {
		if p.File == place.File {
			continue
		}
		if f, err := p.Read(here); err == nil && len(f.Managed()) > 0 {
			undo := "bcrules uninstall" + p.Flag(here)
			if p.Kind == place.Kind { // for another file of that kind there is no command
				undo = "take it out there"
			}
			all = append(all, rival{f, undo})
		}
	}
	return all, err
}

// alike names each other settings file that registers the program.
func alike(here string, place settings.Place) (all []string, err error) {
	others, err := elsewhere(here, place)
	for _, f := range others {
		all = append(all, fmt.Sprintf("%s registers it, too, and both run unless they are alike: %s", f.Name, f.undo))
	}
	return all, err
}
