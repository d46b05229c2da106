package engine

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"

	"github.com/tidwall/gjson"
)

// Rules that edit the same field don't know of each other, and a rule that sets a field computes
// its value from the original event. So that no rule loses what another adds, in whatever order
// they run, values are applied before texts: the last value set counts, and the texts of all rules
// are put around it, those of later rules outermost. A value that isn't a text stays unwrapped.

// edited applies all edits at the output's path and returns the changed value whole, nil if nothing
// changed or there is nothing to change. edits are the indexes of the ops that the value is made of.
func (r *Reply) edited(out plan.Output) (whole json.RawMessage, edits []int) {
	from := r.event.Field(out.From)
	was, now, member := &files.Object{}, &files.Object{}, out.Type == "object"
	switch {
	case member && from.IsObject():
		was, now = files.ReadObject([]byte(from.Raw)), files.ReadObject([]byte(from.Raw))
	case !member && from.Type == gjson.String:
		was.Set("", json.RawMessage(from.Raw))
		now.Set("", json.RawMessage(from.Raw))
	default:
		return nil, nil
	}
	set, wrapped := r.values(out, now), r.texts(out, now)
	for i, o := range r.ops {
		field, ok := r.edits(o, out)
		if _, isWrapped := wrapped[field]; ok && !bytes.Equal(was.Get(field), now.Get(field)) && (o.raw == nil && isWrapped || o.raw != nil && set[field] == i) {
			edits = append(edits, i)
		}
	}
	switch {
	case edits == nil:
		return nil, nil
	case member:
		return now.Encode(), edits
	}
	return now.Get(""), edits
}

// edits returns the field that an op edits at the output's path, "" if the output is no object. ok is
// false for other ops.
func (r *Reply) edits(o op, out plan.Output) (field string, ok bool) {
	own := r.agenda.Outputs[o.output]
	if own.Kind != "change" || own.Path != out.Path {
		return "", false
	}
	if out.Type == "object" {
		field = cmp.Or(o.field, own.Field)
		return field, field != ""
	}
	return "", true
}

// values sets the fields that rules set, and returns by field the index of the op that counts.
func (r *Reply) values(out plan.Output, now *files.Object) map[string]int {
	set := map[string]int{}
	for i, o := range r.ops {
		if field, ok := r.edits(o, out); ok && o.raw != nil {
			now.Set(field, o.raw)
			set[field] = i
		}
	}
	return set
}

// texts puts texts around the fields and returns the resulting fields by name.
func (r *Reply) texts(out plan.Output, now *files.Object) map[string]string {
	wrapped := map[string]string{}
	for _, o := range r.ops {
		field, ok := r.edits(o, out)
		if !ok || o.raw != nil {
			continue
		}
		text, found := wrapped[field]
		if !found {
			if now.Has(field) && gjson.ParseBytes(now.Get(field)).Type != gjson.String {
				continue
			}
			text = files.Text(now.Get(field))
			now.Set(field, json.RawMessage(`""`)) // keeps its place
		}
		wrapped[field] = o.text + text + o.after
	}
	for field, text := range wrapped {
		now.Set(field, files.JSON(text))
	}
	return wrapped
}

// lost returns the ops without effect on the reply: edits that the changed value isn't made of, and
// all but the last value of an output.
func (r *Reply) lost() (all []op) {
	for i, o := range r.ops {
		switch out := r.agenda.Outputs[o.output]; {
		case out.Kind == "change":
			if _, edits := r.edited(out); !slices.Contains(edits, i) {
				all = append(all, o)
			}
		case out.Kind == "value" || o.output == "":
			if slices.ContainsFunc(r.ops[i+1:], func(later op) bool { return later.output == o.output && later.field == o.field }) {
				all = append(all, o)
			}
		}
	}
	return all
}

// same reports whether an op sets a field to what the event has there.
func (r *Reply) same(o op) bool {
	out := r.agenda.Outputs[o.output]
	field, ok := r.edits(o, out)
	return ok && o.raw != nil && bytes.Equal(files.ReadObject([]byte(r.event.Field(out.From).Raw)).Get(field), o.raw)
}
