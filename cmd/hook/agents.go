package hook

import (
	_ "embed"
	"fmt"
	"slices"

	"bcrules.dev/engine"
	"bcrules.dev/engine/agent"
	"bcrules.dev/engine/host"
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
// answer can be put so that it is read; so is what names an event of that agent. What names
// none is read as what it is, if it names one of another whose signs it has. Heed fails where
// the command line names no agent; what came is then told by itself.
func Heed(sent *plan.Event, from, called string, getenv func(string) string) (*plan.Event, *agent.Call, error) {
	h := heed(sent, from, called, getenv)
	return h.event, h.call, h.strange
}

// heard is what came, as far as it could be told who sent it.
type heard struct {
	event   *plan.Event
	call    *agent.Call // nil for the native agent
	strange error       // what is wrong with the command line
	// unsigned says that who the command line says sent it, and nothing in it does.
	unsigned bool
}

func heed(sent *plan.Event, from, called string, getenv func(string) string) (h heard) {
	table := Agents()
	name := table.Sender(sent.Root(), from)
	a, err := table.Agent(name)
	if from != "" {
		itself := table.Sender(sent.Root(), "")
		other, _ := table.Agent(itself)
		switch {
		case err != nil:
			a = other
		case itself != name && !names(a, sent) && names(other, sent):
			err = fmt.Errorf("found an event of %s, want one of %s, as --agent says", itself, name)
			a, called = other, ""
		default:
			h.unsigned = !table.Bears(sent.Root(), name)
		}
		h.strange = err
	}
	if a == nil {
		sent.Client, sent.Started = table.Client(getenv), getenv(host.SessionDir)
		if called != "" && sent.Name == "" {
			sent.Name = called
		}
		h.event = sent
		return h
	}
	h.call = a.Read(sent.Root(), called, getenv)
	h.event = h.call.Event
	return h
}

// names reports whether what came says itself that it is an event of an agent; nil is the
// native one.
func names(a *agent.Agent, sent *plan.Event) bool {
	if a == nil {
		return ours(sent.Field("hook_event_name").Str)
	}
	return a.Sends(sent.Root())
}

// ours reports whether the agent that rules are written for has an event of a name.
func ours(event string) bool {
	return slices.ContainsFunc(refusals, func(r refusal) bool { return r.event == event })
}

// unknown returns what is wrong with an event that nobody has who could have sent it.
func (h heard) unknown() error {
	if h.call == nil && ours(h.event.Name) || h.call != nil && h.call.Known() {
		return nil
	}
	return fmt.Errorf("event: found %q, want one that %s has", h.event.Name, h.event.Client.Name)
}

// worded puts an answer in the words of the agent that asked.
func (t *turn) worded(a engine.Answer) engine.Answer {
	if t.call == nil || t.final {
		return a
	}
	if t.Trace != nil {
		t.Trace.Unread = t.call.Unread(a.Parts)
	}
	said := t.call.Answer(a)
	if t.Closed && t.unsigned && a.Refused && said.Exit == 0 { // which is one for whoever it is
		said.Exit, said.Stderr = engine.ExitRefused, a.Reasons()
	}
	return said
}
