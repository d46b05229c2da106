package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/schema"
)

// can are the rows of the README's table of agents: what rules do, at which event, and the output
// for it.
var can = []struct{ what, event, output string }{
	{"deny a tool call, and say why", "PreToolUse", "permission=deny"},
	{"ask the user first", "PreToolUse", "permission=ask"},
	{"change what a tool is called with", "PreToolUse", "input"},
	{"tell the model something at the start", "SessionStart", "context"},
	{"or after a tool", "PostToolUse", "context"},
	{"refuse that the agent stops", "Stop", "block"},
}

// The README's table of what works with which agent agrees with the table of agents.
func TestReadmeAgents(t *testing.T) {
	s := compile.Schema()
	all := s.Agents()
	all = slices.DeleteFunc(all, func(a *schema.Agent) bool { return a.Client != a.Name })
	table := []string{"| rules can | with | not with |", "|---|---|---|"}
	for _, row := range can {
		var with, not, instead []string
		for _, a := range all {
			switch works, standIn := hears(a, row.event, row.output); {
			case a.Native || works && !standIn:
				with = append(with, a.Title)
			case standIn:
				instead = append(instead, a.Title)
			default:
				not = append(not, a.Title)
			}
		}
		if len(instead) > 0 {
			not = append(not, strings.Join(instead, ", ")+": denied instead")
		}
		table = append(table, fmt.Sprintf("| %s | %s | %s |", row.what, strings.Join(with, ", "), strings.Join(not, "; ")))
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(readme), "\n")
	first := slices.Index(lines, table[0])
	if first < 0 {
		t.Fatal("README.md has no table of agents")
	}
	last := first
	for strings.HasPrefix(lines[last], "|") {
		last++
	}
	if os.Getenv("UPDATE") != "" {
		lines = slices.Replace(lines, first, last, table...)
		if err := os.WriteFile("../../README.md", []byte(strings.Join(lines, "\n")), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got := lines[first:last]; !slices.Equal(got, table) {
		t.Errorf("README.md has\n%s\nwant (UPDATE=1 writes it)\n%s", strings.Join(got, "\n"), strings.Join(table, "\n"))
	}
}

// hears reports whether an agent reads an output at an event, and whether another one replaces it.
func hears(a *schema.Agent, event, output string) (works, standIn bool) {
	for i := range a.Events {
		e := &a.Events[i]
		if e.Is != event {
			continue
		}
		if say := e.Way(output); say != nil {
			return true, say.As != ""
		}
	}
	return false, false
}
