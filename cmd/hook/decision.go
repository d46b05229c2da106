package hook

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"bcrules.dev/engine"
	"bcrules.dev/engine/journal"
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/secrets"
)

// began is when this process came to its packages. What the system and the
// runtime took before can't be had for less than it is worth.
var began = time.Now()

// A decision is what is kept of one run in the decisions log.
type decision struct {
	journal.Entry
	log plan.Logging
	off bool // it is not to be kept, or is by the binary that answered
}

// about says which event it was and by which rules it is answered.
func (d *decision) about(ev *plan.Event, dir, rules string, l loaded) {
	d.Project, d.Rules = dir, rules
	if ev != nil {
		d.Session, d.Event, d.Tool = ev.Session, ev.Name, ToolOf(ev)
	}
	if l.plan != nil {
		d.log = l.plan.Log
	}
	if d.log.Inputs && ev != nil {
		d.Input = ev.JSON()
	}
	if l.err != nil {
		d.Errors = append(d.Errors, l.err.Error())
	}
}

// ToolOf returns the name of the tool that an event is about, "" if it is about none.
func ToolOf(ev *plan.Event) string { return ev.Field("tool_name").Str }

// answered says what the rules made of it. What a fault says may hold what the
// event does, so that without inputs only its place is kept.
func (d *decision) answered(a engine.Answer) {
	d.Hooks, d.Said, d.Refused = a.Ran, a.Said, a.Refused
	for _, err := range a.Faults {
		what := err.Error()
		if !d.log.Inputs {
			what = "a fault"
			var e *plan.Error
			if errors.As(err, &e) {
				what = fmt.Sprintf("%s: %s", e.Pos, e.Hook)
			}
		}
		d.Errors = append(d.Errors, what)
	}
}

// wrong notes what was wrong, without anything of the event.
func (d *decision) wrong(what string) { d.Errors = append(slices.Clip(d.Errors), what) }

// keep writes the decision, with what went back to the agent. Nothing about it
// may fail a hook that has answered.
func (d decision) keep(a engine.Answer) {
	if d.off || d.log.Quiet {
		return
	}
	defer func() { recover() }()
	log, err := journal.Open()
	if err != nil {
		return
	}
	log.Max = d.log.Max
	d.Time, d.MS, d.Exit = time.Now(), float64(time.Since(began).Microseconds())/1000, a.Exit
	d.answered(a)
	if d.Input != nil {
		d.Input, d.Reply = secrets.JSON(d.Input), secrets.JSON(a.Reply())
	}
	log.Write(&d.Entry)
}
