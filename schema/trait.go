package schema

import (
	"maps"
	"slices"
	"strings"

	"bcrules.dev/engine/plan"

	"cuelang.org/go/cue"
)

// Traits are the properties of fields, beside their types, in the event table, by path below the
// event.
type Traits struct {
	Long     map[string]bool     // may be as long as a file or an answer
	Absolute map[string]bool     // an absolute path
	Values   map[string][]string // its known texts, to which the agent may add
	Optional map[string]bool     // may be missing
	Single   map[string]bool     // differs at each call
	Forms    map[string]string   // formats of numbers and texts; see package form
}

// newTraits returns traits of no fields.
func newTraits() Traits {
	return Traits{map[string]bool{}, map[string]bool{}, map[string][]string{}, map[string]bool{}, map[string]bool{}, map[string]string{}}
}

// read adds the traits of the fields of an object at a path.
func (t Traits) read(path string, v cue.Value) {
	for own, f := range Members(v) {
		name := strings.TrimPrefix(path+"."+own, ".")
		if required := v.LookupPath(cue.MakePath(cue.Str(own))); !required.Exists() {
			t.Optional[name] = true
		} else {
			delete(t.Optional, name)
		}
		if marked(f, "long") {
			t.Long[name] = true
		}
		if marked(f, "absolute") {
			t.Absolute[name] = true
		}
		if marked(f, "single") {
			t.Single[name] = true
		}
		if is := f.Attribute("form"); is.Err() == nil {
			t.Forms[name] = is.Contents()
		}
		if values := Choices(f); values != nil {
			t.Values[name] = values
		}
		if f.IncompleteKind() == cue.StructKind {
			t.read(name, f)
		}
	}
}

func marked(v cue.Value, name string) bool {
	mark := v.Attribute(name)
	return mark.Err() == nil
}

// Choices returns the texts of a type that is a choice of texts, nil for other types.
func Choices(v cue.Value) []string {
	op, all := v.Expr()
	if op != cue.OrOp {
		return nil
	}
	var texts []string
	for _, one := range all {
		text, err := one.String()
		if err != nil {
			return nil
		}
		texts = append(texts, text)
	}
	return texts
}

// Traits returns the traits of an event's fields as a hook with this matcher sees them. If the tool
// is unknown, an input field is long if that of some tool is, but never absolute or limited to
// known texts.
func (t *EventTable) Traits(event string, m plan.Matcher, match string) Traits {
	e := t.events[event]
	all := Traits{maps.Clone(e.traits.Long), maps.Clone(e.traits.Absolute), maps.Clone(e.traits.Values), e.traits.Optional, e.traits.Single, maps.Clone(e.traits.Forms)}
	if !t.OfTools(event) || m.Field == "" {
		return all
	}
	names, exact := m.Names(match)
	var of []tool
	for name, tool := range t.tools {
		if !exact || slices.Contains(names, name) {
			of = append(of, tool)
		}
	}
	for _, tool := range of {
		maps.Copy(all.Forms, tool.traits.Forms)
		for path := range tool.traits.Long {
			if parent, _, _ := strings.Cut(path, "."); e.shape.Fields[parent] != nil {
				all.Long[path] = true
			}
		}
	}
	if exact && len(of) == len(names) {
		all.inputs(of)
	}
	return all
}

// inputs adds the traits on which all tools with a field agree.
func (t Traits) inputs(tools []tool) {
	for _, one := range tools {
		for name := range one.input.Fields {
			path := InputField + "." + name
			absolute, open := true, false
			var values []string
			for _, having := range tools {
				if having.input.Fields[name] != nil {
					absolute = absolute && having.traits.Absolute[path]
					open = open || having.traits.Values[path] == nil
					values = append(values, having.traits.Values[path]...)
				}
			}
			t.Absolute[path] = absolute
			if !open {
				t.Values[path] = values
			}
		}
	}
}
