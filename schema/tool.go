package schema

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"

	"bcrules.dev/engine/plan"

	"cuelang.org/go/cue"
)

// A tool is one entry of the table of tools.
type tool struct {
	input, response *plan.Shape
	first           string            // the field of its input that says most, "" if not known
	does            map[string]string // what it does, by the field of its input that says what to
	musts           []string          // fields that its input can't be without
	traits          Traits            // of its fields, by their paths below the event
}

// ToolNames returns the names of the tools.
func (t *EventTable) ToolNames() []string { return slices.Sorted(maps.Keys(t.tools)) }

// readTool reads one entry.
func readTool(v cue.Value) (tool, error) {
	input, response := v.LookupPath(cue.ParsePath("input")), v.LookupPath(cue.ParsePath("response"))
	t := tool{input: shapeOf(input), traits: newTraits()}
	t.traits.read(InputField, input)
	for name := range Members(input) {
		t.first = cmp.Or(t.first, name)
	}
	if response.Exists() {
		t.response = shapeOf(response)
		t.traits.read(responseField, response)
		t.traits.read(resultField, response)
	}
	if does := v.LookupPath(cue.ParsePath("does")); does.Exists() {
		fields, err := input.Fields()
		for err == nil && fields.Next() {
			t.musts = append(t.musts, fields.Selector().Unquoted())
		}
		return t, errors.Join(err, does.Decode(&t.does))
	}
	return t, nil
}

// Does returns what a tool does to what a field of its input says, "" if that is not known.
func (t *EventTable) Does(tool, field string) string { return t.tools[tool].does[field] }

// Tools returns what is known of the tools that an event is about, nil if it is
// not about any.
func (t *EventTable) Tools(event string) *plan.Tools {
	if !t.OfTools(event) {
		return nil
	}
	return &plan.Tools{Field: ToolField, Input: InputField, Does: strings.Join(t.does, "\n"), Loose: strings.Join(t.loose, "\n"), Else: t.unknown}
}

// doing returns the line of plan.Tools for tools that do the same, and that can't be called without
// some fields.
func doing(names []string, does map[string]string, musts []string) string {
	var all []string
	for _, field := range slices.Sorted(maps.Keys(does)) {
		if slices.Contains(musts, field) {
			field += "!"
		}
		all = append(all, field+"="+does[strings.TrimSuffix(field, "!")])
	}
	return strings.Join(names, " ") + "\t" + strings.Join(all, " ")
}

// called returns the names of a tool, those that it had once among them.
func (t *EventTable) called(name string) []string {
	names := []string{name}
	for old, now := range t.aliases {
		if now == name {
			names = append(names, old)
		}
	}
	slices.Sort(names[1:])
	return names
}
