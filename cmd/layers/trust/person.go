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

// What only a person may decide is asked at a terminal, and never of a command that an agent
// started. A determined agent can get around this (with a pseudo-terminal of its own, or an
// environment without its mark), but not by mistake, or by a command that doesn't show its purpose.

// ByPerson returns why a command with these streams may not come from a person, nil if it may.
func ByPerson(s *schema.Schema, stdin io.Reader, stdout io.Writer) error {
	if err := ByAgent(s); err != nil {
		return err
	}
	if !terminal(stdin) || !terminal(stdout) {
		return fmt.Errorf("found no terminal at stdin and stdout, want a person to decide this")
	}
	return nil
}

// ByAgent returns the sign that an agent gave a command, nil if there is none: it may be a person's
// script, without a terminal.
func ByAgent(s *schema.Schema) error {
	agents := s.AgentVariables()
	for _, name := range slices.Sorted(maps.Keys(agents)) {
		if os.Getenv(name) != "" {
			return fmt.Errorf("found %s in the environment, which %s sets; want a person to decide this, at a terminal of their own", name, agents[name])
		}
	}
	return nil
}

func terminal(stream any) bool {
	f, ok := stream.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(f.Fd()))
}
