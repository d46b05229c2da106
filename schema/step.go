package schema

import (
	"maps"
	"slices"
	"strings"
	"time"

	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/test/sandbox"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/errors"
)

// step reads one step of a test, which goes on in the world of the one before.
func (c *compiler) step(v cue.Value, before sandbox.World) Step {
	s := Step{Pos: place(posOf(v)), World: c.world(v, before)}
	field := func(name string) cue.Value { return v.LookupPath(cue.ParsePath(name)) }
	given(c, field("exit"), &s.Exit)
	event, raw := field("event"), field("raw")
	switch {
	case event.Exists() && raw.Exists():
		c.faultf(checkForm, s.Pos, "found event and raw, want one")
	case !event.Exists() && !raw.Exists():
		c.faultf(checkForm, s.Pos, "found no event, want event or raw")
	case raw.Exists():
		given(c, raw, &s.Raw)
	default:
		s.Event = c.sent(event)
	}
	checked := len(c.faults)
	s.Expect = c.reply(field("event"), field("expect"))
	s.Stderr = c.constraint("stderr", field("stderr"), cue.StringKind)
	s.Started = c.constraint("started", field("started"), cue.ListKind)
	s.Log = c.constraint("log", field("log"), cue.ListKind)
	s.After = c.after(field("after"))
	if s.Expect == nil && s.Stderr == nil && s.Started == nil && s.Log == nil && len(s.After) == 0 && !field("exit").Exists() && len(c.faults) == checked {
		c.faultf(checkAlways, s.Pos, "found nothing that is checked, want expect (close({}) for no opinion), after, log, started, stderr or exit")
	}
	return s
}

// reply reads what is wanted of the reply to an event: an object, or the text that
// may stand in its place.
func (c *compiler) reply(event, v cue.Value) *Constraint {
	name, _ := event.LookupPath(cue.ParsePath(eventField)).String()
	if c.Schema.events[name] != nil && c.agenda(name).MayBePlain() && v.IncompleteKind() == cue.StringKind {
		return c.constraint("expect", v, cue.StringKind)
	}
	return c.constraint("expect", v, cue.StructKind)
}

// world reads what a step meets; what it doesn't say is as before, but for files.
func (c *compiler) world(v cue.Value, w sandbox.World) sandbox.World {
	field := func(name string) cue.Value { return v.LookupPath(cue.ParsePath(name)) }
	w.Files = c.before(field("files"))
	given(c, field("env"), &w.Env)
	given(c, field("system"), &w.System)
	given(c, field("answers"), &w.Answers)
	given(c, field("programs"), &w.Programs)
	if prints := field("prints"); prints.Exists() {
		w.Prints = c.prints(prints)
	}
	if clock := field("clock"); clock.Exists() {
		w.Clock = c.clock(clock, w.Clock)
	}
	running := field("running")
	if running.Exists() {
		w.Commands, w.Pids = nil, nil
	}
	for _, p := range items(running) {
		if n, err := p.Int64(); err == nil {
			w.Pids = append(w.Pids, int(n))
			continue
		}
		var line string
		given(c, p, &line)
		w.Commands = append(w.Commands, line)
	}
	return w
}

// prints reads what programs print.
func (c *compiler) prints(v cue.Value) map[string]host.Printed {
	all := map[string]host.Printed{}
	each(v, func(command string, v cue.Value) error {
		var p host.Printed
		if v.IncompleteKind() == cue.StringKind {
			given(c, v, &p.Out)
		} else {
			given(c, v, &p)
		}
		all[command] = p
		return nil
	})
	return all
}

// given reads a value that has passed the schema, if it is there; one that is not
// concrete is a fault.
func given[T any](c *compiler, v cue.Value, to *T) {
	var fresh T
	if !v.Exists() {
		return
	}
	if err := v.Decode(&fresh); err != nil {
		c.incomplete(v, err)
		return
	}
	*to = fresh
}

// incomplete notes why a value can't be had as data.
func (c *compiler) incomplete(v cue.Value, err error) {
	c.cueFault(errors.Promote(err, ""), posOf(v))
}

func (c *compiler) clock(v cue.Value, before time.Time) time.Time {
	text, _ := v.String()
	if later, ok := strings.CutPrefix(text, "+"); ok {
		d, err := time.ParseDuration(later)
		if err != nil {
			c.faultf(checkForm, placeOf(v), "found %q, want how much later, such as +61s", text)
		}
		return before.Add(d)
	}
	t, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		c.faultf(checkForm, placeOf(v), "found %q, want a time such as 2026-02-09T12:00:00Z", text)
	}
	return t
}

// sent returns an event as JSON, and notes what the agent would never send.
func (c *compiler) sent(v cue.Value) []byte {
	field := v.LookupPath(cue.ParsePath("hook_event_name"))
	name, err := field.String()
	known := slices.Collect(maps.Keys(c.Schema.events))
	if err == nil && !slices.Contains(known, name) {
		c.faultf(checkName, placeOf(field), "%s", Unknown("event", name, known))
		return nil
	}
	if !c.checked(v, c.def("#Sent")) || err != nil {
		return nil
	}
	a, tool := c.agenda(name), ""
	if field := a.Matcher.Field; field != "" {
		tool, _ = v.LookupPath(cue.ParsePath(field)).String()
	}
	c.fits(name, v, c.shape(name, a, tool))
	data, err := c.loose(v).Unify(c.def("#Sent")).MarshalJSON()
	if err != nil {
		c.incomplete(v, err)
	}
	return data
}

// fits notes where a value is not of a shape; what says whose fields it has.
func (c *compiler) fits(what string, v cue.Value, s *plan.Shape) {
	kinds := map[string]cue.Kind{"string": cue.StringKind, "int": cue.IntKind, "number": cue.NumberKind, "bool": cue.BoolKind, "object": cue.StructKind, "list": cue.ListKind}
	want, ok := kinds[s.Kind]
	if found := v.IncompleteKind(); !ok || found == cue.NullKind {
		return
	} else if found&want == 0 {
		c.faultf(checkForm, placeOf(v), "%s: found %s, want %s", what, found, s.Kind)
		return
	}
	switch s.Kind {
	case "list":
		for _, item := range items(v) {
			if s.Item != nil {
				c.fits(what, item, s.Item)
			}
		}
	case "object":
		each(v, func(name string, f cue.Value) error {
			if field := s.Fields[name]; field != nil {
				c.fits(name, f, field)
			} else if !s.Open {
				c.faultf(checkName, place(posOf(f)), "%s", Unknown("field of "+what, name, slices.Collect(maps.Keys(s.Fields))))
			}
			return nil
		})
	}
}
