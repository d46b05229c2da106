package engine

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"

	"github.com/tidwall/gjson"
)

// A Reply gathers what rules say about one event, in order; Encode merges it. The agenda says which
// outputs there are.
//
// When two rules use one output, texts are joined; the strongest value of a choice wins and the
// reasons for it are joined, except that only the heaviest weighted one counts (Reason); edits of a
// field make one value, whatever their order (edited); the last plain value wins.
type Reply struct {
	agenda *plan.Agenda
	event  *plan.Event
	ops    []op
	notice Notice
	news   []string // for the notice
}

// A Notice is what the user should read beside the rules' output, such as that the rules have
// faults. The zero Notice is empty.
type Notice struct {
	Field string // a text field of the reply; the notice is a line after the rules' text
	// Output is the output of that field, for agents that name it differently.
	Output string
	// Text is called when the reply is encoded, and only if the reply is an object. found is what
	// Tell was called with. It returns "" for no notice.
	Text func(found []string) string
}

// Tell adds a text to the notice.
func (r *Reply) Tell(text string) {
	if !slices.Contains(r.news, text) {
		r.news = append(r.news, text)
	}
}

type op struct {
	output string // "" for a field that belongs to no output
	text   string // text, reason, or what an edit puts before
	after  string // what an edit puts after
	join   string // separates the text from the one before it
	value  string // of a choice
	field  string // of an edit, or of the reply
	raw    json.RawMessage

	by voter // the rule that added it

	weight  int // of a reason, like the fields below (Reason)
	instead string
	beside  Beside

	said *Said // in the trace, nil without one
}

// NewReply returns an empty reply to ev.
func NewReply(a *plan.Agenda, ev *plan.Event) *Reply { return &Reply{agenda: a, event: ev} }

// Text adds text to an output, separated from earlier text by join, or a newline if join is empty.
// Empty text adds nothing.
func (r *Reply) Text(output, text, join string) error {
	if text == "" {
		return nil
	}
	join = cmp.Or(join, "\n")
	if r.agenda.Outputs[output].Plain && strings.HasPrefix(strings.TrimSpace(text), "{") {
		return fmt.Errorf("found a text for %s that starts as a reply does ({), want another", output)
	}
	return r.add("text", op{output: output, text: text, join: join})
}

// Choose votes for a value of a choice output.
func (r *Reply) Choose(output, value string, why Reason) error {
	if o, ok := r.agenda.Outputs[output]; ok && !slices.Contains(o.Values, value) {
		return fmt.Errorf("%s can't say %s here; want one of %v", output, value, o.Values)
	}
	return r.add("choice", op{output: output, value: value, text: why.Text, weight: why.Weight, instead: why.Instead, beside: why.Beside})
}

// Flag raises a flag output.
func (r *Reply) Flag(output, reason string) error {
	return r.add("flag", op{output: output, text: reason})
}

// Set gives an output a value, or adds to a text output; raw is JSON. It fails if the agent would
// reject the value, because it would then reject the whole reply.
func (r *Reply) Set(output string, raw json.RawMessage) error {
	if r.agenda.Outputs[output].Kind == "text" {
		return r.Text(output, plan.TextOf(gjson.ParseBytes(raw).Value()), "")
	}
	if out, ok := r.agenda.Outputs[output]; ok && !takes(out, gjson.ParseBytes(raw)) {
		return fmt.Errorf("found %s for %s, want %s", kind(gjson.ParseBytes(raw)), output, want(out))
	}
	return r.add("value", op{output: output, raw: raw})
}

// Edit sets a field in the part of the event that the output's From names; the output's own field
// if field is empty.
func (r *Reply) Edit(output, field string, raw json.RawMessage) error {
	return r.add("change", op{output: output, field: field, raw: raw})
}

// Wrap puts text before and after a text of the event. It returns ErrSkip if the value there is not
// a text.
func (r *Reply) Wrap(output, field, before, after string) error {
	if before == "" && after == "" {
		return nil
	}
	if out, ok := r.agenda.Outputs[output]; ok && out.Type == "object" {
		o := files.ReadObject([]byte(r.event.Field(out.From).Raw))
		if name := cmp.Or(field, out.Field); o.Has(name) && gjson.ParseBytes(o.Get(name)).Type != gjson.String {
			return ErrSkip
		}
	}
	return r.add("change", op{output: output, field: field, text: before, after: after})
}

// Extra sets a reply field that belongs to no output; raw is JSON. The last value wins.
func (r *Reply) Extra(name string, raw json.RawMessage) {
	r.ops = append(r.ops, op{field: name, raw: raw})
}

// Length returns the length in bytes of an output's text with text added; join is as for Text.
func (r *Reply) Length(output, text, join string) int {
	e := encoding{reply: &Reply{agenda: r.agenda, ops: slices.Clip(r.ops)}}
	e.reply.Text(output, text, join)
	return len(e.texts(output))
}

func (r *Reply) add(kind string, o op) error {
	out, ok := r.agenda.Outputs[o.output]
	if !ok {
		return fmt.Errorf("the event ignores %s", o.output)
	}
	if out.Kind != kind {
		return fmt.Errorf("%s is of kind %s here, not %s", o.output, out.Kind, kind)
	}
	r.ops = append(r.ops, o)
	return nil
}

// mark and rewind let a rule's part of the reply count whole or not at all.
func (r *Reply) mark() int     { return len(r.ops) }
func (r *Reply) rewind(to int) { r.ops = r.ops[:to] }
func (r *Reply) refuse(why string) {
	a := r.agenda
	if out, ok := a.Outputs[a.Refuse]; ok && len(out.Values) > 0 {
		r.ops = append(r.ops, op{output: a.Refuse, value: out.Values[0], text: why})
	}
}

// kind names the JSON type of a value.
func kind(v gjson.Result) string {
	switch {
	case !v.Exists():
		return "nothing"
	case v.IsObject():
		return "an object"
	case v.IsArray():
		return "a list"
	case v.IsBool():
		return "true or false"
	case v.Type == gjson.Number:
		return "a number"
	case v.Type == gjson.Null:
		return "null"
	}
	return "a string"
}

// kindOf is kind for the value of an expression.
func kindOf(v any) string { return kind(gjson.ParseBytes(files.JSON(v))) }

// takes reports whether the agent takes v as a value of the output.
func takes(o plan.Output, v gjson.Result) bool {
	switch o.Type {
	case "string":
		return v.Type == gjson.String && (len(o.Values) == 0 || slices.Contains(o.Values, v.Str))
	case "bool":
		return v.IsBool()
	case "object":
		return v.IsObject()
	case "list":
		return v.IsArray() && !slices.ContainsFunc(v.Array(), func(i gjson.Result) bool { return i.Type != gjson.String })
	case "objects":
		return v.IsArray() && !slices.ContainsFunc(v.Array(), func(i gjson.Result) bool { return !i.IsObject() })
	case "any":
		return v.Type != gjson.Null // which would cost the whole reply
	}
	return true
}

func want(o plan.Output) string {
	switch {
	case len(o.Values) > 0:
		return strings.Join(o.Values, ", ")
	case o.Type == "list":
		return "a list of strings"
	case o.Type == "objects":
		return "a list of objects"
	case o.Type == "any":
		return "a value"
	}
	return "a value of type " + o.Type
}
