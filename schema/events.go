package schema

import (
	"cmp"
	"maps"
	"slices"

	"bcrules.dev/engine/plan"

	"cuelang.org/go/cue"
)

// An event is one entry of the event table.
type event struct {
	Doc, Since string
	Matcher    string
	Values     []string // the matcher's known ones; none if it may be anything
	Exact      string
	Base       bool
	Specific   bool
	Refuse     string
	Timeout    int
	Plugin     bool
	Outputs    map[string]plan.Output
	limits     map[string]limits // of outputs

	shape *plan.Shape
	long  map[string]bool // fields that may be long
}

// limits are what vet knows of an output.
type limits struct {
	Max   int    // characters the agent takes, 0 for any number
	Skips string // value by which the user is not asked
}

// shape returns the shape of a field of the event that depends on the tool, nil if
// there is none.
func (t tool) shape(field string) *plan.Shape {
	switch field {
	case inputField:
		return t.input
	case responseField, resultField:
		return t.response
	}
	return nil
}

// Fields of an event that the schema knows, those whose type depends on the tool
// among them.
const (
	eventField    = "hook_event_name"
	toolField     = "tool_name"
	inputField    = "tool_input"
	responseField = "tool_response"
	resultField   = "tool_result" // its older name
	stampPath     = "hookSpecificOutput.hookEventName"
)

// An Event is what the event table says of an event, for people.
type Event struct {
	Name    string            `json:"name"`
	Doc     string            `json:"doc"`
	Since   string            `json:"since"`             // version of Claude Code
	Matcher string            `json:"matcher,omitempty"` // the field a matcher is compared with, "" for none
	Values  []string          `json:"values,omitempty"`  // what that field is known to be, none if it may be anything
	Timeout int               `json:"timeout"`           // seconds a hook may take where it is registered
	Plugin  bool              `json:"plugin"`            // a plugin may register it
	Fields  map[string]string `json:"fields"`            // type of each field beside the common ones
	Actions []string          `json:"actions"`           // that it honours, with the argument where that matters
	Outputs []string          `json:"outputs,omitempty"` // that action answer sets by name
}

// Events returns the event table, by name.
func (s *Schema) Events() []Event {
	var all []Event
	common := shapeOf(s.def("common"))
	for _, name := range slices.Sorted(maps.Keys(s.events)) {
		e, a := s.events[name], s.agenda(name)
		out := Event{Name: name, Doc: e.Doc, Since: e.Since, Matcher: e.Matcher, Values: e.Values, Timeout: e.Timeout, Plugin: e.Plugin,
			Fields: map[string]string{}, Actions: honours(s.tables.Actions, a)}
		for field, f := range e.shape.Fields {
			if common.Fields[field] == nil {
				out.Fields[field] = f.Kind
			}
		}
		for output, o := range e.Outputs {
			if o.Kind == "value" {
				out.Outputs = append(out.Outputs, output)
			}
		}
		slices.Sort(out.Outputs)
		all = append(all, out)
	}
	return all
}

