package schema

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"bcrules.dev/schema/expr"
)

// noField matches expr's error for a missing field of a Go struct.
var noField = regexp.MustCompile(`^type (.+) has no field (\S+)$`)

// unknownField returns the error for an unknown field, with the fields that are known; nil for
// other errors.
func (t *texts) unknownField(se *expr.SourceError) error {
	name, ok := strings.CutPrefix(se.Msg, "unknown field ")
	typ := ""
	if m := noField.FindStringSubmatch(se.Msg); m != nil {
		typ, name, ok = m[1], m[2], true
	}
	if !ok {
		return nil
	}
	root, path, found := se.Field()
	known := t.scope.Fields(root, path)
	switch {
	case found && len(known) > 0:
		return Unknown("field of "+strings.Join(append([]string{root}, path...), "."), name, known)
	case found && root == "event" && t.shape != nil:
		return t.noEventField(name, path)
	case found && root == "settings":
		if at := t.plan.SettingsShape().At(path); at != nil {
			return Unknown("setting", name, slices.Collect(maps.Keys(at.Fields)))
		}
	case strings.HasPrefix(typ, "struct {"): // of a table
		return Unknown("column", name, tagged(typ))
	case typ != "":
		return unfielded(name, t.Library.Fields(typ))
	}
	return se
}

// tagged returns the names that expressions use for a struct's own fields. The type is given as
// package reflect prints it.
func tagged(typ string) []string {
	var names []string
	depth := 0
	for i, r := range typ {
		switch r {
		case '{':
			depth++
		case '}':
			depth--
		case ':':
			if m := exprTag.FindStringSubmatch(typ[i:]); m != nil && depth == 1 {
				names = append(names, m[1])
			}
		}
	}
	return names
}

var exprTag = regexp.MustCompile(`^:\\"([^"\\]+)\\"`)

// noEventField returns the error for a field that the event lacks at a path. It says where the
// field exists, or which one was probably meant.
func (t *texts) noEventField(name string, path []string) error {
	inner := t.inner(name)
	if len(path) == 0 {
		if len(inner) > 0 && strings.HasSuffix(inner[0], "."+name) {
			return Mistaken(name, confident(name, inner), "unknown field %s, want %s?", name, inner[0])
		}
		if others := t.Events.Senders(name); others != "" {
			return fmt.Errorf("%s does not send %s; %s", t.event, name, others)
		}
	}
	if len(path) == 1 {
		var names []string
		for having, tool := range t.Events.tools {
			if s := tool.shape(path[0]); s != nil && s.Fields[name] != nil {
				names = append(names, having)
			}
		}
		if len(names) > 0 {
			return fmt.Errorf("%s has no %s in %s; %s", t.match, name, path[0], joinWithVerb(names, "has", "have"))
		}
	}
	if len(path) > 0 && t.shape.Fields[name] != nil {
		return fmt.Errorf("unknown field %s of %s, want event.%s?", name, strings.Join(path, "."), name)
	}
	var there []string
	if at := t.shape.At(path); at != nil {
		there = slices.Collect(maps.Keys(at.Fields))
	}
	if field := t.Events.fieldByOtherName(name, there); len(path) == 0 && field != "" { // its content may differ
		return fmt.Errorf("unknown field %s, want %s", name, field)
	}
	if len(path) == 0 && Nearest(name, there) == "" && len(inner) > 0 {
		return Mistaken(name, confident(name, inner), "unknown field %s, want %s?", name, inner[0])
	}
	return unfielded(name, there)
}

// Senders says which events have a field; "" if none does.
func (t *EventTable) Senders(field string) string {
	var events []string
	for event, e := range t.events {
		if e.shape.Fields[field] != nil {
			events = append(events, event)
		}
	}
	if len(events) == 0 {
		return ""
	}
	return joinWithVerb(events, "does", "do")
}

// unfielded returns the error for a field that a value lacks; there lists its fields.
func unfielded(name string, there []string) error {
	if want := expr.Foreign(name); want != "" && len(there) == 0 {
		return fmt.Errorf("found .%s, want %s", name, want)
	}
	return Unknown("field", name, there)
}

// inner returns the paths, within the event's objects, of fields that a name may mean.
func (t *texts) inner(name string) (paths []string) {
	in := map[string][]string{}
	for _, object := range slices.Sorted(maps.Keys(t.shape.Fields)) {
		for field := range t.shape.Fields[object].Fields {
			in[field] = append(in[field], object+"."+field)
		}
	}
	for _, field := range candidates(name, slices.Collect(maps.Keys(in))) {
		paths = append(paths, in[field]...)
	}
	return paths
}

// joinWithVerb joins names before a verb. It names at most listed of them and counts the others.
func joinWithVerb(names []string, one, many string) string {
	const listed = 12
	slices.Sort(names)
	switch n := len(names); {
	case n == 1:
		return names[0] + " " + one
	case n > listed+1:
		return fmt.Sprintf("%s and %d others %s", strings.Join(names[:listed], ", "), n-listed, many)
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1] + " " + many
	}
}

// unknownName returns the mistake of an unknown name, with its likely meanings.
func (t *texts) unknownName(name string) *Mistake {
	meant := t.likely(name)
	field := len(meant) > 0 && strings.HasPrefix(meant[0], "event.")
	switch {
	case field && meant[0] != "event."+name && t.Events.Senders(name) != "":
		return Mistaken(name, nil, "unknown name %s, which is a field that %s does not send; %s", name, t.event, t.Events.Senders(name))
	case !field && slices.Contains(reserved, name):
		return Mistaken(name, nil, "unknown name %s here, want a fact", name)
	case !field && name == t.item:
		return Mistaken(name, nil, "%s is known to the rules alone: each is asked after this", name)
	case len(meant) > 0:
		return Mistaken(name, confident(name, meant), "unknown name %s, want %s?", name, meant[0])
	}
	text := ""
	if !strings.HasPrefix(name, "_") {
		text = fmt.Sprintf("; a text is '%s'", name)
	}
	return Mistaken(name, nil, "unknown name %s, want event, a fact, a let or a value%s", name, text)
}

// likely returns the likely meanings of a name: known names or fields of the event.
func (t *texts) likely(name string) (meant []string) {
	names := t.scope.Names()
	var fields []string
	if t.shape != nil {
		fields = slices.Collect(maps.Keys(t.shape.Fields))
	}
	for _, near := range candidates(name, slices.Concat(names, fields)) {
		if !slices.Contains(names, near) {
			near = "event." + near
		}
		meant = append(meant, near)
	}
	if len(meant) == 0 && t.shape != nil {
		for _, path := range t.inner(name) {
			meant = append(meant, "event."+path)
		}
	}
	return meant
}
