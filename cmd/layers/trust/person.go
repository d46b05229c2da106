package trust

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"bcrules.dev/schema"

	"golang.org/x/term"
)

// What a person alone may say is asked at a terminal, and of nobody that an agent
// started. An agent that goes to lengths can get around that (a pseudo-terminal of
// its own, an environment without its mark); what it can't do is to do so by mistake,
// or by a command that doesn't show what it is up to.

// ByPerson returns why a command with these streams may not be one that a person gave,
// nil if it may.
func ByPerson(s *schema.Schema, stdin io.Reader, stdout io.Writer) error {
	if err := ByAgent(s); err != nil {
		return err
	}
	if !terminal(stdin) || !terminal(stdout) {
		return fmt.Errorf("found no terminal at stdin and stdout, want a person to say this")
	}
	return nil
}

// ByAgent returns by what it shows that an agent gave a command, nil if nothing does: a person's
// script, without a terminal, may have.
func ByAgent(s *schema.Schema) error {
	agents, err := s.AgentVariables()
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(agents)) {
		if os.Getenv(name) != "" {
			return fmt.Errorf("found %s in the environment, which %s sets; want a person to say this, at a terminal of their own", name, agents[name])
		}
	}
	return nil
}

func terminal(stream any) bool {
	f, ok := stream.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(f.Fd()))
}
