package main

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/rollback"
	"bcrules.dev/cmd/settings"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"

	"github.com/urfave/cli/v2"
)

func agentFlag(usage string) *cli.StringSliceFlag {
	return &cli.StringSliceFlag{Name: "agent", Usage: usage}
}

// chosenAgents returns the agents that a command line names, or else all.
func chosenAgents(c *cli.Context) ([]*schema.Agent, error) {
	return agentsNamed(c, compile.Schema().Agents(), c.StringSlice("agent"))
}

func agentsNamed(c *cli.Context, all []*schema.Agent, names []string) (some []*schema.Agent, err error) {
	if len(names) == 0 {
		return all, nil
	}
	for _, name := range names {
		i := slices.IndexFunc(all, func(a *schema.Agent) bool { return a.Name == name })
		if i < 0 {
			var known []string
			for _, a := range all {
				known = append(known, a.Name)
			}
			return nil, misspelt(c, "agent", name, known)
		}
		some = append(some, all[i])
	}
	return some, nil
}

// namedAgents returns the agents that a command line names, without the native one, and whether it
// names that, too. It fails if the chosen place is one that the others don't have.
func namedAgents(c *cli.Context) (others []*schema.Agent, native bool, err error) {
	all, err := chosenAgents(c)
	for _, a := range all {
		if a.Native {
			native = true
		} else {
			others = append(others, a)
		}
	}
	if err == nil && len(others) > 0 && (c.IsSet("shared") || c.IsSet("plugin")) {
		err = usageError(c, fmt.Errorf("found a place for Claude Code with %s, want --user, or none for the project", others[0].Name), false)
	}
	return others, native, err
}

// registerAgents registers bchook with the agents that a command line names, each in its own file.
func registerAgents(c *cli.Context, back *rollback.Rollback) error {
	others, native, err := namedAgents(c)
	if err == nil && native {
		err = registerNative(c, back)
	}
	if err != nil || len(others) == 0 {
		return err
	}
	return registerWith(c, others, back)
}

// registerWith registers bchook with agents, each in its own file.
func registerWith(c *cli.Context, agents []*schema.Agent, back *rollback.Rollback) error {
	here, err := os.Getwd()
	if err != nil {
		return err
	}
	place := settings.Place{Kind: "local"}
	program, err := place.Bchook()
	if err != nil {
		return err
	}
	for _, layer := range layers.Find(c.StringSlice("rules"), here, os.Getenv).Layers {
		if c.IsSet("rules") {
			program.Rules = append(program.Rules, layer)
		}
	}
	if c.Bool("user") {
		place.Kind = "user"
	}
	packs, err := choose(c, place, program.Rules, here)
	if err != nil {
		return err
	}
	set := layers.Find(program.Rules, here, os.Getenv)
	rules, err := rulesToRegister(c, packs, set)
	if err != nil {
		return err
	}
	all, err := filesOf(c, agents, here, program, ownFolder(place, packs.among(set.Layers)), rules.Plan)
	if err != nil {
		return err
	}
	if err := writeAgents(c, packs, here, all, rules, back); err != nil {
		return err
	}
	for _, a := range agents {
		sayAgent(c.App.Writer, settings.Agent{Agent: a}, rules.Plan)
		if at, off := (settings.Agent{Agent: a}).Off(here); off {
			fmt.Fprintln(c.App.Writer, show.Off(at, a))
		}
	}
	return nil
}

// filesOf returns the files of all agents. One that only the user has names the folder of the user's
// rules.
func filesOf(c *cli.Context, agents []*schema.Agent, here string, program settings.Program, own string, p *plan.Plan) (all []agentFile, err error) {
	user := c.Bool("user")
	for _, a := range agents {
		if program.Own = ""; user || a.Register != nil && a.Register.Private {
			program.Own = own
		}
		files, err := agentFiles(c, settings.Agent{Agent: a, User: user}, here, program, p)
		if err != nil {
			return nil, err
		}
		all = append(all, files...)
	}
	return all, nil
}

// An agentFile is a file of an agent as it is to be.
type agentFile struct {
	*settings.File
	agent settings.Agent
	line  []string // to be registered and tried, nil for none
}

