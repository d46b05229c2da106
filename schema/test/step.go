package test

import (
	"maps"
	"slices"
	"strings"
	"time"

	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
	"bcrules.dev/schema/test/sandbox"

	"cuelang.org/go/cue"
)

// step reads one step of a test, which starts in the world that the previous one left.
func (r *reader) step(n schema.Node, before sandbox.World) Step {
	s := Step{Pos: n.Label().Pos, World: r.world(n, before)}
	schema.Read(n.Field("exit"), &s.Exit)
	for command, n := range n.Field("prints").Members() {
		s.Prints = append(s.Prints, Print{n.Label().Pos, command})
	}
	event, raw := n.Field("event"), n.Field("raw")
	schema.Read(n.Field("agent"), &s.Agent)
	schema.Read(n.Field("called"), &s.Called)
	r.checkAgent(n.Field("agent"), s.Agent)
	switch {
	case event.Exists() && raw.Exists():
		n.Report().Faultf(n.Label(), schema.CheckForm, "found event and raw, want one")
	case !event.Exists() && !raw.Exists():
		n.Report().Faultf(n.Label(), schema.CheckForm, "found no event, want event or raw")
	case raw.Exists():
		schema.Read(raw, &s.Raw)
	case s.Agent != "": // the table doesn't describe its events
		s.Event, _ = event.MarshalJSON()
	default:
		s.Event = r.sent(event)
	}
	checked := n.Report().Faults()
	s.Expect = r.reply(&s, event, n.Field("expect"))
	s.Stderr = r.constraint("stderr", n.Field("stderr"), cue.StringKind)
	s.Started = r.constraint("started", n.Field("started"), cue.ListKind)
	for _, program := range n.Field("started").Items() {
		if text, err := program.String(); err == nil {
			program.Faultf(schema.CheckForm, "started: found %q, want a list of the program's words", text)
		}
	}
	s.Log = r.constraint("log", n.Field("log"), cue.ListKind)
	s.After = r.after(n.Field("after"))
	s.RowsAfter = r.rowsAfter(n.Field("rowsAfter"))
	wanted := s.Expect != nil || s.Stderr != nil || s.Started != nil || s.Log != nil || len(s.After)+len(s.RowsAfter) > 0 || n.Field("exit").Exists()
	if !wanted && n.Report().Faults() == checked {
		n.Report().Faultf(n.Label(), schema.CheckAlways, "found nothing that is checked, want expect (close({}) for no opinion), after, rowsAfter, log, started, stderr or exit")
	}
	return s
}

// checkAgent notes the name of an unknown agent.
func (r *reader) checkAgent(n schema.Node, name string) {
	if name == "" {
		return
	}
	all := r.Agents()
	var names []string
	for _, a := range all {
		names = append(names, a.Name)
	}
	if !slices.Contains(names, name) {
		n.Faultf(schema.CheckName, "%w", schema.Unknown("agent", name, names))
	}
}

// reply reads what is expected of the reply to an event: an object, or the text that may replace
// it.
func (r *reader) reply(s *Step, event, n schema.Node) *Constraint {
	name, _ := event.Field(schema.EventField).String()
	if s.Agent != "" && n.IncompleteKind() == cue.StringKind {
		return r.constraint("expect", n, cue.StringKind)
	}
	if r.Events.Has(name) && r.Events.Agenda(name).MayBePlain() && n.IncompleteKind() == cue.StringKind {
		return r.constraint("expect", n, cue.StringKind)
	}
	return r.constraint("expect", n, cue.StructKind)
}

// world reads the world of a step. Everything that it doesn't set is as in the previous step,
// except files and rows.
func (r *reader) world(n schema.Node, w sandbox.World) sandbox.World {
	w.Files, w.Rows = before(n.Field("files")), r.rows(n.Field("rows"))
	schema.Read(n.Field("env"), &w.Env)
	schema.Read(n.Field("system"), &w.System)
	schema.Read(n.Field("answers"), &w.Answers)
	schema.Read(n.Field("programs"), &w.Programs)
	if prints := n.Field("prints"); prints.Exists() {
		w.Prints = printed(prints)
	}
	if at := n.Field("clock"); at.Exists() {
		w.Clock = clock(at, w.Clock)
	}
	running := n.Field("running")
	if running.Exists() {
		w.Commands, w.Pids = nil, nil
	}
	for _, p := range running.Items() {
		if n, err := p.Int64(); err == nil {
			w.Pids = append(w.Pids, int(n))
			continue
		}
		var line string
		schema.Read(p, &line)
		w.Commands = append(w.Commands, line)
	}
	return w
}

// printed reads the output of programs.
func printed(n schema.Node) map[string]host.Printed {
	all := map[string]host.Printed{}
	for command, n := range n.Members() {
		var p host.Printed
		if n.IncompleteKind() == cue.StringKind {
			schema.Read(n, &p.Out)
		} else {
			schema.Read(n, &p)
		}
		all[command] = p
	}
	return all
}

// clock reads the time of a step, given as such or as the time since the previous step.
func clock(n schema.Node, before time.Time) time.Time {
	text, _ := n.String()
	if later, ok := strings.CutPrefix(text, "+"); ok {
		d, err := time.ParseDuration(later)
		if err != nil {
			n.Faultf(schema.CheckForm, "found %q, want how much later, such as +61s", text)
		}
		return before.Add(d)
	}
	t, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		n.Faultf(schema.CheckForm, "found %q, want a time such as 2026-02-09T12:00:00Z", text)
	} else if t.Before(before) && !before.Equal(firstClock) {
		n.Faultf(schema.CheckForm, "found %s, before the %s of the step before it, want a later one", text, before.Format(time.RFC3339))
	}
	return t
}

// sent returns an event as JSON, and notes parts that the agent would never send.
func (r *reader) sent(n schema.Node) []byte {
	field := n.Field(schema.EventField)
	name, err := field.String()
	if err == nil && !r.Events.Has(name) {
		field.Faultf(schema.CheckName, "%w", r.Events.NoEvent(name))
		return nil
	}
	whole, is := n.Met("#Sent")
	if !is || err != nil {
		return nil
	}
	a, tool := r.Events.Agenda(name), ""
	if field := a.Matcher.Field; field != "" {
		tool, _ = n.Field(field).String()
	}
	fits(name, n, r.Events.Shape(name, a, tool))
	return whole.JSON()
}

// fits notes where a value differs from a shape; what is the value's name.
func fits(what string, n schema.Node, s *plan.Shape) {
	kinds := map[string]cue.Kind{"string": cue.StringKind, "int": cue.IntKind, "number": cue.NumberKind, "bool": cue.BoolKind, "object": cue.StructKind, "list": cue.ListKind}
	want, ok := kinds[s.Kind]
	if found := n.IncompleteKind(); !ok || found == cue.NullKind {
		return
	} else if found&want == 0 {
		n.Faultf(schema.CheckForm, "%s: found %s, want %s", what, found, s.Kind)
		return
	}
	switch s.Kind {
	case "list":
		for _, item := range n.Items() {
			if s.Item != nil {
				fits(what, item, s.Item)
			}
		}
	case "object":
		for name, f := range n.Members() {
			if field := s.Fields[name]; field != nil {
				fits(name, f, field)
			} else if !s.Open {
				f.Report().Faultf(f.Label(), schema.CheckName, "%w", schema.Unknown("field of "+what, name, slices.Collect(maps.Keys(s.Fields))))
			}
		}
	}
}
