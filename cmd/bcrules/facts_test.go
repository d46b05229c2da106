package main

import (
	"slices"
	"testing"

	"bcrules.dev/engine/facts/full"
)

// Each fact is in one of the groups that people are shown, and these have nothing else.
func TestFactGroups(t *testing.T) {
	all := full.All().Map()
	var grouped []string
	for _, group := range factGroups() {
		for _, name := range group.Names {
			if _, ok := all[name]; !ok || slices.Contains(grouped, name) {
				t.Errorf("%s: found %s, want a fact that no group has", group.Title, name)
			}
			grouped = append(grouped, name)
		}
	}
	for name := range all {
		if !slices.Contains(grouped, name) {
			t.Errorf("found %s in no group, want one", name)
		}
	}
}
