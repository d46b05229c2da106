package schema

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/agent"
	"bcrules.dev/engine/plan"
	"bcrules.dev/rules"

	"cuelang.org/go/cue"
)

// An EventTable is what is known about an agent: its events, with their fields and the allowed
// parts of a reply, and its tools.
type EventTable struct {
	events     map[string]*event
	common     *plan.Shape // fields that all events have
	tools      map[string]tool
	aliases    map[string]string
	does       []string                    // lines of plan.Tools, by exact name
	loose      []string                    // lines of plan.Tools, by pattern
	unknown    string                      // name prefix of tools that no line covers (plan.Tools.Else)
	older      []string                    // tools of older clients
	agentsData func() []byte               // the table of agents, as JSON
	agents     func() []*Agent             // agents that have their own names for these events
	otherNames func() map[string]otherName // tools by the names that other agents have for them
	replies    []string                    // fields of the reply that are not outputs
}

// Waits returns how many seconds an agent should wait for the event when the hooks of a plan
// answer it.
func (e Event) Waits(p *plan.Plan) int {
	var hooks []*plan.Hook
	if a := p.Events[e.Name]; a != nil {
		for i := range a.Hooks {
			hooks = append(hooks, &a.Hooks[i])
		}
	}
	return cmp.Or(int(math.Ceil(p.Waits(hooks).Seconds())), e.Timeout)
}

// An event is one entry of the event table.
type event struct {
	Doc, Since string
	Matcher    string
	Values     []string // known values of the matcher's field; none if any is allowed
	Exact      string
	Base       bool
	Specific   bool
	Refuse     string
	Again      string
	Failed     string
	Must       string
	Timeout    int
	Plugin     bool
	Outputs    map[string]plan.Output
	limits     map[string]Limits // by output

	shape  *plan.Shape
	traits Traits
}

// Limits are how the agent treats an output.
type Limits struct {
	Max   int               // characters that it accepts, 0 for no limit
	Skips string            // value for which it doesn't ask the user
	Lost  string            // what it does with the output instead of its purpose, and what to use instead
	Void  map[string]string // as Lost, by value of the matcher
}

// shape returns the shape of an event's field that depends on the tool, nil if there is
// none.
func (t tool) shape(field string) *plan.Shape {
	switch field {
	case InputField:
		return t.input
	case responseField, resultField:
		return t.response
	}
	return nil
}

// Fields of an event that the schema itself uses, including those whose type depends on the
// tool.
const (
	EventField    = "hook_event_name"
	ToolField     = "tool_name"
	InputField    = "tool_input"
	responseField = "tool_response"
	resultField   = "tool_result" // its older name
	stampPath     = "hookSpecificOutput.hookEventName"
)

// An Event describes an event for people.
type Event struct {
	Name    string            `json:"name"`
	Doc     string            `json:"doc"`
	Since   string            `json:"since"`             // version of Claude Code
	Matcher string            `json:"matcher,omitempty"` // the field that a matcher is compared with, "" for none
	Values  []string          `json:"values,omitempty"`  // known values of that field, none if any is allowed
	Timeout int               `json:"timeout"`           // seconds that a registered hook may take
	Plugin  bool              `json:"plugin"`            // a plugin may register it
	Fields  map[string]string `json:"fields"`            // type of each field that isn't common to all events
	Actions []string          `json:"actions"`           // actions that it honours, with the argument if it matters
	Plain   []string          `json:"plain,omitempty"`   // the actions whose text goes to stdout unchanged
	Outputs []string          `json:"outputs,omitempty"` // outputs that the action answer sets by name
}

// Names returns the names of the events.
func (t *EventTable) Names() []string { return slices.Sorted(maps.Keys(t.events)) }

// Common reports whether all events have a field.
func (t *EventTable) Common(field string) bool { return t.common.Fields[field] != nil }

// Has reports whether an event exists.
func (t *EventTable) Has(event string) bool { return t.events[event] != nil }

// Path returns the path of an event's output in the reply, joined by dots; "" if the event has
// no such output.
func (t *EventTable) Path(event, output string) string {
	if !t.Has(event) {
		return ""
	}
	return t.events[event].Outputs[output].Path
}

