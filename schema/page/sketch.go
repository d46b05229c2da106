package page

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/format"
)

// A Sketch is a hook to start from, with its test. It is derived from the event table, so that the
// rule fires and the test passes.
type Sketch struct {
	Package string
	Name    string
	Event   string
	Match   string   // "" for none
	Fields  []string // that conditions may use
	When    string   // a condition, "" for none
	Do      string   // an action, as CUE
	Also    []string // other actions that the event honours
	Given   string   // fields of an event that the hook answers, as CUE
	Else    string   // fields of an event that it lets pass, as CUE
	Expect  string   // its answer, as CUE
}

// A sketcher derives the parts of sketches and examples from the event table.
type sketcher struct{ *schema.Schema }

// NewSketch returns a hook on an event, with a matcher. The hook does the first of the preferred
// actions (as in schema.Event.Actions) that the event honours.
func NewSketch(s *schema.Schema, event, match string, prefer []string) (*Sketch, error) {
	if !s.Events.Has(event) {
		return nil, s.Events.NoEvent(event)
	}
	a, t := s.Events.Agenda(event), sketcher{s}
	if err := a.Matcher.Check(match); err != nil {
		return nil, err
	}
	if err := t.tools(event, match); err != nil {
		return nil, err
	}
	k := &Sketch{Event: event, Match: match, Also: s.Events.Honours(s.Library.Actions, event)}
	subject, other, err := t.subjects(a.Matcher, match)
	if err != nil {
		return nil, err
	}
	k.Fields = t.fields(event, subject)
	k.Given = "hook_event_name: " + strconv.Quote(event)
	k.Else = k.Given
	of := func(value string) string { return ", " + a.Matcher.Field + ": " + strconv.Quote(value) }
	f, ok := t.mainField(event, a.Matcher, subject)
	switch {
	case ok && subject != "":
		given, unlike := f.samples()
		k.When, k.Given, k.Else = f.when(), k.Given+of(subject)+", "+given, k.Else+of(subject)+", "+unlike
	case ok:
		given, unlike := f.samples()
		k.When, k.Given, k.Else = f.when(), k.Given+", "+given, k.Else+", "+unlike
	default:
		k.Given, k.Else = k.Given+of(subject), k.Else+of(other)
	}
	if field := s.Events.Again(event); field != "" && k.When != "" {
		k.When = "not event." + field + " && " + k.When
	}
	if must := s.Events.Must(event); must != "" { // without it nothing is done
		answer := `: "/path/to/what/was/made"`
		k.Do, k.Expect = "answer: "+must+answer, strings.ReplaceAll(a.Outputs[must].Path, ".", ": ")+answer
		return k, nil
	}
	for _, what := range prefer {
		if t.setAction(k, a, what) {
			k.Also = slices.DeleteFunc(k.Also, func(other string) bool { return other == what })
			return k, nil
		}
	}
	return nil, fmt.Errorf("found %s, which honours none of %s", event, strings.Join(prefer, ", "))
}

// tools finds a tool's name in a matcher that is nearly that of one known.
func (t sketcher) tools(event, match string) error {
	names, _ := t.Events.Agenda(event).Matcher.Names(match)
	known := t.Events.ToolNames()
	for _, name := range names {
		if near := schema.Nearest(name, known); t.Events.OfTools(event) && near != "" && !slices.Contains(known, name) {
			return fmt.Errorf("found %s, which is no tool known, want %s", name, near)
		}
	}
	return nil
}

// subjects returns a value of the matcher's field that the matcher matches, and one that it
// doesn't; "" if it matches everything.
func (t sketcher) subjects(m plan.Matcher, match string) (value, other string, err error) {
	others := []string{"something else", "other", "0"}
	i := slices.IndexFunc(others, func(other string) bool { return !m.Matches(match, other) })
	if i < 0 {
		return "", "", nil
	}
	if names, ok := m.Names(match); ok {
		return names[0], others[i], nil
	}
	for _, try := range append(t.Events.ToolNames(), plain.ReplaceAllString(match, ""), match) {
		if m.Matches(match, try) {
			return try, others[i], nil
		}
	}
	return "", "", fmt.Errorf("found no %s that %q matches, to test it with; want a simpler matcher to start from", m.Field, match)
}

// plain matches the signs of a regular expression that can't occur in a name.
var plain = regexp.MustCompile(`[^A-Za-z0-9_-]`)

// A field is an event's field that a condition may test.
type field struct {
	path   []string
	kind   cue.Kind
	values []string // known texts
}

