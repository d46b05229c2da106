package answer

import (
	"slices"
	"strings"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"

	"github.com/tidwall/gjson"
)

// A Field is a value of the reply, or a field of the event that the reply changes.
type Field struct {
	Name   string `json:"name"`             // the last element of its path
	Value  any    `json:"value"`            // its value in the reply
	Change bool   `json:"change,omitempty"` // it changes a field of the event
	Before any    `json:"before,omitempty"` // the event's value, for a change
}

// Fields returns the values of a reply, in order. For an object that replaces one of the event's,
// it returns the fields that differ.
func Fields(reply []byte, a *plan.Agenda, ev *plan.Event) []Field {
	if a == nil {
		a = &plan.Agenda{}
	}
	var all []Field
	var walk func(path string, v gjson.Result)
	walk = func(path string, v gjson.Result) {
		for _, out := range a.Outputs {
			if out.Kind == "change" && out.Path == path {
				all = append(all, changes(path, ev.Field(out.From), v)...)
				return
			}
		}
		switch {
		case path != "" && path == a.Stamp:
		case v.IsObject():
			v.ForEach(func(k, item gjson.Result) bool {
				walk(strings.TrimPrefix(path+"."+k.String(), "."), item)
				return true
			})
		default:
			all = append(all, Field{Name: last(path), Value: v.Value()})
		}
	}
	if v := gjson.ParseBytes(reply); v.IsObject() {
		walk("", v)
	} else {
		all = append(all, Field{Value: v.Value()})
	}
	return all
}

func last(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

// changes returns the differences between two values; if both are objects, by field.
func changes(path string, before, after gjson.Result) []Field {
	if !before.IsObject() || !after.IsObject() {
		return []Field{{last(path), after.Value(), true, before.Value()}}
	}
	var all []Field
	was, is := files.ReadObject([]byte(before.Raw)), files.ReadObject([]byte(after.Raw))
	var names []string
	for _, v := range []gjson.Result{before, after} {
		v.ForEach(func(k, _ gjson.Result) bool {
			names = append(names, k.String())
			return true
		})
	}
	for i, name := range names {
		a, b := gjson.ParseBytes(was.Get(name)), gjson.ParseBytes(is.Get(name))
		if !slices.Contains(names[:i], name) && a.Raw != b.Raw {
			all = append(all, Field{name, b.Value(), true, a.Value()})
		}
	}
	return all
}