// SaysWritten reports whether an event may be one about the commands in a file that is written.
func (t *EventTable) SaysWritten(event string) bool {
	return t.Has(event) && t.events[event].shape.Fields[agent.WrittenField] != nil
}

// OfTools reports whether an event is about a tool call.
func (t *EventTable) OfTools(event string) bool {
	return t.Has(event) && t.events[event].shape.Fields[InputField] != nil
}

// Again returns the field which says that an event recurs because it was refused; "" if there is
// none.
func (t *EventTable) Again(event string) string { return t.events[event].Again }

// Failed returns the event that replaces this one if what it is about failed; "" if there is none.
func (t *EventTable) Failed(event string) string { return t.events[event].Failed }

// Must returns the output that hooks on an event have to give, because they replace what the agent
// does otherwise; "" if there is none.
func (t *EventTable) Must(event string) string { return t.events[event].Must }

// Inputs returns the input fields of tools, by tool; nil if one is unknown or accepts any
// fields.
func (t *EventTable) Inputs(tools []string) map[string][]string {
	all := map[string][]string{}
	for _, name := range tools {
		known, ok := t.tools[name]
		if !ok || known.input.Open {
			return nil
		}
		all[name] = slices.Collect(maps.Keys(known.input.Fields))
	}
	return all
}

// Limits returns how the agent treats an output of an event.
func (t *EventTable) Limits(event, output string) Limits { return t.events[event].limits[output] }

// List returns the events by name, each with the actions that it honours.
func (t *EventTable) List(actions map[string]engine.Action) []Event {
	var all []Event
	for _, name := range t.Names() {
		e := t.events[name]
		out := Event{Name: name, Doc: e.Doc, Since: e.Since, Matcher: e.Matcher, Values: e.Values, Timeout: e.Timeout, Plugin: e.Plugin,
			Fields: map[string]string{}, Actions: t.Honours(actions, name)}
		for field, f := range e.shape.Fields {
			if t.common.Fields[field] == nil {
				out.Fields[field] = f.Kind
			}
		}
		out.Plain, out.Outputs = plainly(actions, t.Agenda(name)), Named(actions, t.Agenda(name))
		all = append(all, out)
	}
	return all
}

// readEvents reads the event table from the tables.
func readEvents(lookup func(cue.Path) cue.Value) *EventTable {
	def := func(name string) cue.Value { return lookup(cue.ParsePath(name)) }
	t := &EventTable{events: map[string]*event{}, common: shapeOf(def("common")), tools: map[string]tool{}}
	var others []struct {
		Tools []string
		Does  map[string]string
	}
	for name, to := range map[string]any{"aliases": &t.aliases, "older": &t.older, "others": &others, "unknown": &t.unknown, "replies": &t.replies} {
		rules.Shipped(to, def(name).Decode(to))
	}
	for _, o := range others {
		isPattern := func(name string) bool { return strings.Contains(name, "*") }
		if named := slices.DeleteFunc(slices.Clone(o.Tools), isPattern); len(named) > 0 {
			t.does = append(t.does, doing(named, o.Does, nil))
		}
		if fitting := slices.DeleteFunc(slices.Clone(o.Tools), func(name string) bool { return !isPattern(name) }); len(fitting) > 0 {
			t.loose = append(t.loose, doing(fitting, o.Does, nil))
		}
	}
	still := slices.Clone(t.older) // tools that have no effect of note
	for name, v := range Members(def("#Events")) {
		e := readEvent(v, def("common"))
		maps.Copy(e.shape.Fields, t.common.Fields)
		t.events[name] = e
	}
	for name, v := range Members(def("#Tools")) {
		tool := readTool(v)
		t.tools[name] = tool
		if tool.does != nil {
			t.does = append(t.does, doing(t.allNames(name), tool.does, tool.musts))
		} else {
			still = append(still, t.allNames(name)...)
		}
	}
	t.does = append(t.does, doing(still, nil, nil))
	t.withAgents(evaluatedAgents)
	return t
}