// mainField returns the main field of an event: for a known tool the first of its input, else the
// first of the event's own, texts before others. The matcher's field is used only as a last resort.
func (t sketcher) mainField(event string, m plan.Matcher, subject string) (field, bool) {
	fields := t.fieldsOf(event)
	input := fields.LookupPath(cue.ParsePath(schema.InputField))
	if tool := t.input(subject); input.Exists() && tool.Exists() {
		if f, ok := first(tool, true, func(string) bool { return false }); ok {
			f.path = append([]string{schema.InputField}, f.path...)
			return f, true
		}
	}
	shared := map[string]bool{}
	for _, def := range []string{"#Mode", "#Effort", "#Server"} {
		for name := range schema.Members(t.Table(def)) {
			shared[name] = true
		}
	}
	if f, ok := first(fields, !input.Exists(), func(name string) bool { return shared[name] || name == m.Field }); ok {
		return f, true
	}
	f := field{path: []string{m.Field}, kind: cue.StringKind}
	if known := t.Events.Known(event, m); known.Tools == nil {
		f.values = known.Names
	}
	return f, subject == ""
}

// fields lists the fields that conditions may use: those of the event and, if the tool is known,
// those of its input.
func (t sketcher) fields(event, tool string) []string {
	var names []string
	for name := range schema.Members(t.fieldsOf(event)) {
		input := t.input(tool)
		if name != schema.InputField || !input.Exists() {
			names = append(names, "event."+name)
			continue
		}
		for arg := range schema.Members(input) {
			names = append(names, "event."+name+"."+arg)
		}
	}
	return names
}

func (t sketcher) fieldsOf(event string) cue.Value {
	return t.Table("#Events").LookupPath(cue.MakePath(cue.Str(event), cue.Str("fields")))
}

// input returns the type of a tool's input; it doesn't exist if the tool is unknown.
func (t sketcher) input(tool string) cue.Value {
	return t.Table("#Tools").LookupPath(cue.MakePath(cue.Str(tool), cue.Str("input")))
}

// first returns the first field of a struct, except those that skip reports: texts before others,
// and required fields before optional ones, which count only if optional is set.
func first(v cue.Value, optional bool, skip func(string) bool) (field, bool) {
	for _, kind := range []cue.Kind{cue.StringKind, cue.ListKind, cue.BoolKind, cue.NumberKind} {
		for _, all := range []bool{false, optional} {
			fields, err := v.Fields(cue.Optional(all))
			if err != nil {
				return field{}, false
			}
			for fields.Next() {
				name := fields.Selector().Unquoted()
				if k := fields.Value().IncompleteKind(); k&kind != 0 && k&^kind&^cue.NullKind == 0 && !skip(name) {
					return field{[]string{name}, kind, schema.Choices(fields.Value())}, true
				}
			}
		}
	}
	return field{}, false
}

// when returns a condition on the field.
func (f field) when() string {
	name := "event." + strings.Join(f.path, ".")
	switch f.kind {
	case cue.ListKind:
		return "len(" + name + ") > 1"
	case cue.BoolKind:
		return name
	case cue.NumberKind:
		return name + " > 0"
	}
	if len(f.values) > 1 {
		return name + " == '" + f.values[0] + "'"
	}
	return name + " contains 'example'"
}

// samples returns the field with a value that meets the condition, and with one that doesn't.
func (f field) samples() (given, other string) {
	name := strings.Join(f.path, ": ")
	switch f.kind {
	case cue.ListKind:
		return name + ": [{}, {}]", name + ": [{}]"
	case cue.BoolKind:
		return name + ": true", name + ": false"
	case cue.NumberKind:
		return name + ": 1", name + ": 0"
	}
	if len(f.values) > 1 {
		return name + ": " + strconv.Quote(f.values[0]), name + ": " + strconv.Quote(f.values[1])
	}
	return name + `: "an example"`, name + `: "something else"`
}

// setAction sets the sketch's action, provided that the event honours it and it shows in the reply.
func (t sketcher) setAction(k *Sketch, a *plan.Agenda, what string) bool {
	action, arg, _ := strings.Cut(what, " ")
	use, _ := t.Library.Actions[action].Use(arg)
	out := a.Outputs[use.Output]
	if !slices.Contains(k.Also, what) || out.Path == "" && !out.Plain {
		return false
	}
	names, answer := strings.ReplaceAll(what, " ", ": "), strconv.Quote(use.Value)
	if use.Value == "" {
		answer = `=~"^say "`
	}
	k.Do = names + `: "say what is wrong, and what to do instead"`
	k.Expect = answer
	if !out.Plain {
		k.Expect = strings.ReplaceAll(out.Path, ".", ": ") + ": " + answer
	}
	return true
}

// Files returns the rule file and the test file of a sketch.
func (k *Sketch) Files() (rules, tests []byte, err error) {
	var r, t bytes.Buffer
	if err := ruleSketch.Execute(&r, k); err != nil {
		return nil, nil, err
	}
	if err := testSketch.Execute(&t, k); err != nil {
		return nil, nil, err
	}
	if rules, err = format.Source(r.Bytes()); err == nil {
		tests, err = format.Source(t.Bytes())
	}
	return rules, tests, err
}
