package schema

import (
	"slices"
	"strings"

	"bcrules.dev/engine/plan"

	"cuelang.org/go/cue"
)

// longFields notes the fields of an object that are marked @long(), by the path of
// the object and their name.
func longFields(long map[string]bool, path string, v cue.Value) {
	for name, f := range Members(v) {
		if mark := f.Attribute("long"); mark.Err() == nil {
			long[strings.TrimPrefix(path+"."+name, ".")] = true
		}
	}
}

// Long returns the fields that may be long at an event whose matcher is match.
func (t *EventTable) Long(event string, m plan.Matcher, match string) map[string]bool {
	all := map[string]bool{}
	e := t.events[event]
	for path := range e.long {
		all[path] = true
	}
	if !t.OfTools(event) || m.Field == "" {
		return all
	}
	names, exact := m.Names(match)
	for name, tool := range t.tools {
		if exact && !slices.Contains(names, name) {
			continue
		}
		for path := range tool.long {
			if parent, _, _ := strings.Cut(path, "."); e.shape.Fields[parent] != nil {
				all[path] = true
			}
		}
	}
	return all
}