func (s *Schema) readEvents() error {
	s.events, s.tools = map[string]*event{}, map[string]tool{}
	if err := s.def("aliases").Decode(&s.aliases); err != nil {
		return err
	}
	if err := s.def("older").Decode(&s.older); err != nil {
		return err
	}
	if err := s.def("replies").Decode(&s.replies); err != nil {
		return err
	}
	common := shapeOf(s.def("common"))
	err := each(s.def("#Events"), func(name string, v cue.Value) error {
		e := &event{shape: shapeOf(v.LookupPath(cue.ParsePath("fields"))), long: map[string]bool{}}
		e.shape.Open = false
		maps.Copy(e.shape.Fields, common.Fields)
		longFields(e.long, "", v.LookupPath(cue.ParsePath("fields")))
		s.events[name] = e
		// fields holds types and can't be decoded
		return each(v, func(field string, v cue.Value) error {
			if d, ok := v.Default(); ok {
				v = d
			}
			if !v.IsConcrete() { // optional and not there
				return nil
			}
			switch field {
			case "doc":
				return v.Decode(&e.Doc)
			case "since":
				return v.Decode(&e.Since)
			case "matcher":
				return v.Decode(&e.Matcher)
			case "values":
				return v.Decode(&e.Values)
			case "exact":
				return v.Decode(&e.Exact)
			case "base":
				return v.Decode(&e.Base)
			case "refuse":
				return v.Decode(&e.Refuse)
			case "specific":
				return v.Decode(&e.Specific)
			case "timeout":
				return v.Decode(&e.Timeout)
			case "plugin":
				return v.Decode(&e.Plugin)
			case "outputs":
				if err := v.Decode(&e.Outputs); err != nil {
					return err
				}
				return v.Decode(&e.limits)
			}
			return nil
		})
	})
	if err != nil {
		return err
	}
	return each(s.def("#Tools"), func(name string, v cue.Value) error {
		input, response := v.LookupPath(cue.ParsePath("input")), v.LookupPath(cue.ParsePath("response"))
		t := tool{input: shapeOf(input), long: map[string]bool{}}
		longFields(t.long, inputField, input)
		each(input, func(name string, _ cue.Value) error {
			t.first = cmp.Or(t.first, name)
			return nil
		})
		if response.Exists() {
			t.response = shapeOf(response)
			longFields(t.long, responseField, response)
			longFields(t.long, resultField, response)
		}
		if does := v.LookupPath(cue.ParsePath("does")); does.Exists() {
			if err := does.Decode(&t.does); err != nil {
				return err
			}
		}
		s.tools[name] = t
		return nil
	})
}

// agenda returns an event's part of a plan, without hooks.
func (s *Schema) agenda(name string) *plan.Agenda {
	e := s.events[name]
	a := &plan.Agenda{
		Matcher: plan.Matcher{Field: e.Matcher, Exact: e.Exact, Base: e.Base},
		Outputs: e.Outputs,
		Refuse:  e.Refuse,
	}
	if e.Specific {
		a.Stamp = stampPath
	}
	if e.shape.Fields[inputField] != nil {
		a.Matcher.Aliases = s.aliases
	}
	return a
}

// shape returns the shape of an event as a hook with this matcher gets it: where
// the matcher is a list of known tools, their input is known too.
func (s *Schema) shape(name string, a *plan.Agenda, match string) *plan.Shape {
	whole := s.events[name].shape
	tools, ok := a.Matcher.Names(match)
	if !ok || a.Matcher.Field == "" || whole.Fields[inputField] == nil {
		return whole
	}
	var inputs, responses []*plan.Shape
	for _, t := range tools {
		known, ok := s.tools[t]
		if !ok {
			return whole
		}
		inputs, responses = append(inputs, known.input), append(responses, known.response)
	}
	own := *whole
	own.Fields = maps.Clone(whole.Fields)
	own.Fields[inputField] = union(inputs)
	if own.Fields[responseField] != nil && !slices.Contains(responses, nil) {
		own.Fields[responseField] = union(responses)
		own.Fields[resultField] = own.Fields[responseField]
	}
	return &own
}

// union returns an object that may have any field of the shapes.
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
		each(v, func(name string, f cue.Value) error {
			o.Fields[name] = shapeOf(f)
			return nil
		})
		return o
	}
	return &plan.Shape{Kind: "any"}
}

// each calls f for the regular fields of a struct, optional ones included.
func each(v cue.Value, f func(name string, v cue.Value) error) error {
	fields, err := v.Fields(cue.Optional(true))
	if err != nil {
		return err
	}
	for fields.Next() {
		if err := f(fields.Selector().Unquoted(), fields.Value()); err != nil {
			return err
		}
	}
	return nil
}

// Agents returns the environment variables by which agents are told from people,
// each with its agent.
func (s *Schema) Agents() map[string]string {
	agents := map[string]string{}
	each(s.def("#Agents"), func(name string, v cue.Value) error {
		agents[name], _ = v.String()
		return nil
	})
	return agents
}
