package protocol

import (
	"slices"
	"strings"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
)

// every begins lines about all events, and is precedes a possible text.
const (
	every = "every "
	is    = " is "
)

// tableLines returns what the event table says. base are the fields that the client declares for
// all events, whether or not it sends them with each.
func tableLines(t *schema.EventTable, base map[string]*kind) map[string]bool {
	all := lines{}
	for _, e := range t.List(nil) {
		all[e.Name] = true
		agenda := t.Agenda(e.Name)
		values := t.Traits(e.Name, plan.Matcher{}, "").Values
		if e.Matcher != "" && e.Values != nil {
			values[e.Matcher] = e.Values
		}
		for field := range t.Shape(e.Name, agenda, "").Fields {
			if e.Fields[field] == "" || base[field] != nil {
				all[every+"event: field "+field] = true
				continue
			}
			all[e.Name+": field "+field] = true
			all.add(e.Name+": field "+field+is, values[field])
		}
		for _, out := range agenda.Outputs {
			all.path(e.Name, out.Path)
			all.path(e.Name, out.Reason)
			if strings.HasPrefix(out.Path, own) {
				all.add(e.Name+": output "+out.Path+is, out.Values)
			}
		}
	}
	return all
}

// path adds a line for where an output is: below what only this event reads, or where every reply
// may have it.
func (l lines) path(event, path string) {
	top, _, below := strings.Cut(path, ".")
	switch {
	case top == own:
		l[event+": output "+path] = true
	case below:
		l[every+"reply: output "+path] = true
	case path != "":
		l[every+"reply: output "+top] = true
	}
}

// tableTools returns what the table of tools says; whole are the tools for which it has all fields
// of the input.
func tableTools(t *schema.EventTable) (all map[string]bool, whole []string) {
	found := lines{}
	for _, name := range t.ToolNames() {
		found["tool "+name] = true
		if fields, known := t.Inputs([]string{name})[name]; known {
			whole = append(whole, name)
			found.add("tool "+name+": input ", fields)
		}
	}
	return found, whole
}

// eventsDiffer is differ for events. Texts aren't compared if the client declares a field as any
// text.
func eventsDiffer(t *schema.EventTable, d *declarations) []string {
	declared := d.lines()
	table, named := tableLines(t, d.kind("BaseHookInput").fields), lines{}
	for line := range declared {
		field, _, _ := strings.Cut(line, is)
		named[field] = named[field] || strings.Contains(line, is)
	}
	for line := range table {
		if field, _, ok := strings.Cut(line, is); ok && declared[field] && !named[field] {
			delete(table, line)
		}
	}
	return differ(declared, table)
}

// toolsDiffer is differ for tools. Fields aren't compared if the table leaves a tool's input open.
func toolsDiffer(t *schema.EventTable, d *declarations) []string {
	table, whole := tableTools(t)
	declared := d.tools()
	for line := range declared {
		if tool, field, ok := strings.Cut(strings.TrimPrefix(line, "tool "), ": input "); ok && field != "" && !slices.Contains(whole, tool) {
			delete(declared, line)
		}
	}
	return differ(declared, table)
}

// differ returns the lines that only one side has, except those below an event that only one side
// has.
func differ(client, table map[string]bool) (all []string) {
	only := func(who string, has, other map[string]bool) {
		for line := range has {
			if above, _, below := strings.Cut(line, ": "); !other[line] && (!below || other[above] || strings.HasPrefix(above, every)) {
				all = append(all, who+line)
			}
		}
	}
	only("client only: ", client, table)
	only("table only: ", table, client)
	return all
}
