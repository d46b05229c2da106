package schema

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"bcrules.dev/schema/expr"
)

// noField is what expr says of a Go struct without such a field.
var noField = regexp.MustCompile(`^type (.+) has no field (\S+)$`)

// unknownField says what is known of the field that a fault says is none; "" if
// the fault is another.
func (t *texts) unknownField(se *expr.SourceError) string {
	name, ok := strings.CutPrefix(se.Msg, "unknown field ")
	typ := ""
	if m := noField.FindStringSubmatch(se.Msg); m != nil {
		typ, name, ok = m[1], m[2], true
	}
	if !ok {
		return ""
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
	return se.Msg
}

// tagged returns the names that fields of a struct have for expressions, but not
// those of structs in it. It is given as reflect writes it.
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

// noEventField says where a field that stands at a path below the event can be
// had, or which is meant.
func (t *texts) noEventField(name string, path []string) string {
	if len(path) == 0 {
		if inner := t.inner(name); inner != "" && strings.HasSuffix(inner, "."+name) {
			return fmt.Sprintf("unknown field %s, want %s?", name, inner)
		}
		var senders []string
		for event, e := range t.Events.events {
			if e.shape.Fields[name] != nil {
				senders = append(senders, event)
			}
		}
		if len(senders) > 0 {
			return fmt.Sprintf("%s does not send %s; %s", t.event, name, does(senders, "does", "do"))
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
			return fmt.Sprintf("%s has no %s in %s; %s", t.match, name, path[0], does(names, "has", "have"))
		}
	}
	if len(path) > 0 && t.shape.Fields[name] != nil {
		return fmt.Sprintf("unknown field %s of %s, want event.%s?", name, strings.Join(path, "."), name)
	}
	var there []string
	if at := t.shape.At(path); at != nil {
		there = slices.Collect(maps.Keys(at.Fields))
	}
	if field := t.Events.theirField(name, there); len(path) == 0 && field != "" {
		return fmt.Sprintf("unknown field %s, want %s", name, field)
	}
	if inner := t.inner(name); len(path) == 0 && Nearest(name, there) == "" && inner != "" {
		return fmt.Sprintf("unknown field %s, want %s?", name, inner)
	}
	return unfielded(name, there)
}

// unfielded says that a field is not known of what has some, or none at all.
func unfielded(name string, there []string) string {
	if want := expr.Foreign(name); want != "" && len(there) == 0 {
		return fmt.Sprintf("found .%s, want %s", name, want)
	}
	return Unknown("field", name, there)
}

// eventField returns the path of the event's field that a name is meant to be, "" if none.
func (t *texts) eventField(name string) string {
	if near := Nearest(name, slices.Collect(maps.Keys(t.shape.Fields))); near != "" {
		return near
	}
	return t.inner(name)
}

// inner returns the path of the field that a name is meant to be in one of the event's
// objects, "" if in none.
func (t *texts) inner(name string) string {
	paths := map[string]string{}
	for _, object := range slices.Sorted(maps.Keys(t.shape.Fields)) {
		for field := range t.shape.Fields[object].Fields {
			paths[field] = cmp.Or(paths[field], object+"."+field)
		}
	}
	return paths[Nearest(name, slices.Collect(maps.Keys(paths)))]
}

// does lists names before a verb, at most listed of them.
func does(names []string, one, many string) string {
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
