package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bcrules.dev/cmd/show"
	"bcrules.dev/engine/agent"
	"bcrules.dev/schema"

	"github.com/urfave/cli/v2"
)

// agentMaps writes, for the agents that a command line names, their names for events and tools, and
// what they read of an answer.
func agentMaps(c *cli.Context) error {
	some, err := chosenAgents(c)
	if err != nil {
		return err
	}
	on := show.On(c.App.Writer)
	for i, a := range some {
		if i > 0 {
			fmt.Fprintln(c.App.Writer)
		}
		fmt.Fprint(c.App.Writer, agentMap(on, a))
	}
	return nil
}

// knownHow says how we know something about an agent.
var knownHow = map[string]string{"run": "tried with the real client", "source": "read in its code", "doc": "from its pages, not tried"}

func agentMap(on show.Screen, a *schema.Agent) string {
	head := fmt.Sprintf("%s: %s, %s (%s)\n", show.Bold.Sprint(a.Name), a.Title, a.Seen, knownHow[a.How])
	if a.Native {
		return head + "Rules are written in its words: bcrules events, bcrules facts, bcrules actions.\n"
	}
	var rows [][]string
	for _, e := range a.Events {
		rows = append(rows, []string{"  " + e.Name, "is " + e.Is + ": " + heard(e) + unsent(e)})
	}
	for _, t := range a.Tools {
		rows = append(rows, []string{"  tool " + t.Name, "is " + t.Is + renamed(t)})
	}
	rows = append(rows, []string{"  fails", "a call whose hook fails: " + cmp.Or(a.Fails, "it runs")})
	for _, note := range a.Notes {
		rows = append(rows, []string{"  note", note})
	}
	return head + on.Wrapped(rows) + "\n"
}

// heard lists what an agent reads of an answer to an event.
func heard(e agent.Event) string {
	var all []string
	for _, s := range e.Says {
		what := strings.Replace(s.Output, "permission=", "", 1)
		if s.But != "" {
			what += " (" + s.But + ")"
		}
		all = append(all, what)
	}
	if len(all) == 0 {
		return "nothing of an answer is read"
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}

// unsent says when an event isn't sent.
func unsent(e agent.Event) string {
	if e.Never == "" {
		return ""
	}
	return "; not sent " + e.Never
}

// renamed says which fields of a tool's input have other names.
func renamed(t agent.Tool) string {
	var all []string
	counts := false
	for _, f := range t.Input {
		if len(f.From.Paths) > 0 && f.From.Paths[0] != f.Name {
			all = append(all, strings.NewReplacer("{0}", "N", "{1}", "N").Replace(f.From.Paths[0])+" "+f.Name)
			counts = counts || strings.Contains(f.From.Paths[0], "{")
		}
	}
	text := ""
	if len(all) > 0 {
		text = ", with " + strings.Join(all, ", ")
		if counts {
			text += ", for each N"
		}
	}
	for i, file := range t.Files {
		text += map[bool]string{true: "; each of its files is ", false: " or "}[i == 0] + file.Is
	}
	return text
}
