package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"bcrules.dev/cmd/doctor"
	"bcrules.dev/cmd/settings"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
)

// canary limits how long the trial of a command line may take.
const canary = 30 * time.Second

// sings tries a resolved entry with only the rules that it names, whose plan is p: it must answer
// that it has no opinion.
func sings(a settings.Agent, e settings.Entry, at settings.Start, p *plan.Plan) error {
	if at.Rules == nil {
		p = new(plan.Plan)
	}
	dir, err := host.NewTemp("bcrules-init-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	home, project := filepath.Join(dir, "home"), filepath.Join(dir, "project") // its home isn't the user's
	if err := errors.Join(os.Mkdir(home, 0o700), os.Mkdir(project, 0o700)); err != nil {
		return err
	}
	own := host.Bcrules(home)
	if err := errors.Join(os.Mkdir(own, 0o700), os.WriteFile(filepath.Join(own, "none.cue"), []byte("package canary\n"), 0o600)); err != nil {
		return err
	}
	event, input := idleEvent(a, p, project)
	line := e.Tried(at, event, own)
	program, args := e.Line()
	registered := strings.Join(append([]string{program}, args...), " ")
	ctx, cancel := context.WithTimeout(context.Background(), canary)
	defer cancel()
	cmd := exec.CommandContext(ctx, line[0], line[1:]...)
	cmd.Dir, cmd.Stdin = project, bytes.NewReader(input)
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_CACHE_HOME="+home, "CLAUDE_PROJECT_DIR=", "BCRULES_RULES=")
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	if err := errors.Join(cmd.Run(), ctx.Err()); event == doctor.Nobodys && doctor.Refused(err, said.String()) {
		return nil
	} else if err != nil {
		return fmt.Errorf("%s: %w\n%s", registered, err, &said)
	}
	if out.String() != a.Silent {
		return fmt.Errorf("%s: found %q, want %q, which %s reads as no opinion", registered, &out, a.Silent, a.Title)
	}
	return nil
}

// idleEvent returns an event that no rule of a plan is on, under the agent's name for it and as the
// agent sends it. If there is none, it returns one that the agent doesn't have, which closed hooks
// refuse.
func idleEvent(a settings.Agent, p *plan.Plan, project string) (name string, sent []byte) {
	for _, e := range a.Events {
		if p.Asks(e.Is) {
			continue
		}
		if s := a.Worded(files.JSON(map[string]string{"session_id": "canary", "cwd": project, schema.EventField: e.Is})); s != nil {
			return s.Event, []byte(s.JSON)
		}
	}
	return doctor.Nobodys, []byte(`{"session_id":"canary"}`)
}

// A presence is a file of another agent that starts the program.
type presence struct {
	agent settings.Agent
	file  *settings.File
}

// presences returns the files of other agents that start the program, in a project and for its user.
func presences(s *schema.Schema, here string) (all []presence) {
	for _, one := range s.Agents() {
		for _, user := range []bool{false, true} {
			a := settings.Agent{Agent: one, User: user}
			files, err := a.Registered(here)
			if err != nil {
				continue // a file that can't be read starts nothing
			}
			for _, f := range files {
				all = append(all, presence{a, f})
			}
		}
	}
	return all
}

// ofAgents tries what is registered with other agents, and finds events with rules that no entry is
// for. The function of returns the plan of rules that an entry names.
func ofAgents(all []presence, here string, p *plan.Plan, of func(rules []string) (*plan.Plan, bool)) (found []doctor.Finding) {
	for i, at := range all {
		again := "bcrules init --agent " + at.agent.Name
		if at.agent.User {
			again += " --user"
		}
		if err := at.file.Beyond(at.agent.Takes); err != nil {
			found = append(found, doctor.Finding{Check: "settings", Found: err.Error(), Do: doctor.OfBeyond(at.file, again)})
		}
		if pos, off := at.agent.Off(here); off && (i == 0 || all[i-1].agent.Name != at.agent.Name) {
			found = append(found, doctor.Finding{Check: "disabled", At: pos, Found: fmt.Sprintf("found %s: %t: %s starts no hook", at.agent.Agent.Off.Setting, at.agent.Agent.Off.Is, at.agent.Title), Do: "take it out"})
		}
		entry := at.file.Managed()[0]
		start := at.file.Start(entry)
		asked, _ := of(start.Rules)
		if why, faulty := doctor.Untried(start, of); why != "" {
			found = append(found, doctor.Finding{Check: "untried", Warning: true,
				Found: fmt.Sprintf("%s: not tried: %s", at.file.Name, why), Do: "find out what it is, then try it by hand"})
		} else if start.Program == "" {
			program, _ := entry.Line()
			found = append(found, doctor.Finding{Check: "agent", Found: fmt.Sprintf("%s: found %s, which doesn't exist or isn't executable", at.file.Name, program), Do: again})
		} else if faulty != "" {
			found = append(found, doctor.Finding{Check: "agent", Found: at.file.Name + ": found " + faulty, Do: "bcrules vet " + strings.Join(start.Named(), " ")})
		} else if err := sings(at.agent, entry, start, asked); err != nil {
			found = append(found, doctor.Finding{Check: "agent", Found: fmt.Sprintf("%s: %v", at.file.Name, err), Do: again})
		}
		if open := unclosed(at, here, p); len(open) > 0 {
			found = append(found, doctor.Finding{Check: "open-entry", Do: again,
				Found: fmt.Sprintf("%s: found no --closed for %s, where closed hooks would refuse: without it the event goes on when nothing says what the rules are", at.file.Name, strings.Join(open, ", "))})
		}
		if i+1 < len(all) && all[i+1].agent == at.agent {
			continue // the agent has a file for each event
		}
		for _, name := range unregistered(at.agent, here, p) {
			found = append(found, doctor.Finding{Check: "agent", Warning: true, Found: fmt.Sprintf("%s: found no entry for %s, which has rules", at.file.Name, name), Do: again})
		}
	}
	return found
}

// unclosed returns the events at which an agent's file starts the program for closed hooks by a
// command line that doesn't say so.
func unclosed(at presence, here string, p *plan.Plan) (names []string) {
	if p == nil {
		return nil
	}
	events := at.agent.Registrable()
	placed, _ := at.agent.Files(here, slices.Sorted(maps.Keys(events)))
	for path, all := range placed {
		if schema.Display(path, here) != at.file.Name {
			continue
		}
		for _, name := range all {
			open := func(e settings.Entry) bool { return (e.Event == "" || e.Event == name) && !e.Closed() }
			if slices.ContainsFunc(events[name], p.Refuses) && slices.ContainsFunc(at.file.Managed(), open) {
				names = append(names, name)
			}
		}
	}
	return names
}

// unregistered returns the events with rules at which an agent doesn't start bcrules.
func unregistered(a settings.Agent, here string, p *plan.Plan) (names []string) {
	if p == nil {
		return nil
	}
	events := a.Registrable()
	for name, is := range events {
		if !slices.ContainsFunc(is, p.Asks) {
			continue
		}
		placed, err := a.Files(here, []string{name})
		if err == nil && !starts(a, here, slices.Collect(maps.Keys(placed))[0], name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// starts reports whether an agent's file starts the program at an event.
func starts(a settings.Agent, here, path, event string) bool {
	file, err := a.Read(path, here)
	return err == nil && slices.ContainsFunc(file.Managed(), func(e settings.Entry) bool { return e.Event == "" || e.Event == event })
}
