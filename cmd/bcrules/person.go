package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/trust"
	"bcrules.dev/schema"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"
)

// What a person alone may say is asked at a terminal, and of nobody that an agent
// started. An agent that goes to lengths can get around that (a pseudo-terminal of
// its own, an environment without its mark); what it can't do is to do so by mistake,
// or by a command that doesn't show what it is up to.

// byPerson returns why a command may not be one that a person gave, nil if it may.
func byPerson(c *cli.Context, s *schema.Schema) error {
	agents := s.Agents()
	for _, name := range slices.Sorted(maps.Keys(agents)) {
		if os.Getenv(name) != "" {
			return fmt.Errorf("found %s in the environment, which %s sets; want a person to say this, at a terminal of their own", name, agents[name])
		}
	}
	if !terminal(c.App.Reader) || !terminal(c.App.Writer) {
		return fmt.Errorf("found no terminal at stdin and stdout, want a person to say this")
	}
	return nil
}

func terminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

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
	r, notice := trust.State(askingSet(dir), os.Getenv)
	return writing{dir, r != nil && notice == "" || r == nil && !layers.HasRules(dir)}
}

// trust trusts what was written, where a person did who had nothing of others before
// them, and says so, or what is left to do.
func (w writing) trust(c *cli.Context, here string) error {
	if w.dir == "" {
		return nil
	}
	s, err := newSchema()
	if err != nil {
		return err
	}
	if !w.own || byPerson(c, s) != nil {
		fmt.Fprintln(c.App.Writer, "hooks answer by them once they are trusted: bcrules trust")
		return nil
	}
	r, _, err := content(s, askingSet(w.dir))
	if err != nil {
		return nil // faults are for vet to say
	}
	return settle(c.App.Writer, trust.Open(layers.User(os.Getenv)), r, here)
}