// readEvent reads one entry, field by field: some fields are types, which can't be decoded.
func readEvent(v, common cue.Value) *event {
	fields := v.LookupPath(cue.ParsePath("fields"))
	e := &event{Outputs: map[string]plan.Output{}, limits: map[string]Limits{}, shape: shapeOf(fields), traits: newTraits()}
	var outputs map[string]struct {
		plan.Output
		Limits
	}
	e.shape.Open = false
	e.traits.read("", common)
	e.traits.read("", fields)
	parts := map[string]any{"doc": &e.Doc, "since": &e.Since, "matcher": &e.Matcher, "values": &e.Values, "exact": &e.Exact, "base": &e.Base,
		"refuse": &e.Refuse, "again": &e.Again, "failed": &e.Failed, "must": &e.Must, "specific": &e.Specific, "timeout": &e.Timeout, "plugin": &e.Plugin, "outputs": &outputs}
	for field, v := range Members(v) {
		if d, ok := v.Default(); ok {
			v = d
		}
		if parts[field] == nil || !v.IsConcrete() { // optional and absent
			continue
		}
		rules.Shipped(v, v.Decode(parts[field]))
	}
	for name, o := range outputs {
		e.Outputs[name], e.limits[name] = o.Output, o.Limits
	}
	return e
}

// Agenda returns a new agenda of an event, without hooks.
func (t *EventTable) Agenda(name string) *plan.Agenda {
	e := t.events[name]
	a := &plan.Agenda{
		Matcher: plan.Matcher{Field: e.Matcher, Exact: e.Exact, Base: e.Base},
		Outputs: e.Outputs,
		Refuse:  e.Refuse,
		Again:   e.Again,
	}
	if e.Specific {
		a.Stamp = stampPath
	}
	if e.shape.Fields[InputField] != nil {
		a.Matcher.Aliases = t.aliases
	}
	return a
}

// Shape returns an event as a hook with this matcher sees it. If the matcher lists only known
// tools, the shape has their inputs.
func (t *EventTable) Shape(name string, a *plan.Agenda, match string) *plan.Shape {
	whole := t.events[name].shape
	tools, ok := a.Matcher.Names(match)
	if !ok || a.Matcher.Field == "" || whole.Fields[InputField] == nil {
		return whole
	}
	var inputs, responses []*plan.Shape
	for _, tool := range tools {
		known, ok := t.tools[tool]
		if !ok {
			return whole
		}
		inputs, responses = append(inputs, known.input), append(responses, known.response)
	}
	own := *whole
	own.Fields = maps.Clone(whole.Fields)
	own.Fields[InputField] = union(inputs)
	if own.Fields[responseField] != nil && !slices.Contains(responses, nil) {
		own.Fields[responseField] = union(responses)
		own.Fields[resultField] = own.Fields[responseField]
	}
	return &own
}

// union returns an object with the fields of all shapes.
func union(shapes []*plan.Shape) *plan.Shape {
	u := &plan.Shape{Kind: "object", Fields: map[string]*plan.Shape{}}
	for _, s := range shapes {
		u.Open = u.Open || s.Open
		for name, f := range s.Fields {
			if old, ok := u.Fields[name]; ok && old.Kind != f.Kind {
				f = &plan.Shape{Kind: "any"}
			}
			u.Fields[name] = f
		}
	}
	return u
}

// shapeOf returns the shape of a CUE type.
func shapeOf(v cue.Value) *plan.Shape {
	switch v.IncompleteKind() &^ cue.NullKind {
	case cue.StringKind:
		return &plan.Shape{Kind: "string"}
	case cue.IntKind:
		return &plan.Shape{Kind: "int"}
	case cue.NumberKind, cue.FloatKind:
		return &plan.Shape{Kind: "number"}
	case cue.BoolKind:
		return &plan.Shape{Kind: "bool"}
	case cue.ListKind:
		l := &plan.Shape{Kind: "list"}
		if item := v.LookupPath(cue.MakePath(cue.AnyIndex)); item.Exists() {
			l.Item = shapeOf(item)
		}
		return l
	case cue.StructKind:
		o := &plan.Shape{Kind: "object", Fields: map[string]*plan.Shape{}, Open: v.Allows(cue.AnyString)}
		for name, f := range Members(v) {
			o.Fields[name] = shapeOf(f)
		}
		return o
	}
	return &plan.Shape{Kind: "any"}
}
