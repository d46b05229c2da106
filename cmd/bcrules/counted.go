package main

import (
	"fmt"
	"io"
	"os"
	"slices"

	"bcrules.dev/cmd/hook"
	"bcrules.dev/cmd/trust"
	"bcrules.dev/schema"

	"github.com/urfave/cli/v2"
)

// A counted rule set is what counts of one: the layer that asks only as it was when
// its user trusted it.
type counted struct {
	layers []string
	watch  []string // files that this depends on
	notice string   // what the user is to know of it, "" for nothing
}

// weigh returns what counts of a rule set, and freezes what was trusted.
func weigh(s *schema.Schema, set hook.Set) counted {
	if set.Asks == "" {
		return counted{layers: set.Layers}
	}
	r, notice := state(set)
	f := counted{watch: []string{trust.Open(hook.User(os.Getenv)).Path(set.Asks)}, notice: notice}
	if r == nil {
		f.layers = set.Without(os.Getenv)
		return f
	}
	var files []schema.File
	for _, file := range r.Files {
		files = append(files, schema.File{Path: file.Path, Data: file.Data})
	}
	s.Freeze(r.Dir, files)
	f.layers = slices.Clone(set.Layers)
	f.layers[slices.Index(f.layers, set.Asks)] = r.Dir
	return f
}

// state returns what its user trusts of the layer of a rule set that asks, nil for
// nothing, and what is to be said of it.
func state(set hook.Set) (r *trust.Record, notice string) {
	if set.Asks == "" {
		return nil, ""
	}
	r, err := trust.Open(hook.User(os.Getenv)).Read(set.Asks)
	switch {
	case err != nil:
		return nil, fmt.Sprintf("the rules in %s do nothing: %v", set.Asks, err)
	case r == nil:
		return nil, fmt.Sprintf("the rules in %s are not trusted and do nothing: bcrules trust shows what they can do, and asks", set.Asks)
	case len(r.Changes()) > 0:
		notice = fmt.Sprintf("the rules in %s were changed since they were trusted: hooks go on as they were (bcrules trust --diff shows the change, bcrules trust accepts it)", set.Asks)
	}
	return r, notice
}

// remind tells who works on a rule set that it is not what hooks answer by.
func remind(w io.Writer, set hook.Set) {
	if _, notice := state(set); notice != "" {
		fmt.Fprintf(w, "bcrules: %s\n", notice)
	}
}

// remindHere is remind for the rules of this folder, unless others are named.
func remindHere(c *cli.Context) {
	if here, err := os.Getwd(); err == nil && !c.Args().Present() {
		remind(c.App.ErrWriter, hook.Find(nil, here, os.Getenv))
	}
}
