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

// The table of agents: schema/agents.cue, converted by a test of this package. It is part of the
// binary, where what isn't needed isn't read. Signs are needed at every event, and so are Go code,
// which the compiler lays out (signs.go).
//
//go:embed agents.bin
var stored string

// Agents returns the table of agents.
func Agents() *agent.Table {
	return &agent.Table{Native: native, Variant: variant, Signs: signs, Places: places, Stored: stored}
}

// Heed translates an event of another agent to the vocabulary of rules. Input that isn't a JSON
// object counts as sent by the agent that the command line names, so that the answer has a form that
// this agent reads; so does input that names an event of that agent. Other input is recognised by
// its signs, if it then names an event of the agent with those signs. If the command line names an
// unknown agent, Heed fails, and only the input tells who sent it.
func Heed(sent *plan.Event, from, called string, getenv func(string) string) (*plan.Event, *agent.Call, error) {
	h := heed(sent, from, called, getenv)
	return h.event, h.call, h.wrong
}

// heard is the input, as far as its sender could be found out.
type heard struct {
	event *plan.Event
	call  *agent.Call // nil for the native agent
	wrong error       // what is wrong with the command line
	// unsigned says that only the command line names the sender, and nothing in the input.
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
		h.wrong = err
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

// names reports whether the input itself names an event of an agent; nil is the native one.
func names(a *agent.Agent, sent *plan.Event) bool {
	if a == nil {
		return ours(sent.Field("hook_event_name").Str)
	}
	return a.Sends(sent.Root())
}

// ours reports whether the native agent has an event of that name.
func ours(event string) bool {
	return slices.ContainsFunc(refusals, func(r refusal) bool { return r.event == event })
}

// unknown returns an error for an event that its sender doesn't have.
func (h heard) unknown() error {
	if h.call == nil && ours(h.event.Name) || h.call != nil && h.call.Known() {
		return nil
	}
	return fmt.Errorf("event: found %q, want one that %s has", h.event.Name, h.event.Client.Name)
}

// refuses reports whether outputs refuse the event: an agent may replace another output by a
// refusal.
func (t *turn) refuses(said []string) bool {
	if t.plan == nil || t.event == nil {
		return false
	}
	a := t.plan.Events[t.event.Name]
	return a != nil && len(a.Outputs[a.Refuse].Values) > 0 && slices.Contains(said, a.Refuse+"="+a.Outputs[a.Refuse].Values[0])
}

// worded translates an answer to the vocabulary of the agent that asked.
func (t *turn) worded(a engine.Answer) engine.Answer {
	if t.call == nil || t.final {
		return a
	}
	if t.Trace != nil {
		t.Trace.Unread = t.call.Unread(a.Parts)
	}
	said := t.call.Answer(a)
	said.Refused = a.Refused || t.refuses(said.Said)
	if t.Closed && t.unsigned && a.Refused && said.Exit == 0 { // the exit code refuses, whoever the sender is
		said.Exit, said.Stderr = engine.ExitRefused, a.Reasons()
	}
	return said
}
