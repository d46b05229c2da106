package schema

import (
	"maps"
	"slices"

	"bcrules.dev/engine/plan"
)

// A tool is one entry of the table of tools.
type tool struct {
	input, response *plan.Shape
	first           string            // the field of its input that says most, "" if not known
	does            map[string]string // what it does, by the field of its input that says what to
	long            map[string]bool   // fields that may be long, by what they are in and their name
}

// Tools returns the names in the table of tools.
func (s *Schema) Tools() []string { return slices.Sorted(maps.Keys(s.tools)) }

// toolsOf returns what is known of the tools that an event is about, nil if it is
// not about any.
func (s *Schema) toolsOf(name string) *plan.Tools {
	if s.events[name].shape.Fields[inputField] == nil {
		return nil
	}
	t := &plan.Tools{Field: toolField, Input: inputField, Does: map[string]map[string]string{}}
	for name, tool := range s.tools {
		if tool.does != nil {
			t.Does[name] = tool.does
		}
	}
	for old, name := range s.aliases {
		if does := t.Does[name]; does != nil {
			t.Does[old] = does
		}
	}
	return t
}
