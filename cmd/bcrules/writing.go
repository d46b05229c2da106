package main

import (
	"fmt"
	"os"
	"path/filepath"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/layers/trust"

	"github.com/urfave/cli/v2"
)

// A writing is a project's rule folder that a command writes rules to: the user's
// own if they were so before.
type writing struct {
	dir string
	own bool
}

// beforeWriting says how a rule folder stands before a command writes to it. Only a
// folder that hooks would find matters.
func beforeWriting(dir string) writing {
	dir = trust.Real(dir)
	if filepath.Base(filepath.Dir(dir)) != ".claude" {
		return writing{}
	}
	r, notice := trust.State(layers.Asking(dir, os.Getenv), os.Getenv)
	own := r != nil && notice == "" && len(r.Ran(r.RunNow(""))) == 0
	return writing{dir, own || r == nil && !layers.HasRules(dir)}
}

// toTrust is what is left to do with rules that were written and nobody trusts yet.
const toTrust = "hooks answer by them once they are trusted: bcrules trust"

// trust trusts what was written, where a person did who had nothing of others before
// them, and says so, or what is left to do.
func (w writing) trust(c *cli.Context, here string) error {
	if w.dir == "" {
		return nil
	}
	s, err := compile.Kept()
	if err != nil {
		return err
	}
	if !w.own || trust.ByPerson(s, c.App.Reader, c.App.Writer) != nil {
		fmt.Fprintln(c.App.Writer, toTrust)
		return nil
	}
	set := layers.Asking(w.dir, os.Getenv)
	found, err := trust.Read(s, set)
	if err != nil {
		return nil // faults are for vet to say
	}
	old, _ := trust.State(set, os.Getenv)
	return settle(c.App.Writer, trust.Records(set, os.Getenv), found.Record(s, old.Roots()...), here)
}
