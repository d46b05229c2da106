package schema

import (
	"maps"
	"slices"
	"strings"

	"bcrules.dev/engine/ecma"

	"github.com/tidwall/gjson"
)

// An otherName is the meaning of a name that other agents have for a tool.
type otherName struct {
	is []string // names of the tools in rules
	by []string // titles of the agents
}

// readOtherNames returns the tools that other agents name differently, by their names.
func (t *EventTable) readOtherNames() map[string]otherName {
	all := map[string]otherName{}
	for _, a := range t.agents() {
		for _, tool := range a.Tools {
			if _, own := t.tools[tool.Name]; own || t.aliases[tool.Name] != "" || strings.EqualFold(tool.Name, tool.Is) {
				continue
			}
			of := all[tool.Name]
			if !slices.Contains(of.is, tool.Is) {
				of.is = append(of.is, tool.Is)
			}
			if !slices.Contains(of.by, a.Title) {
				of.by = append(of.by, a.Title)
			}
			all[tool.Name] = of
		}
	}
	return all
}

// NoEvent returns the mistake of an unknown event name, with the event that was probably meant: the
// nearest name, or the event to which another agent gives this name.
func (t *EventTable) NoEvent(name string) *Mistake {
	if is, by := t.eventByOtherName(name); len(is) > 0 && Nearest(name, t.Names()) == "" {
		return Mistaken(name, nil, "found %s, which is %s's, want %s", name, by, Either(is))
	}
	return Unknown("event", name, t.Names())
}

// Meant reports whether an unknown event name has a likely meaning.
func (t *EventTable) Meant(name string) bool {
	is, _ := t.eventByOtherName(name)
	return len(is) > 0 || Nearest(name, t.Names()) != ""
}

// eventByOtherName returns the events to which other agents give a name, and those agents; none if
// there are none.
func (t *EventTable) eventByOtherName(name string) (is []string, by string) {
	var events, titles []string
	for _, a := range t.agents() {
		for _, e := range a.Events {
			if e.Name == name && e.Is != "" && e.Is != name {
				events, titles = append(events, e.Is), append(titles, a.Title)
			}
		}
	}
	return sorted(events), Either(sorted(titles))
}

// onlyOne returns the only name, nil if there are several.
func onlyOne(names []string) []string {
	if len(names) > 1 {
		return nil
	}
	return names
}

// fieldByOtherName returns the event's field to which other agents give a name, the alphabetically
// first of several; "" if there is none.
func (t *EventTable) fieldByOtherName(name string, there []string) string {
	var fields []string
	for _, a := range t.agents() {
		for _, e := range a.Events {
			for _, f := range e.Fields {
				if slices.Contains(f.From.Paths, name) && slices.Contains(there, f.Name) {
					fields = append(fields, f.Name)
				}
			}
		}
	}
	if len(fields) == 0 {
		return ""
	}
	return slices.Min(fields)
}

// sorted returns texts sorted, each once.
func sorted(all []string) []string { return slices.Compact(slices.Sorted(slices.Values(all))) }

// ToolNames returns the tools that the agent is known to have, by their names in rules, and those
// among them that occur only as files of a patch.
func (a *Agent) ToolNames() (all, patched []string) {
	for _, t := range a.Tools {
		all = append(all, t.Is)
		for _, file := range t.Files {
			patched = append(patched, file.Is)
		}
	}
	for _, e := range a.Events {
		for _, f := range e.Fields {
			if always := gjson.Parse(f.From.Always); f.Name == ToolField && always.Str != "" {
				all = append(all, always.Str)
			}
		}
	}
	patched = slices.DeleteFunc(patched, func(name string) bool { return slices.Contains(all, name) })
	return append(all, patched...), patched
}

// ByOtherName returns the tools that other agents name part, or by a name that matches part, and
// those agents; "" if there are none.
func (k Known) ByOtherName(part string, exact bool) (is, by string) {
	if k.otherNames == nil {
		return "", ""
	}
	finds := func(name string) bool { return name == part }
	if !exact {
		pattern, err := ecma.Compile(part, "")
		if err != nil {
			return "", ""
		}
		finds = pattern.Match
	}
	var tools, agents []string
	all := k.otherNames()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if finds(name) {
			tools, agents = append(tools, all[name].is...), append(agents, all[name].by...)
		}
	}
	return strings.Join(sorted(tools), "|"), strings.Join(sorted(agents), " or ")
}
