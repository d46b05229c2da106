package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"bcrules.dev/cmd/answer"
	"bcrules.dev/cmd/bounded"
	"bcrules.dev/cmd/hook"
	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/engine"
	"bcrules.dev/engine/agent"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
	"bcrules.dev/schema/test"
)

// An explanation is how the rules of a place answer an event.
type explanation struct {
	answer.Answer
	known []string // all hooks of the rules
	set   layers.Set
}

// explained answers an event without any effect.
func explained(o hook.Options, data []byte, stderr io.Writer) (x *explanation, err error) {
	ev, _ := plan.ReadEvent(data)
	found := layers.In(o.Rules, host.New(ev).Project, os.Getenv)
	s := compile.Planned(found.Of)
	set, faults := bounded.Rules.Compile(s, found.Layers, stderr)
	c := compile.Command()
	c.Untrusted = set.Plan.Untrusted
	blank(found, set.Plan, stderr)
	c.Compile = func(of layers.Set, _ time.Duration) (*plan.Plan, string, error) {
		made, faults := set, faults // already compiled
		if !slices.Equal(of.Layers, found.Layers) {
			made, faults = bounded.Rules.Compile(s, of.Layers, stderr)
		}
		lines, err := compile.Faults(faults, "")
		if len(lines) > 0 {
			return nil, lines[0], nil
		}
		compile.Less(of, made)
		return made.Plan, "", err
	}
	o.Trace = &engine.Trace{Parts: partsOf(set, faults != nil, func() *schema.Set {
		own := found.Alone().Layers
		if len(own) == 0 {
			return set
		}
		of, _ := bounded.Rules.Compile(s, own, stderr)
		return of
	})}
	x = &explanation{Answer: *explainedBy(c, o, set, data), set: found}
	x.Rules = found.Layers
	for _, h := range set.Hooks {
		x.known = append(x.known, h.Name)
	}
	if faults != nil {
		x.Passed = nil // the set lacks hooks
		x.Faults, err = compile.Faults(faults, "")
	}
	return x, err
}

// partsOf returns what splits the expressions of the plan that answers. If the set has faults, that
// is the plan of the user's own rules (less), or the last good plan, which has no sources, so that
// only the values of its expressions are shown.
func partsOf(set *schema.Set, faulty bool, less func() *schema.Set) engine.Parts {
	if !faulty {
		return set.Parts
	}
	less = sync.OnceValue(less)
	return func(x *plan.Expression, names map[string]any) engine.Finding {
		for _, of := range []func() *schema.Set{func() *schema.Set { return set }, less} {
			if of().Has(x) {
				return of().Parts(x, names)
			}
		}
		return engine.Finding{}
	}
}

// explainedBy answers an event by a command without any effect; set is the compiled set, as far as
// it compiled.
func explainedBy(c hook.Command, o hook.Options, set *schema.Set, data []byte) *answer.Answer {
	var reply, said bytes.Buffer
	if o.Trace == nil {
		o.Trace = &engine.Trace{Parts: set.Parts}
	}
	exit := c.Run(o, bytes.NewReader(data), &reply, &said)
	return answerOf(o, set, data, test.Outcome{Reply: reply.Bytes(), Exit: exit, Stderr: said.String(), Trace: o.Trace})
}

// answerOf returns how an event was answered, from the outcome.
func answerOf(o hook.Options, set *schema.Set, data []byte, of test.Outcome) *answer.Answer {
	ev, call, fault := heeded(data, o)
	x := &answer.Answer{Reply: bytes.TrimSpace(of.Reply), Exit: of.Exit, Hooks: of.Trace.Hooks, Wrote: of.Trace.Changed, Unread: of.Trace.Unread}
	if len(of.Reply) == 0 {
		x.Reply = engine.Answer{}.Reply()
	} else if !json.Valid(x.Reply) {
		x.Reply = files.JSON(string(of.Reply))
	}
	if x.Because = answer.Of(of.Trace); x.Exit == engine.ExitRefused {
		x.Because.Refused, x.Because.Tone = true, answer.Refused
	}
	x.Stderr = strings.FieldsFunc(of.Stderr, func(r rune) bool { return r == '\n' })
	var agenda *plan.Agenda
	if fault != nil {
		x.Fault = fault.Error()
	} else {
		x.Event, x.Client, agenda = ev.Name, ev.Client.Name, set.Plan.Events[ev.Name]
	}
	if agenda != nil {
		x.Subject, _ = agenda.Matcher.Subject(ev)
		x.Passed = passedOver(set.Plan, ev, call, o.Only)
	}
	if call != nil {
		agenda = nil // the reply is in another agent's vocabulary
	}
	x.Fields = answer.Fields(x.Reply, agenda, ev)
	return x
}

// heeded reads an event like the hook command.
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

// passedOver returns the hooks on an event's name that don't apply to it.
func passedOver(p *plan.Plan, ev *plan.Event, call *agent.Call, only string) []answer.Passed {
	a := p.Events[ev.Name]
	var matched []*plan.Hook
	here := host.New(ev)
	defer here.Close()
	call.Asks(ev, func(ev *plan.Event) (*plan.Plan, []*plan.Hook, error) {
		for _, h := range p.Match(ev, "") {
			if ev.From == nil || h.Written {
				matched = append(matched, h)
			}
		}
		return p, nil, nil
	}, here.Text)
	var all []answer.Passed
	subject, _ := a.Matcher.Subject(ev)
	for i := range a.Hooks {
		h := &a.Hooks[i]
		switch {
		case !slices.Contains(matched, h):
			all = append(all, answer.Passed{Name: h.Name, Pos: h.Pos, Why: fmt.Sprintf("match %s does not hold for %s %q", h.Match, a.Matcher.Field, subject)})
		case only != "" && h.Name != only:
			all = append(all, answer.Passed{Name: h.Name, Pos: h.Pos, Why: "left out by --only " + only})
		}
	}
	return all
}