// writeAgents shows what is to be written and, after confirmation, writes it; rules are those by
// which the entries answer.
func writeAgents(c *cli.Context, packs choice, here string, all []agentFile, rules *schema.Set, back *rollback.Rollback) error {
	p := proposal{packs: packs, rules: rules, here: here}
	for _, f := range all {
		if p.files = append(p.files, f.File); !f.Changed() && f.line != nil {
			fmt.Fprintf(c.App.Writer, "%s registers bchook with %s already.\n", f.Name, f.agent.Title)
		}
	}
	asks := p.shown(c)
	if c.Bool("dry-run") {
		return nil
	}
	err := p.confirmed(c, asks, back)
	if err == nil {
		err = packs.join(c, here, back)
	}
	for _, f := range all {
		if err == nil {
			_, err = saved(c, f.File, here, back)
		}
		if err == nil && f.line != nil {
			e := settings.Entry{Type: "command", Command: f.line[0], Args: f.line[1:], Exec: true}
			err = sings(f.agent, e, settings.Start{Program: f.line[0], Rules: e.Rules()}, rules.Plan)
		}
	}
	if err == nil && !asks {
		show.Forbidden(c.App.Writer, rules)
	}
	return err
}

// agentFiles returns the files of an agent that are to register the program at the events with
// rules, and the file that must stand beside them.
func agentFiles(c *cli.Context, a settings.Agent, here string, program settings.Program, p *plan.Plan) (all []agentFile, err error) {
	if a.Register == nil {
		return nil, fmt.Errorf("found agent %s, want one that init can register with: %s", a.Name, strings.Join(a.Notes, " "))
	}
	events := a.Registrable()
	var names []string
	for _, name := range slices.Sorted(maps.Keys(events)) {
		if slices.ContainsFunc(events[name], p.Asks) {
			names = append(names, name)
		}
	}
	placed, err := a.Files(here, names)
	if err != nil {
		return nil, err
	}
	for _, path := range slices.Sorted(maps.Keys(placed)) {
		file, err := a.Read(path, here)
		if err != nil {
			return nil, err
		}
		if len(placed[path]) == 0 {
			continue
		}
		wanted, err := wantedOf(a, p, placed[path], events)
		if err == nil {
			err = readable(c, file, a.Agent, here)
		}
		if err == nil {
			err = file.Register(program, wanted)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, agentFile{file, a, program.Line(a.Form(), wanted...)})
	}
	beside, err := a.Manifest(here)
	if err == nil && beside != nil {
		err = beside.Register(settings.Program{}, []settings.Registration{{}})
		all = append(all, agentFile{File: beside, agent: a})
	}
	return all, err
}

// wantedOf returns what to register at some events of an agent.
func wantedOf(a settings.Agent, p *plan.Plan, names []string, events map[string][]string) (wanted []settings.Registration, err error) {
	s := compile.Schema()
	for _, e := range s.Events.List(s.Library.Actions) {
		for _, event := range names {
			if p.Asks(e.Name) && slices.Contains(events[event], e.Name) {
				wanted = within(wanted, a, settings.Registration{Event: event, Timeout: e.Waits(p), Closed: p.Refuses(e.Name)})
			}
		}
	}
	return wanted, nil
}

// sayAgent prints what can't work with an agent, and what is left to do.
func sayAgent(w io.Writer, a settings.Agent, p *plan.Plan) {
	known := slices.Concat(slices.Collect(maps.Values(a.Registrable()))...)
	var lacking []string
	for _, name := range slices.Sorted(maps.Keys(p.Events)) {
		if p.Asks(name) && !slices.Contains(known, name) {
			lacking = append(lacking, name)
		}
	}
	if len(lacking) > 0 {
		io.WriteString(w, show.On(w).Indented(fmt.Sprintf("%s has no event for rules on %s: they don't run there.", a.Title, strings.Join(lacking, ", ")), ""))
	}
	for _, e := range a.Events {
		if e.Never != "" && p.Asks(e.Is) {
			io.WriteString(w, show.On(w).Indented(fmt.Sprintf("%s doesn't send %s %s: rules on it don't run there.", a.Title, e.Is, e.Never), ""))
		}
	}
	for _, lost := range unread(a.Agent, p) {
		io.WriteString(w, show.On(w).Indented(fmt.Sprintf("%s reads nothing of %s: bcrules vet --agent %s", a.Title, lost, a.Name), ""))
	}
	for _, note := range slices.Concat(a.Notes, a.Register.Steps) {
		io.WriteString(w, show.On(w).Indented(a.Title+": "+note, ""))
	}
}

// within adds a registration, or extends the timeout of one for the same event, up to what the agent
// allows.
func within(all []settings.Registration, a settings.Agent, r settings.Registration) []settings.Registration {
	if most := a.Most[r.Event]; most > 0 {
		r.Timeout = min(r.Timeout, most)
	}
	i := slices.IndexFunc(all, func(o settings.Registration) bool { return o.Event == r.Event })
	if i < 0 {
		return append(all, r)
	}
	all[i].Timeout, all[i].Closed = max(all[i].Timeout, r.Timeout), all[i].Closed || r.Closed
	return all
}
