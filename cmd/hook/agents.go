package hook

import (
	_ "embed"

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
func Agents() *agent.Table {
	return &agent.Table{Native: native, Variant: variant, Signs: signs, Places: places, Stored: stored}
}

// Heed puts what came in the words of rules, where another agent sent it than they are
// written for. What is no JSON object is sent by whom the command line says, so that the
// answer can be put so that it is read. It fails where the command line names no agent;
// what came is then told by itself.
func Heed(sent *plan.Event, from, called string, getenv func(string) string) (*plan.Event, *agent.Call, error) {
	table := Agents()
	name := table.Sender(sent.Root(), from, getenv)
	a, err := table.Agent(name)
	if err != nil {
		a, _ = table.Agent(table.Sender(sent.Root(), "", getenv))
	}
	if a == nil {
		sent.Client = table.Client(getenv)
		if called != "" && sent.Name == "" {
			sent.Name = called
		}
		return sent, nil, err
	}
	call := a.Read(sent.Root(), called, getenv)
	return call.Event, call, err
}

// worded puts an answer in the words of the agent that asked.
func (t *turn) worded(a engine.Answer) engine.Answer {
	if t.call == nil || t.final {
		return a
	}
	if t.Trace != nil {
		t.Trace.Unread = t.call.Unread(a.Parts)
	}
	return t.call.Answer(a)
}
