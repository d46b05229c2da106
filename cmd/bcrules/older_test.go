package main

import (
	"slices"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/trust"
	"bcrules.dev/engine"

	"github.com/rogpeppe/go-internal/testscript"
)

// older FOLDER… makes the records of rule folders such as they were before bcrules looked for files
// that rules run.
func older(ts *testscript.TestScript, _ bool, args []string) {
	store := trust.Open(layers.User(ts.Getenv))
	for _, dir := range args {
		r, err := store.Read(ts.MkAbs(dir))
		ts.Check(err)
		r.Runs = nil
		r.Shown = slices.DeleteFunc(r.Shown, func(a trust.Ability) bool {
			return slices.Contains([]string{engine.RunsFile, engine.RunsRows, engine.Untold}, a.Verb)
		})
		ts.Check(store.Write(*r))
	}
}
