package main

import (
	"bufio"
	"cmp"
	"fmt"
	"strings"

	"bcrules.dev/cmd/bounded"
	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/trust"
	"bcrules.dev/cmd/show"
	"bcrules.dev/schema"

	"github.com/urfave/cli/v2"
)

// readAsking reads what there is to trust. If that imports modules that aren't kept here, a person
// says whether to fetch them: the author of the rules named them, and the environment, which may
// have come with them, names the server.
func readAsking(c *cli.Context, s *schema.Schema, set layers.Set, answers *bufio.Reader) (found trust.Content, err error) {
	read := func() {
		bounded.Rules.Do(s, set.Layers, c.App.ErrWriter, func() { found, err = trust.Read(s, set) })
	}
	read()
	want := found.Wanted()
	if err == nil || len(want) == 0 || trust.ByPerson(s, c.App.Reader, c.App.Writer) != nil {
		return found, err
	}
	w, name := c.App.Writer, trust.ProjectName(set.Asks)
	for _, module := range want {
		fmt.Fprintf(w, "%s: the rules import it, and it isn't kept here; it would come from %s\n", show.Printable(module), show.Printable(cmp.Or(schema.From(module), "nowhere")))
	}
	fmt.Fprintf(w, "Type %s to fetch it, with what it needs, anything else not to: ", name)
	if line, failed := answers.ReadString('\n'); failed != nil || strings.TrimSpace(line) != name {
		return found, err
	}
	others, asks := s.Supply, trust.Real(set.Asks)
	s.Supply = func(dir string) schema.Supply {
		supply := others(dir)
		if dir == asks {
			supply.Fetch = func(string) bool { return true }
		}
		return supply
	}
	read()
	return found, err
}
