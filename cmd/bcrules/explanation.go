package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"bcrules.dev/cmd/bounded"
	"bcrules.dev/cmd/hook"
	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/layers/trust"
	"bcrules.dev/cmd/why"
	"bcrules.dev/engine"
	"bcrules.dev/engine/agent"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
	"bcrules.dev/schema/test"
)

// An explanation is how an event is answered, for people and for tools.
type explanation struct {
	Event  string              `json:"event"`            // its name
	Fault  string              `json:"fault,omitempty"`  // why it can't be read
	Rules  []string            `json:"rules"`            // layers: folders or packs
	Faults []string            `json:"faults,omitempty"` // of the rules
	Hooks  []*engine.HookTrace `json:"hooks"`            // that the event is for, in order
	Others []why.Passed        `json:"others"`           // on the event, but not for it
	Wrote  []string            `json:"wrote"`            // files that actions would change
	Said   []string            `json:"stderr"`           // log entries and what goes to stderr
	Reply  json.RawMessage     `json:"reply"`            // a string if it is a text
	Exit   int                 `json:"exit"`

	Answer *why.Answer `json:"answer"`           // in short
	Fields []why.Field `json:"fields"`           // of the reply
	Client string      `json:"client"`           // who sent it
	Unread []string    `json:"unread,omitempty"` // outputs of which that reads nothing

	known   []string // hooks of the rules
	trace   *engine.Trace
	set     layers.Set
	subject string // what matchers are compared with
}

// explained answers an event without doing anything.
func explained(o hook.Options, data []byte, stderr io.Writer) (x *explanation, err error) {
	ev, _ := plan.ReadEvent(data)
	found := layers.In(o.Rules, host.New(ev).Project, os.Getenv)
	s, err := compile.Schema()
	if err != nil {
		return nil, err
	}
	set, faults := bounded.Rules.Compile(s, found.Layers, stderr)
	c := compile.Command()
	c.Blank = !trust.Holds(found, os.Getenv)
	x = explainedBy(c, o, set, data)
	x.set, x.Rules = found, found.Layers
	for _, h := range set.Hooks {
		x.known = append(x.known, h.Name)
	}
	if faults != nil {
		x.Others = nil // the set has not all of its hooks
		x.Faults, err = compile.Faults(faults, "")
	}
	return x, err
}

// explainedBy answers an event by a command without doing anything; set is what its rules are made of,
// or as much of it as there is.
func explainedBy(c hook.Command, o hook.Options, set *schema.Set, data []byte) *explanation {
	var reply, said bytes.Buffer
	o.Trace = &engine.Trace{Parts: set.Parts}
	exit := c.Run(o, bytes.NewReader(data), &reply, &said)
	return told(o, set, data, test.Outcome{Reply: reply.Bytes(), Exit: exit, Stderr: said.String(), Trace: o.Trace})
}

// told returns how an event was answered, of which there is what came of it.
func told(o hook.Options, set *schema.Set, data []byte, of test.Outcome) *explanation {
	ev, call, fault := heeded(data, o)
	x := &explanation{trace: of.Trace, Reply: bytes.TrimSpace(of.Reply), Exit: of.Exit, Hooks: of.Trace.Hooks, Wrote: of.Trace.Changed}
	if len(of.Reply) == 0 {
		x.Reply = engine.Answer{}.Reply()
	} else if !json.Valid(x.Reply) {
		x.Reply = files.JSON(string(of.Reply))
	}
	x.Answer, x.Unread = why.Of(of.Trace), of.Trace.Unread
	x.Answer.Refused = x.Answer.Refused || x.Exit == engine.ExitRefused
	x.Said = strings.FieldsFunc(of.Stderr, func(r rune) bool { return r == '\n' })
	var agenda *plan.Agenda
	if fault != nil {
		x.Fault = fault.Error()
	} else {
		x.Event, x.Client, agenda = ev.Name, ev.Client.Name, set.Plan.Events[ev.Name]
	}
	if agenda != nil {
		x.subject, _ = agenda.Matcher.Subject(ev)
		x.Others = passedOver(set.Plan, ev, call, o.Only)
	}
	if call != nil {
		agenda = nil // the reply is in another agent's words
	}
	x.Fields = why.Fields(x.Reply, agenda, ev)
	return x
}

// heeded reads an event as the hook command does.
func heeded(data []byte, o hook.Options) (*plan.Event, *agent.Call, error) {
	sent, err := plan.ReadObject(data)
	if err != nil {
		return nil, nil, err
	}
	ev, call, err := hook.Heed(sent, o.Agent, o.Event, os.Getenv)
	if err == nil && ev.Name == "" {
		err = plan.ErrNameless
	}
	return ev, call, err
}

// passedOver returns the hooks on an event that are not for it.
func passedOver(p *plan.Plan, ev *plan.Event, call *agent.Call, only string) []why.Passed {
	a := p.Events[ev.Name]
	var matched []*plan.Hook
	call.Asks(ev, func(ev *plan.Event) (*plan.Plan, []*plan.Hook, error) {
		matched = append(matched, p.Match(ev, "")...)
		return p, nil, nil
	})
	var all []why.Passed
	subject, _ := a.Matcher.Subject(ev)
	for i := range a.Hooks {
		h := &a.Hooks[i]
		switch {
		case !slices.Contains(matched, h):
			all = append(all, why.Passed{Name: h.Name, Pos: h.Pos, Why: fmt.Sprintf("match %s does not hold for %s %q", h.Match, a.Matcher.Field, subject)})
		case only != "" && h.Name != only:
			all = append(all, why.Passed{Name: h.Name, Pos: h.Pos, Why: "left out by --only " + only})
		}
	}
	return all
}
