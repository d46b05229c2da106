package hook

import (
	_ "embed"
	"os"

	"bcrules.dev/engine"
	"bcrules.dev/engine/agent"
	"bcrules.dev/engine/plan"
)

// What is known of agents: schema/agents.cue, laid out by a test of this package. It lies
// in the binary, where what is not asked for is not read. Signs are asked at every event,
// and so are Go, which the compiler lays out (signs.go).
//
//go:embed agents.bin
var stored string

// Agents returns the table of agents.
func Agents() *agent.Table { return &agent.Table{Native: native, Signs: signs, Stored: stored} }

// heed puts what came in the words of rules, where another agent sent it than they are
// written for. What is no JSON object is sent by whom the command line says, so that the
// answer can be put so that it is read. It fails where the command line names no agent;
// what came is then told by itself.
func (t *turn) heed(sent *plan.Event) (*plan.Event, *agent.Call, error) {
	table := Agents()
	name := table.Sender(sent.Root(), t.Agent)
	a, err := table.Agent(name)
	if err != nil {
		a, _ = table.Agent(table.Sender(sent.Root(), ""))
	}
	if a == nil {
		sent.Client.Name = table.Native
		if t.Event != "" && sent.Name == "" {
			sent.Name = t.Event
		}
		return sent, nil, err
	}
	call := a.Read(sent.Root(), t.Event, os.Getenv)
	return call.Event, call, err
}

// worded puts an answer in the words of the agent that asked.
func (t *turn) worded(a engine.Answer) engine.Answer {
	if t.call == nil || t.final {
		return a
	}
	return t.call.Answer(a)
}
