package schema

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"

	"bcrules.dev/engine/plan"
	"bcrules.dev/rules"

	"cuelang.org/go/cue"
)

// A tool is one entry of the tool table.
type tool struct {
	input, response *plan.Shape
	first           string            // the main field of its input, "" if unknown
	does            map[string]string // by field of its input: what the tool does to the thing that the field names
	musts           []string          // required fields of its input
	traits          Traits            // of its fields, by their paths below the event
}

// ToolNames returns the names of the tools.
func (t *EventTable) ToolNames() []string { return slices.Sorted(maps.Keys(t.tools)) }

// readTool reads one entry.
func readTool(v cue.Value) tool {
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
		rules.Shipped(t, errors.Join(err, does.Decode(&t.does)))
	}
	return t
}

// Does returns what a tool does to the thing that a field of its input names, "" if unknown.
func (t *EventTable) Does(tool, field string) string { return t.tools[tool].does[field] }

// Tools returns what is known about the tools of an event, nil if it isn't about tools.
func (t *EventTable) Tools(event string) *plan.Tools {
	if !t.OfTools(event) {
		return nil
	}
	return &plan.Tools{Field: ToolField, Input: InputField, Does: strings.Join(t.does, "\n"), Loose: strings.Join(t.loose, "\n"), Else: t.unknown}
}

// doing returns the line of plan.Tools for tools with the same effects; musts are their required
// fields.
func doing(names []string, does map[string]string, musts []string) string {
	var all []string
	for _, field := range slices.Sorted(maps.Keys(does)) {
		if slices.Contains(musts, field) && does[field] != "content" && does[field] != "was" { // the effect is known without it
			field += "!"
		}
		all = append(all, field+"="+does[strings.TrimSuffix(field, "!")])
	}
	return strings.Join(names, " ") + "\t" + strings.Join(all, " ")
}

// allNames returns the names of a tool, including former ones.
func (t *EventTable) allNames(name string) []string {
	names := []string{name}
	for old, now := range t.aliases {
		if now == name {
			names = append(names, old)
		}
	}
	slices.Sort(names[1:])
	return names
}
