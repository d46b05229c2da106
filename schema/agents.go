package schema

import (
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"bcrules.dev/engine/agent"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"
	"github.com/tidwall/gjson"
)

// An Agent is an entry of the table of agents: how it speaks, and what people should know
// of it.
type Agent struct {
	agent.Agent
	Title    string
	Native   bool   // rules are written in its words
	Seen     string // version
	How      string // run, source or doc: how that is known
	Env      []string
	Signs    []agent.Sign // without the names
	Notes    []string
	Fails    string         // what becomes of a call whose hook fails, "" if it runs
	Most     map[string]int // seconds that it waits for a hook at most, by its events
	Takes    []string       // what its settings may have that JSON has not, as the field takes says; nil where nobody tried it
	Off      *Switch        // nil where nobody tried it
	Register *Register      // nil where init can't
	Also     []string       // other files, in a project or at home, in which its hooks may stand
}

// Register says how a hook is registered with an agent; see agents.cue.
type Register struct {
	Project, User string
	Private       bool // the project's file is for one user alone
	Home          string
	Form          string
	At            *string
	Top           json.RawMessage
	Command       string
	Fixed         json.RawMessage
	Time          *string
	Unit          int
	Matcher       *bool
	Named         bool
	Text          string
	Events        []string
	Steps         []string
	Manifest      *Manifest
}

// A Manifest is a file that must stand beside that with hooks.
type Manifest struct{ File, Text string }

// A Switch is a setting, by its path, and the value with which an agent starts no hook.
type Switch struct {
	Setting string
	Is      bool
}

// Agents returns the agents that rules may hold for, in their order. The list is its caller's,
// the agents are all callers', and nobody changes them.
func (s *Schema) Agents() ([]*Agent, error) {
	all, err := s.Events.agents()
	return slices.Clone(all), err
}

// Native returns the agent that rules are written for.
func (s *Schema) Native() (*Agent, error) {
	all, err := s.Events.agents()
	for _, a := range all {
		if a.Native {
			return a, nil
		}
	}
	return nil, cmp.Or(err, errors.New("found no native agent in the table, want one"))
}

// readAgents reads the table of agents.
func (t *EventTable) readAgents() ([]*Agent, error) {
	text, err := cueFiles.ReadFile(agentsFile)
	if err != nil {
		return nil, err
	}
	whole := cuecontext.New().CompileBytes(text, cue.Filename(agentsFile))
	if err := whole.Err(); err != nil {
		return nil, err
	}
	data, err := whole.LookupPath(cue.ParsePath("#Agents")).MarshalJSON()
	if err != nil {
		return nil, err
	}
	var all []*Agent
	paths := t.wholePaths()
	for name, e := range membersOf(gjson.ParseBytes(data)) {
		a := readAgent(name, e)
		a.Paths = paths
		all = append(all, a)
	}
	return all, nil
}

// Reads returns what values of its settings file an agent takes, as CUE has kinds: it reads
// nothing of a file with another. The value doesn't exist where nobody tried that.
func (a *Agent) Reads() (cue.Value, error) {
	text, err := cueFiles.ReadFile(readsFile)
	if err != nil {
		return cue.Value{}, err
	}
	whole := cuecontext.New().CompileBytes(text, cue.Filename(readsFile))
	return whole.LookupPath(cue.MakePath(cue.Str("reads"), cue.Str(a.Name))), whole.Err()
}

// wholePaths returns the fields of tools' inputs that are whole paths.
func (t *EventTable) wholePaths() []string {
	names := map[string]bool{}
	for _, tool := range t.tools {
		for path := range tool.traits.Absolute {
			if name, ok := strings.CutPrefix(path, InputField+"."); ok {
				names[name] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// AgentTable lays out how agents speak, for who runs hooks.
func AgentTable(all []*Agent) agent.Table {
	var t agent.Table
	var others []*agent.Agent
	for _, a := range all {
		if a.Native {
			t.Native, t.Variant = a.Name, a.Variant
			continue
		}
		for _, sign := range a.Signs {
			sign.Agent, sign.Client = a.Name, a.Client
			t.Signs = append(t.Signs, sign)
		}
		others = append(others, &a.Agent)
	}
	stored, places := agent.Layout(others)
	t.Stored, t.Places = string(stored), places
	return t
}

// AgentVariables returns the environment variables by which agents are told from people, each with
// its agent: those that mark what it runs, and those that say its version or its project there.
func (s *Schema) AgentVariables() (map[string]string, error) {
	all, err := s.Agents()
	names := map[string]string{"AI_AGENT": "an agent"}
	for _, a := range all {
		for _, name := range slices.Concat(a.Env, a.Variant, a.Project) {
			names[name] = cmp.Or(names[name], a.Title)
		}
	}
	return names, err
}
