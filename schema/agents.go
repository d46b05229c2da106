package schema

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"

	"bcrules.dev/engine/agent"
	"bcrules.dev/rules"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"
	"github.com/tidwall/gjson"
)

// An Agent is an entry of the agent table: how the agent speaks, and what people should know
// about it.
type Agent struct {
	agent.Agent
	Title    string
	Native   bool   // rules are written in its vocabulary
	Seen     string // version
	How      string // how that is known: run, source or doc
	Env      []string
	Signs    []agent.Sign // without the agents' names
	Notes    []string
	Fails    string            // what the agent does with a call whose hook fails, "" if it runs the call
	Most     map[string]int    // the longest that it waits for a hook, in seconds, by event
	Takes    []string          // JSON extensions its settings may use, as the field takes names them; nil if untested
	Off      *Switch           // nil if untested
	Register *Register         // nil if init can't register hooks with it
	Managed  map[string]string // the administrator's settings with hooks, by operating system; empty if none are documented
	Also     []string          // other files, in a project or at home, that may hold its hooks
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

// A Manifest is a file required beside the one with hooks.
type Manifest struct{ File, Text string }

// A Switch is a setting, by its path, and the value that disables an agent's hooks.
type Switch struct {
	Setting string
	Is      bool
}

// Agents returns the agents that rules may target, in order. The caller owns the slice; the
// agents are shared and must not be changed.
func (s *Schema) Agents() []*Agent { return slices.Clone(s.Events.agents()) }

// Native returns the agent whose vocabulary rules use.
func (s *Schema) Native() *Agent {
	all := s.Events.agents()
	return all[slices.IndexFunc(all, func(a *Agent) bool { return a.Native })]
}

// withAgents gives the table the data of the agents, as JSON, which is read when they are first
// asked for.
func (t *EventTable) withAgents(data func() []byte) {
	t.agentsData = data
	t.agents, t.otherNames = sync.OnceValue(t.readAgents), sync.OnceValue(t.readOtherNames)
}

// evaluatedAgents evaluates the table of agents, and returns it as JSON.
func evaluatedAgents() []byte {
	return rules.Shipped(compiled(agentsFile).LookupPath(cue.ParsePath("#Agents")).MarshalJSON())
}

// agentsText returns the text of the table of agents.
func agentsText() []byte { return rules.Shipped(cueFiles.ReadFile(agentsFile)) }

// readAgents reads the table of agents.
func (t *EventTable) readAgents() []*Agent {
	data := t.agentsData()
	var all []*Agent
	paths := t.wholePaths()
	for name, e := range membersOf(gjson.ParseBytes(data)) {
		a := readAgent(name, e)
		a.Paths = paths
		all = append(all, a)
	}
	return all
}

// compiled compiles a file that isn't joined with the others, in a context of its own.
func compiled(file string) cue.Value {
	v := cuecontext.New().CompileBytes(rules.Shipped(cueFiles.ReadFile(file)), cue.Filename(file))
	return rules.Shipped(v, v.Err())
}

// Reads returns the CUE kinds that the agent accepts in its settings file; it ignores a file
// with any other. The value doesn't exist if nobody has tested the agent.
func (a *Agent) Reads() cue.Value {
	return compiled(readsFile).LookupPath(cue.MakePath(cue.Str("reads"), cue.Str(a.Name)))
}

// wholePaths returns the fields of tools' inputs that hold absolute paths.
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

// AgentVariables returns the environment variables that tell agents from people, each with its
// agent: those that an agent sets for the programs it runs, and those that give its version or
// project.
func (s *Schema) AgentVariables() map[string]string {
	names := map[string]string{"AI_AGENT": "an agent"}
	for _, a := range s.Agents() {
		for _, name := range slices.Concat(a.Env, a.Variant, a.Project) {
			names[name] = cmp.Or(names[name], a.Title)
		}
	}
	return names
}
