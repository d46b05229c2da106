package main

import (
	"path"
	"slices"
	"testing"

	"bcrules.dev/cmd/show"
	"bcrules.dev/schema"
	"bcrules.dev/testdata/built"

	"golang.org/x/tools/txtar"
)

// The example of a check is found by that check, and what is to be written instead by none. Each
// check has one, except on taking too much work, which can't be shown.
func TestChecks(t *testing.T) {
	built.InTurn(t)
	seen := []string{"unproved", "file"} // needs more than one file
	for _, f := range txtar.Parse([]byte(checksPage)).Files {
		check, is := path.Dir(f.Name), path.Base(f.Name)
		seen = append(seen, check)
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			if check == schema.CheckStore && is == "right.cue" {
				t.Skip("which databases say is for bcstore: docs_stores.txtar has such a store")
			}
			found := vetSet(t, &txtar.Archive{Files: []txtar.File{{Name: "rules.cue", Data: append([]byte("package rules\n\n"), f.Data...)}}})
			has := slices.ContainsFunc(found, func(f show.Finding) bool { return f.Check == check })
			if is == "rules.cue" && !has || is == "right.cue" && len(found) > 0 {
				t.Errorf("vet finds %v", found)
			}
		})
	}
	for _, name := range checkNames() {
		if !slices.Contains(seen, name) {
			t.Errorf("%s has no example", name)
		}
	}
}
