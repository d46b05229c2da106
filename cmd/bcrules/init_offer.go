package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/layers/trust"
	"bcrules.dev/cmd/rollback"
	"bcrules.dev/cmd/settings"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine/host"
	"bcrules.dev/schema"

	"github.com/urfave/cli/v2"
)

// offerAgents lets a person pick other agents that were used on this machine and don't start bcrules
// yet, and registers bchook with them. It asks nobody else.
func offerAgents(c *cli.Context) error {
	here, place, _, err := placed(c)
	if err != nil {
		return err
	}
	s := compile.Schema()
	if place.Kind != "local" && place.Kind != "user" || trust.ByPerson(s, c.App.Reader, c.App.Writer) != nil {
		return nil
	}
	all := s.Agents()
	var names []string
	var rows [][]string
	for _, a := range all {
		if offered(a, here) {
			names = append(names, a.Name)
			rows = append(rows, []string{" ", strconv.Itoa(len(names)), a.Name, a.Title})
		}
	}
	if len(names) == 0 {
		return nil
	}
	fmt.Fprintf(c.App.Writer, "\nAgents that were used here and don't start bcrules:\n%sWhich of them should start bchook, too, by number or name (none: return)? ", show.Columns(rows, 2))
	names, err = picked(c.App.Reader, names)
	if err != nil || len(names) == 0 {
		return err
	}
	some, err := agentsNamed(c, all, names)
	if err != nil {
		return err
	}
	return wholly(c, func(back *rollback.Rollback) error { return registerWith(c, some, back) })
}

// offered reports whether an agent was used on this machine and doesn't start bcrules, neither here
// nor in all projects.
func offered(a *schema.Agent, here string) bool {
	home := host.Here(os.Getenv).Folders().Home
	if home == "" || a.Register == nil || a.Register.Home == "" {
		return false
	}
	if info, err := os.Stat(filepath.Join(home, filepath.FromSlash(a.Register.Home))); err != nil || !info.IsDir() {
		return false
	}
	for _, user := range []bool{false, true} {
		if files, err := (settings.Agent{Agent: a, User: user}).Registered(here); err != nil || len(files) > 0 {
			return false // a file that can't be read can't be extended
		}
	}
	return true
}
