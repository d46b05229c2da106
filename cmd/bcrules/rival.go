package main

import (
	"fmt"

	"bcrules.dev/cmd/settings"
)

// A rival is a settings file that registers the program beside another one.
type rival struct {
	*settings.File
	undo string // the command that takes it out, or what to do where there is none
}

// elsewhere returns what registers the program for an agent started here, beside a place.
func elsewhere(here string, place settings.Place) (all []rival, err error) {
	places, err := settings.Places(here)
	for _, p := range places {
		if p.File == place.File {
			continue
		}
		if f, err := p.Read(here); err == nil && len(f.Managed()) > 0 {
			undo := "bcrules uninstall" + p.Flag(here)
			if p.Kind == place.Kind { // which that is about
				undo = "take it out there"
			}
			all = append(all, rival{f, undo})
		}
	}
	return all, err
}

// alike says of each other settings file that registers the program that it does.
func alike(here string, place settings.Place) (all []string, err error) {
	others, err := elsewhere(here, place)
	for _, f := range others {
		all = append(all, fmt.Sprintf("%s registers it, too, and both run unless they are alike: %s", f.Name, f.undo))
	}
	return all, err
}
